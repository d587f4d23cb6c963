import { createHash } from 'node:crypto';
import type { PostgresPool, PostgresPoolClient } from 'kysely';
import pg from 'pg';
import { DatabaseClient } from './client.ts';
import type { SilentConnections } from './silent-connections.ts';

const maxStatementNames = 2_000;
/** A caller that finds no connection within this is told that the server is overloaded. */
const connectTimeoutMs = 5_000;
const statementTimeoutMs = 20_000;
const idleInTransactionTimeoutMs = 30_000;

export type ConnectionOptions =
  | { connectionString: string }
  | { host: string; port?: number; user: string; database: string; password?: string };

/** Counts and amounts stay far below 2^53, so they are numbers; anything larger is a fault, not a rounding. */
function safeInteger(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`integer out of range: ${text}`);
  return value;
}

const types: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    oid === pg.types.builtins.INT8 ? safeInteger : pg.types.getTypeParser(oid, format as 'text'),
};

/**
 * Outside transaction() a connection cannot write: the server itself refuses. So no code path can
 * change data without the retries, hooks and idempotency that a transaction brings.
 */
const readOnly = '-c default_transaction_read_only=on';

export function createPool(connection: ConnectionOptions, applicationName: string, max: number): pg.Pool {
  return new pg.Pool({
    ...clientConfig(connection),
    Client: DatabaseClient,
    application_name: applicationName,
    max,
    connectionTimeoutMillis: connectTimeoutMs,
    statement_timeout: statementTimeoutMs,
    idle_in_transaction_session_timeout: idleInTransactionTimeoutMs,
    idleTimeoutMillis: 30_000,
    types,
  });
}

/** How every connection of kith is opened: read-only unless a transaction says otherwise. */
export const clientConfig = (connection: ConnectionOptions): pg.ClientConfig =>
  withOptions(connection, readOnly);

/** What a connection string says of its own wins over everything else, so ours goes into it, behind the operator's. */
function withOptions(connection: ConnectionOptions, options: string): pg.PoolConfig {
  if (!('connectionString' in connection)) return { ...connection, options };
  const url = new URL(connection.connectionString);
  const given = url.searchParams.get('options');
  url.searchParams.set('options', given ? `${given} ${options}` : options);
  return { connectionString: url.href };
}

const names = new Map<string, string>();

/** Statements get stable names, so that the server parses and plans each text once a connection. */
function statementName(sql: string): string | undefined {
  const known = names.get(sql);
  if (known || names.size >= maxStatementNames) return known;
  const name = createHash('sha1').update(sql).digest('base64url').slice(0, 20);
  names.set(sql, name);
  return name;
}

/** The pool as Kysely sees it, with every statement prepared. */
export function preparing(pool: pg.Pool, silent: SilentConnections): PostgresPool {
  return {
    connect: async () => {
      const client = await pool.connect();
      const prepared = {
        query: (text: string, values: readonly unknown[]) =>
          silent.run(client, () => client.query({ text, values: [...values], name: statementName(text) })),
        release: () => client.release(client instanceof DatabaseClient && client.isCut),
      };
      return prepared as unknown as PostgresPoolClient;
    },
    end: () => pool.end(),
  } as PostgresPool;
}
