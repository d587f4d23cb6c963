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
  return {
    host,
    port,
    user,
    database,
    url: `postgresql://${user}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`,
    sql: (statement, values) => query({ host, port, user, database }, statement, values),
    drop: () => admin(server, `DROP DATABASE ${database} WITH (FORCE)`),
  };
}

async function admin(server: TestServer, statement: string): Promise<void> {
  const { host, port, user } = server;
  await query({ host, port, user, database: 'postgres' }, statement);
}

async function query(connection: pg.ClientConfig, statement: string, values: unknown[] = []) {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    return (await client.query(statement, values)).rows;
  } finally {
    await client.end();
  }
}
