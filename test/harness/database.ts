import { randomBytes } from 'node:crypto';
import pg from 'pg';

export const templateName = 'kith_template';

export interface TestDatabase {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly database: string;
  /** Connection URL for a separate process. */
  readonly url: string;
  /** Runs SQL as the database owner, without kith's restrictions. */
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into rows whose shape is what it tests
  sql(statement: string, values?: unknown[]): Promise<any[]>;
  drop(): Promise<void>;
}

interface TestServer {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  /** How a database is copied: as files in half the time, unless each of them is synced to a disk. */
  readonly strategy: 'FILE_COPY' | 'WAL_LOG';
}

/** Creates a separate database with the schema, on the server started by test/run.ts. */
export async function freshDatabase({ empty = false } = {}): Promise<TestDatabase> {
  const server = JSON.parse(process.env.KITHTEST_POSTGRES ?? 'null') as TestServer | null;
  if (!server) throw new Error('run tests with: npm test -- <files>');
  const database = `t_${randomBytes(6).toString('hex')}`;
  const { host, port, user } = server;
  const template = empty ? 'template1' : templateName;
  await admin(server, `CREATE DATABASE ${database} TEMPLATE ${template} STRATEGY ${server.strategy}`);
  const pool = openPool({ host, port, user, database });
  return {
    host,
    port,
    user,
    database,
    url: `postgresql://${user}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`,
    sql: (statement, values) => query(pool, statement, values),
    drop: async () => {
      const ended = pool.end();
      await admin(server, `DROP DATABASE ${database} WITH (FORCE)`);
      await ended;
    },
  };
}

let administration: pg.Pool | undefined;

async function admin({ host, port, user }: TestServer, statement: string): Promise<void> {
  administration ??= openPool({ host, port, user, database: 'postgres' });
  await query(administration, statement);
}

async function query(pool: pg.Pool, statement: string, values: unknown[] = []) {
  const client = await pool.connect();
  try {
    const { rows } = await client.query(statement, values);
    client.release();
    return rows;
  } catch (error) {
    // It may be in the middle of a transaction.
    client.release(true);
    throw error;
  }
}

/** How a test tells the backends of its own statements from those that it terminates. */
export const ownBackends = 'statements of a test';

/** A new backend costs more than most statements of a test. */
function openPool(connection: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool({
    ...connection,
    application_name: ownBackends,
    max: 64,
    idleTimeoutMillis: 5_000,
    allowExitOnIdle: true,
  });
  // A dropped database ends its backends.
  pool.on('error', () => {});
  return pool;
}
