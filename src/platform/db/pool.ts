import { createHash, randomUUID } from 'node:crypto';
import type { PostgresPool, PostgresPoolClient } from 'kysely';
import pg from 'pg';
import { OperatorProblem } from '../operator-problem.ts';
import { DatabaseClient } from './client.ts';
import { splitHosts } from './hosts.ts';
import type { SilentConnections } from './silent-connections.ts';

const maxStatementNames = 2_000;
/** A caller that gets no connection within this time receives an overload error. */
const connectTimeoutMs = 5_000;
const statementTimeoutMs = 20_000;
const idleInTransactionTimeoutMs = 30_000;

export type ConnectionOptions =
  | { connectionString: string; pooler?: Pooler }
  | { host: string; port?: number; user: string; database: string; password?: string };

export const poolerOfConnection = (connection: ConnectionOptions): Pooler | undefined =>
  'pooler' in connection ? connection.pooler : undefined;

/**
 * Counts and amounts stay far below 2^53, so they are numbers; anything larger is an error, not a rounding.
 */
function safeInteger(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`integer out of range: ${text}`);
  return value;
}

const types: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    oid === pg.types.builtins.INT8 ? safeInteger : pg.types.getTypeParser(oid, format),
};

/**
 * Outside transaction() a connection cannot write: the server itself refuses. So no code path can change data
 * without the retries, hooks and idempotency of a transaction.
 */
const readOnly = '-c default_transaction_read_only=on';

export function createPool(
  connection: ConnectionOptions,
  applicationName: string,
  max: number,
  timeoutMs = connectTimeoutMs,
): pg.Pool {
  return new pg.Pool({
    ...clientConfig(connection),
    Client: DatabaseClient,
    application_name: applicationName,
    max,
    connectionTimeoutMillis: timeoutMs,
    pipeline: !poolerOfConnection(connection),
    // A pooler rejects session parameters; there they are set in each transaction.
    ...(!poolerOfConnection(connection) && {
      statement_timeout: statementTimeoutMs,
      idle_in_transaction_session_timeout: idleInTransactionTimeoutMs,
    }),
    idleTimeoutMillis: 30_000,
    types,
  });
}

const transactionLimits = `SET LOCAL statement_timeout = ${statementTimeoutMs}; SET LOCAL idle_in_transaction_session_timeout = ${idleInTransactionTimeoutMs}`;

/** Configuration of every connection: read-only unless a transaction says otherwise. */
export function clientConfig(connection: ConnectionOptions): pg.ClientConfig {
  if (!('connectionString' in connection)) return { ...connection, options: readOnly };
  const { connectionString, pooler } = connection;
  if (pooler) return { connectionString };
  // A connection string's own options override everything else, so ours are added to it, after the
  // operator's.
  const [first = '', ...others] = splitHosts(connectionString).map(withReadOnly);
  return { connectionString: others.length === 0 ? first : joinHosts(first, others) };
}

function withReadOnly(connectionString: string): string {
  const url = new URL(connectionString);
  const existing = url.searchParams.get('options');
  url.searchParams.set('options', existing ? `${existing} ${readOnly}` : readOnly);
  return url.href;
}

/** The strings differ only in their host. */
function joinHosts(first: string, others: readonly string[]): string {
  const { host } = new URL(first);
  const hosts = [host, ...others.map((each) => new URL(each).host)].join(',');
  return first.replace(`@${host}`, `@${hosts}`).replace(`//${host}`, `//${hosts}`);
}

const names = new Map<string, string>();

/** Statements get stable names, so that the server parses and plans each text once per connection. */
function statementName(sql: string): string | undefined {
  const known = names.get(sql);
  if (known || names.size >= maxStatementNames) return known;
  const name = createHash('sha1').update(sql).digest('base64url').slice(0, 20);
  names.set(sql, name);
  return name;
}

/** The primary became a standby in place: its connections are useless now. */
const isStandbyNow = (error: unknown): boolean => error instanceof pg.DatabaseError && error.code === '25006';

/** A checked-out connection. Its statements are prepared where possible. */
export interface PoolConnection {
  /** `onError` is called immediately on a failure, before anything else is sent. */
  query(
    text: string,
    values: readonly unknown[],
    onError?: (error: unknown) => void,
  ): Promise<pg.QueryResult>;
  /** A broken one is closed. */
  release(isBroken?: boolean): void;
}

/** The pool as used by Kysely and by transactions. */
interface PreparingPool extends PostgresPool {
  open(): Promise<PoolConnection>;
}

