import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { DatabaseClient } from './client.ts';
import type { ConnectionOptions } from './pool.ts';

export interface TableShape {
  readonly name: string;
  /** Stored columns only: PostgreSQL computes generated ones again. */
  readonly columns: readonly string[];
}

/** "kith" in ASCII, and the number of the lock that is held during a backup. */
const backupLock = [0x6b697468, 2];

const quotedColumns = ({ name, columns }: TableShape): string =>
  `${pg.escapeIdentifier(name)} (${columns.map(pg.escapeIdentifier).join(', ')})`;

/** All tables but the history of the schema, which a restore writes itself. */
async function readTableShapes(client: pg.Client): Promise<TableShape[]> {
  const { rows } = await client.query<TableShape>(`
    SELECT relname AS name, array_agg(attname::text ORDER BY attnum) AS columns
    FROM pg_class JOIN pg_attribute ON attrelid = pg_class.oid
    WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND relname NOT IN ('migration', 'migration_lock')
      AND attnum > 0 AND NOT attisdropped AND attgenerated = ''
    GROUP BY relname ORDER BY relname`);
  return rows;
}

/** The whole database at one moment, read concurrently with other work. One at a time per database. */
export class DatabaseSnapshot {
  readonly #client: DatabaseClient;

  private constructor(client: DatabaseClient) {
    this.#client = client;
  }

  /** Undefined while another process holds one. */
  static async open(connection: ConnectionOptions): Promise<DatabaseSnapshot | undefined> {
    const client = new DatabaseClient({ ...connection, application_name: 'kith backup' });
    // A broken connection fails the statement that uses it.
    client.on('error', () => {});
    await client.connect();
    const { rows } = await client.query('SELECT pg_try_advisory_lock($1, $2) AS mine', backupLock);
    if (rows[0].mine) return new DatabaseSnapshot(client);
    await client.end();
    return undefined;
  }

  /** From here on nothing that is read changes. */
  async begin(): Promise<void> {
    await this.#client.query('SET statement_timeout = 0');
    await this.#client.query('SET idle_in_transaction_session_timeout = 0');
    await this.#client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    // The snapshot is taken by the first statement, not by BEGIN.
    await this.#client.query('SELECT 1');
  }

  async tables(): Promise<TableShape[]> {
    return readTableShapes(this.#client);
  }

  /** The rows of a table in PostgreSQL's text format, which every version and platform reads. */
  readRows(table: TableShape): AsyncIterable<Buffer> {
    return this.#client.query(copyTo(`COPY ${quotedColumns(table)} TO STDOUT`));
  }

  /** Positions of all used sequences. They are not part of a snapshot: a later value does no harm. */
  async sequences(): Promise<Record<string, string>> {
    const { rows } = await this.#client.query<{ name: string; last: string }>(`
      SELECT sequencename AS name, last_value::text AS last FROM pg_sequences
      WHERE schemaname = 'public' AND last_value IS NOT NULL ORDER BY sequencename`);
    return Object.fromEntries(rows.map(({ name, last }) => [name, last]));
  }

  async migrations(): Promise<string[]> {
    const { rows } = await this.#client.query<{ name: string }>('SELECT name FROM migration ORDER BY name');
    return rows.map(({ name }) => name);
  }

  async query<R extends pg.QueryResultRow>(text: string): Promise<R[]> {
    return (await this.#client.query<R>(text)).rows;
  }

  async close(): Promise<void> {
    await this.#client.end();
  }
}

/**
 * Fills the empty tables of a schema from a snapshot; foreign keys are not checked again. Returns the tables and
 * columns that this schema does not have: their content is left out.
 */
export async function restoreTables(
  connection: ConnectionOptions,
  content: {
    readonly tables: readonly TableShape[];
    readonly sequences: Readonly<Record<string, string>>;
    readTableRows(table: TableShape): AsyncIterable<Uint8Array>;
  },
): Promise<string[]> {
  const client = new DatabaseClient(connection);
  client.on('error', () => {});
  await client.connect();
  try {
    await client.query('SET session_replication_role = replica');
    await client.query('BEGIN');
    const here = new Map((await readTableShapes(client)).map(({ name, columns }) => [name, columns]));
    const known = content.tables.filter(({ name }) => here.has(name));
    const leftOut = content.tables.filter(({ name }) => !here.has(name)).map(({ name }) => name);
    // Rows inserted by the migrations themselves are in the snapshot too.
    await client.query(`TRUNCATE ${known.map(({ name }) => pg.escapeIdentifier(name)).join(', ')}`);
    for (const table of known) {
      const name = pg.escapeIdentifier(table.name);
      const extra = table.columns.filter((column) => !here.get(table.name)?.includes(column));
      // COPY cannot skip a column, so one that no longer exists does for the length of it.
      for (const column of extra)
        await client.query(`ALTER TABLE ${name} ADD COLUMN ${pg.escapeIdentifier(column)} text`);
      await pipeline(
        content.readTableRows(table),
        client.query(copyFrom(`COPY ${quotedColumns(table)} FROM STDIN`)),
      );
      for (const column of extra) {
        await client.query(`ALTER TABLE ${name} DROP COLUMN ${pg.escapeIdentifier(column)}`);
        leftOut.push(`${table.name}.${column}`);
      }
    }
    for (const [name, last] of Object.entries(content.sequences)) {
      await client.query('SELECT setval(to_regclass($1), $2) WHERE to_regclass($1) IS NOT NULL', [
        pg.escapeIdentifier(name),
        last,
      ]);
    }
    await client.query('COMMIT');
    await client.query('ANALYZE');
    return leftOut;
  } finally {
    await client.end();
  }
}
