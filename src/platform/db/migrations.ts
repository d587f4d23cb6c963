import { createHash } from 'node:crypto';
import pg from 'pg';
import { DatabaseClient } from './client.ts';
import type { ConnectionOptions } from './pool.ts';

/** One schema change. Never edited after its release: the next change is a new one. */
export interface Migration {
  readonly name: string;
  readonly sql: string;
}

export class BadSchema extends Error {}

/**
 * Applies pending migrations. One process at a time: the others wait on the lock row and find nothing left to
 * do. It is a row and not an advisory lock, because distributed PostgreSQL derivatives support rows.
 */
export async function migrate(
  connection: ConnectionOptions,
  migrations: readonly Migration[],
  version?: string,
): Promise<string[]> {
  const [lock, worker] = [new DatabaseClient(connection), new DatabaseClient(connection)];
  await worker.connect();
  try {
    const known = await readHistoryIfThere(worker);
    if (known && pendingMigrations(known, migrations, version).length === 0) return [];
    await lock.connect();
    await createHistory(worker);
    await lock.query('BEGIN');
    await lock.query('SELECT 1 FROM migration_lock WHERE id = 1 FOR UPDATE');
    const pending = pendingMigrations(await readHistory(worker), migrations, version);
    for (const migration of pending) await apply(worker, migration, version);
    return pending.map((migration) => migration.name);
  } finally {
    await Promise.allSettled([lock.end(), worker.end()]);
  }
}

/** Changes nothing, and throws if the schema is not the one this version needs. */
export async function requireMigrated(
  connection: ConnectionOptions,
  migrations: readonly Migration[],
  version?: string,
): Promise<[]> {
  const client = new DatabaseClient(connection);
  await client.connect();
  try {
    const known = (await readHistoryIfThere(client)) ?? new Map();
    const [next, ...more] = pendingMigrations(known, migrations, version);
    if (!next) return [];
    throw new BadSchema(
      `the schema is ${more.length + 1} ${more.length === 0 ? 'migration' : 'migrations'} behind (next: "${next.name}"): run \`kith migrate\`, or set KITH_MIGRATE_AT_START=1`,
    );
  } finally {
    await client.end();
  }
}

function pendingMigrations(
  applied: Map<string, Applied>,
  migrations: readonly Migration[],
  version: string | undefined,
): Migration[] {
  refuseForeignHistory(applied, migrations, version);
  return migrations.filter((migration) => !applied.has(migration.name));
}

interface Applied {
  readonly checksum: string;
  /** The version of kith that ran it; null if it predates version tracking. */
  readonly version: string | null;
}

/** A unique index of the catalogue, a type or a table that a concurrent process has just created. */
const collisions = new Set<string | undefined>(['23505', '42710', '42P07']);

async function createHistory(client: pg.Client): Promise<void> {
  const statements = [
    'CREATE TABLE IF NOT EXISTS migration (name text PRIMARY KEY, checksum text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now())',
    'CREATE TABLE IF NOT EXISTS migration_lock (id integer PRIMARY KEY)',
    'INSERT INTO migration_lock (id) VALUES (1) ON CONFLICT DO NOTHING',
    'ALTER TABLE migration ADD COLUMN IF NOT EXISTS version text',
  ];
  for (const statement of statements) {
    // IF NOT EXISTS is not a lock: two processes that create a table at once still collide in the catalogue.
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

async function readHistoryIfThere(client: pg.Client): Promise<Map<string, Applied> | undefined> {
  const { rows } = await client.query(`SELECT to_regclass('migration') IS NOT NULL AS there`);
  return rows[0].there ? readHistory(client) : undefined;
}

async function readHistory(client: pg.Client): Promise<Map<string, Applied>> {
  // An older kith did not store versions, and if the schema is only checked the column may be missing.
  const { rows } = await client.query<{ name: string; checksum: string; version: string | null }>(
    `SELECT name, checksum, to_jsonb(migration) ->> 'version' AS version FROM migration`,
  );
  return new Map(rows.map(({ name, ...applied }) => [name, applied]));
}

/** Only databases of development versions differ from what was released. */
const carryOver =
  'back it up with the version that created it (kith admin backup), and restore that backup with this one';

function refuseForeignHistory(
  applied: Map<string, Applied>,
  migrations: readonly Migration[],
  version: string | undefined,
): void {
  const known = new Map(migrations.map((migration) => [migration.name, checksum(migration)]));
  if (known.size !== migrations.length) throw new BadSchema('two migrations have the same name');
  const [first] = migrations;
  if (first && applied.size > 0 && !applied.has(first.name))
    throw new BadSchema(`the database was created before kith ${first.name}: ${carryOver}`);
  for (const [name, { checksum: sum, version: by }] of applied) {
    if (!known.has(name)) {
      // Within a minor version migrations only add, so that old and new processes run side by side during an
      // upgrade.
      if (by !== null && version !== undefined && minorOf(by) === minorOf(version)) continue;
      throw new BadSchema(
        `the database was changed by a newer kith (migration "${name}"): start that version`,
      );
    }
    if (known.get(name) !== sum)
      throw new BadSchema(`migration "${name}" differs from the one this database ran: ${carryOver}`);
  }
}

const minorOf = (version: string): string => version.split('.').slice(0, 2).join('.');

async function apply(client: pg.Client, migration: Migration, version: string | undefined): Promise<void> {
  await client.query('BEGIN');
  try {
    await client.query(migration.sql);
    await client.query('INSERT INTO migration (name, checksum, version) VALUES ($1, $2, $3)', [
      migration.name,
      checksum(migration),
      version ?? null,
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