export function preparingPool(
  pool: pg.Pool,
  silent: SilentConnections,
  pooler: Pooler | undefined,
): PreparingPool {
  const toStatementName = pooler && !pooler.prepares ? () => undefined : statementName;
  const toQueryConfig = (text: string, values: readonly unknown[]): pg.QueryConfig => {
    if (text.startsWith('start transaction'))
      return { text: pooler ? `${text}; ${transactionLimits}` : text };
    const parameters = values.map((value) => (Array.isArray(value) ? arrayLiteral(value) : value));
    return { text, values: parameters, name: toStatementName(text) };
  };
  const open = async (): Promise<PoolConnection> => {
    const client = await pool.connect();
    const wire = client instanceof DatabaseClient ? client : undefined;
    const send = (text: string, values: readonly unknown[], onError?: (error: unknown) => void) =>
      new Promise<pg.QueryResult>((resolve, reject) => {
        silent.begin(wire);
        wire?.sendInOneWrite();
        client.query(toQueryConfig(text, values), (error: Error | null, result) => {
          silent.end(wire);
          if (!error) return resolve(result);
          if (isStandbyNow(error)) wire?.disconnect('it is a standby now');
          onError?.(error);
          reject(error);
        });
      });
    // A pooler may not support pipelined statements: there each waits for the previous one.
    let last: Promise<unknown> = Promise.resolve();
    const sendInOrder: PoolConnection['query'] = (text, values, onError) => {
      const response = last.then(() => send(text, values, onError));
      last = response.catch(() => {});
      return response;
    };
    return {
      query: pooler ? sendInOrder : send,
      release: (isBroken = false) => client.release(isBroken || wire?.isDisconnected === true),
    };
  };
  return {
    open,
    connect: async () => (await open()) as unknown as PostgresPoolClient,
    end: () => pool.end(),
  } as PreparingPool;
}

/**
 * A connection pooler in front of PostgreSQL (PgBouncer, Supavisor …). Each transaction may use another
 * server connection, so no session state may be set. `prepares`: it tracks prepared statements per client
 * (PgBouncer 1.21 and later).
 */
interface Pooler {
  readonly prepares: boolean;
}

const probeTimeoutMs = 5_000;

/** The first version that kith runs on, as server_version_num has it. */
export const oldestVersion = 150_000;

/**
 * Detects a pooler at the address: it reports process ids that are not the server's own. Refuses a server that is too
 * old.
 */
export async function detectPooler(connectionString: string): Promise<Pooler | undefined> {
  const client = new DatabaseClient({
    connectionString,
    application_name: 'kith probe',
    connectionTimeoutMillis: probeTimeoutMs,
    query_timeout: probeTimeoutMs,
  });
  client.on('error', () => {});
  await client.connect();
  const name = `kith_probe_${randomUUID()}`;
  try {
    // One transaction, so that all of it runs on one server connection.
    await client.query('BEGIN');
    const { rows } = await client.query<{ pid: number; names: string[]; number: number; version: string }>({
      name,
      text: `SELECT pg_backend_pid() AS pid, array(SELECT name FROM pg_prepared_statements) AS names,
        current_setting('server_version_num')::int AS number, current_setting('server_version') AS version`,
    });
    const [{ pid, names, number, version } = { pid: 0, names: [], number: 0, version: '' }] = rows;
    if (number < oldestVersion)
      throw new OperatorProblem(
        `the database of DATABASE_URL is PostgreSQL ${version}: PostgreSQL 15 or later is needed`,
      );
    // A pooler with support for prepared statements renames them. Otherwise ours would be left behind.
    const isNamedByUs = names.includes(name);
    if (isNamedByUs) await client.query(`DEALLOCATE "${name}"`);
    await client.query('COMMIT');
    return pid === client.processID ? undefined : { prepares: !isNamedByUs };
  } finally {
    client.disconnect('done');
  }
}

const special = /["\\]/;
const everySpecial = /["\\]/g;

/**
 * An array in PostgreSQL's own notation, which the driver sends unchanged: a quarter of the CPU of the driver's own conversion,
 * which searches every element twice. Arrays of other types are left to the driver.
 */
function arrayLiteral(values: readonly unknown[]): string | readonly unknown[] {
  let literal = '{';
  for (const value of values) {
    if (literal.length > 1) literal += ',';
    if (typeof value === 'string')
      literal += `"${special.test(value) ? value.replace(everySpecial, '\\$&') : value}"`;
    else if (typeof value === 'number' || typeof value === 'boolean') literal += value;
    else if (value === null) literal += 'NULL';
    else return values;
  }
  return `${literal}}`;
}
