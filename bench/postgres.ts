import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { migrations } from '../src/app/migrations.ts';
import { startEmbeddedPostgres } from '../src/platform/db/embedded/server.ts';
import { migrate } from '../src/platform/db/migrations.ts';

export interface Place {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly database: string;
}

/** The embedded PostgreSQL of `kith serve`, with the same settings, in a separate directory. */
export interface Postgres {
  /** For what a benchmark wants to keep for its own duration. */
  readonly dir: string;
  readonly at: Omit<Place, 'database'>;
  /** A database with kith's schema. */
  withSchema(name: string): Promise<Place>;
  /** A copy of a database that nobody is connected to; one of that name goes first. `wal_log` suits a small one: it makes no checkpoint. */
  copyOf(template: Place, name: string, strategy?: 'file_copy' | 'wal_log'): Promise<Place>;
  create(name: string): Promise<Place>;
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
  // Whoever interrupts a benchmark must not be left with a server and a full disk.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void stopAll().finally(() => process.exit(130)));
  }
  return {
    dir,
    at,
    create: (name) => make(name, 'template1'),
    copyOf: (template, name, strategy) => make(name, template.database, strategy),
    async withSchema(name) {
      const place = await make(name, 'template1');
      await migrate(place, migrations);
      return place;
    },
    stop: stopAll,
  };
}

export const urlOf = ({ host, port, user, database }: Place): string =>
  `postgresql://${user}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`;

export async function query<R extends pg.QueryResultRow>(
  place: Place,
  text: string,
  values: unknown[] = [],
): Promise<R[]> {
  return connected(place, async (client) => (await client.query<R>(text, values)).rows);
}

export async function connected<T>(place: Place, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ ...place });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
