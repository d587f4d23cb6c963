import { createHash } from 'node:crypto';
import pg from 'pg';
import type { ConnectionOptions } from './pool.ts';

/** One step forward of the schema. Never edited once it was released: the next change is a new one. */
export interface Migration {
  readonly name: string;
  readonly sql: string;
}

export class BadSchema extends Error {}

/**
 * Brings the schema forward. One process at a time: the others wait on the lock row and find nothing left to do.
 * A row, not an advisory lock, because the distributed relatives of PostgreSQL have rows.
 */
export async function migrate(
  connection: ConnectionOptions,
  migrations: readonly Migration[],
): Promise<string[]> {
  const [lock, worker] = [new pg.Client(connection), new pg.Client(connection)];
  await Promise.all([lock.connect(), worker.connect()]);
  try {
    await createHistory(worker);
    await lock.query('BEGIN');
    await lock.query('SELECT 1 FROM migration_lock WHERE id = 1 FOR UPDATE');
    const applied = await readHistory(worker);
    refuseForeignHistory(applied, migrations);
    const waiting = migrations.filter((migration) => !applied.has(migration.name));
    for (const migration of waiting) await apply(worker, migration);
    return waiting.map((migration) => migration.name);
  } finally {
    await Promise.allSettled([lock.end(), worker.end()]);
  }
}

/** A unique index of the catalogue, a type or a table that a rival made a moment ago. */
const collisions = new Set<string | undefined>(['23505', '42710', '42P07']);

async function createHistory(client: pg.Client): Promise<void> {
  const statements = [
    'CREATE TABLE IF NOT EXISTS migration (name text PRIMARY KEY, checksum text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now())',
    'CREATE TABLE IF NOT EXISTS migration_lock (id integer PRIMARY KEY)',
    'INSERT INTO migration_lock (id) VALUES (1) ON CONFLICT DO NOTHING',
  ];
  for (const statement of statements) {
    // IF NOT EXISTS is no lock: two processes that create one table at once still collide in the catalogue.
    for (let attempt = 1; ; attempt++) {
      try {
        await client.query(statement);
        break;
      } catch (error) {
        if (attempt === 5 || !(error instanceof pg.DatabaseError && collisions.has(error.code))) throw error;
      }
    }
  }
}

async function readHistory(client: pg.Client): Promise<Map<string, string>> {
  const { rows } = await client.query<{ name: string; checksum: string }>(
    'SELECT name, checksum FROM migration',
  );
  return new Map(rows.map((row) => [row.name, row.checksum]));
}

function refuseForeignHistory(applied: Map<string, string>, migrations: readonly Migration[]): void {
  const known = new Map(migrations.map((migration) => [migration.name, checksum(migration)]));
  if (known.size !== migrations.length) throw new BadSchema('two migrations have one name');
  for (const [name, sum] of applied) {
    if (!known.has(name)) {
      throw new BadSchema(
        `the database was changed by a newer kith (migration "${name}"): start that version`,
      );
    }
    if (known.get(name) !== sum)
      throw new BadSchema(`migration "${name}" differs from the one this database ran`);
  }
}

async function apply(client: pg.Client, migration: Migration): Promise<void> {
  await client.query('BEGIN');
  try {
    await client.query(migration.sql);
    await client.query('INSERT INTO migration (name, checksum) VALUES ($1, $2)', [
      migration.name,
      checksum(migration),
    ]);
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK');
    throw new BadSchema(`migration "${migration.name}": ${error instanceof Error ? error.message : error}`);
  }
}

function checksum(migration: Migration): string {
  return createHash('sha256').update(migration.sql).digest('hex');
}
