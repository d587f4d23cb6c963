import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { migrations } from '../src/app/migrations.ts';
import { startEmbeddedPostgres } from '../src/platform/db/embedded/server.ts';
import { migrate } from '../src/platform/db/migrations.ts';

export interface DatabaseAddress {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly database: string;
}

/** The embedded PostgreSQL of `kith serve`, with the same settings, in a separate directory. */
export interface Postgres {
  /** A directory for files that a benchmark needs while it runs. */
  readonly dir: string;
  readonly at: Omit<DatabaseAddress, 'database'>;
  /** A database with kith's schema. */
  withSchema(name: string): Promise<DatabaseAddress>;
  /**
   * Copies a database that nobody is connected to, replacing one of that name. `wal_log` suits a small one: it makes no
   * checkpoint.
   */
  copyOf(
    template: DatabaseAddress,
    name: string,
    strategy?: 'file_copy' | 'wal_log',
  ): Promise<DatabaseAddress>;
  create(name: string): Promise<DatabaseAddress>;
  stop(): Promise<void>;
}

export async function startPostgres(): Promise<Postgres> {
  const dir = await mkdtemp(path.join(tmpdir(), 'kith-bench-'));
  const { host, port, user, stop } = await startEmbeddedPostgres({ dataDir: dir, log: () => {} });
  const at = { host, port, user };
  const stopAll = async () => {
    await stop();
    await rm(dir, { recursive: true, force: true });
  };
  const admin = { ...at, database: 'postgres' };
  const make = async (name: string, template: string, strategy = 'file_copy') => {
    await query(admin, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    await query(admin, `CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY ${strategy}`);
    return { ...at, database: name };
  };
  // Interrupting a benchmark must not leave a server and a full disk behind.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void stopAll().finally(() => process.exit(130)));
  }
  return {
    dir,
    at,
    create: (name) => make(name, 'template1'),
    copyOf: (template, name, strategy) => make(name, template.database, strategy),
    async withSchema(name) {
      const databaseAddress = await make(name, 'template1');
      await migrate(databaseAddress, migrations);
      return databaseAddress;
    },
    stop: stopAll,
  };
}

export const databaseUrl = ({ host, port, user, database }: DatabaseAddress): string =>
  `postgresql://${user}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`;

export async function query<R extends pg.QueryResultRow>(
  databaseAddress: DatabaseAddress,
  text: string,
  values: unknown[] = [],
): Promise<R[]> {
  return withClient(databaseAddress, async (client) => (await client.query<R>(text, values)).rows);
}

export async function withClient<T>(
  databaseAddress: DatabaseAddress,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ ...databaseAddress });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
