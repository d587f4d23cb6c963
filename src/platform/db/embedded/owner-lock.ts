import { Client } from 'pg';
import { SUPERUSER } from './cluster.ts';
import { hasCode } from './errors.ts';
import { PORT } from './socket-dir.ts';

/** A connection that can hold the owner's lock, which is released however the owner dies. */
export interface Session {
  readonly client: Client;
  /** Settles when the connection is closed, for whatever reason. */
  readonly ended: Promise<void>;
}

export type ConnectOutcome =
  | { readonly answer: 'open'; readonly session: Session }
  | { readonly answer: 'starting' | 'stopping' | 'silent' };

/** Advisory locks are per database: every kith must use the same one. */
const LOCK_DATABASE = 'postgres';
/** "kith" in ASCII, and the number of this lock. */
const LOCK = [0x6b697468, 1];
const OWNER_NAME = /^kith owner pid (\d+)$/;
const CONNECT_TIMEOUT_MS = 5_000;
const QUERY_TIMEOUT_MS = 60_000;

export async function tryConnect(socketDir: string): Promise<ConnectOutcome> {
  const client = new Client({
    host: socketDir,
    port: PORT,
    user: SUPERUSER,
    database: LOCK_DATABASE,
    ssl: false,
    application_name: `kith owner pid ${process.pid}`,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    query_timeout: QUERY_TIMEOUT_MS,
  });
  const ended = new Promise<void>((resolve) => client.once('end', resolve));
  // Every connection error ends the connection, and the end is what is handled.
  client.on('error', () => {});
  try {
    await client.connect();
    return { answer: 'open', session: { client, ended } };
  } catch (error) {
    await client.end().catch(() => {});
    if (hasCode(error, 'ENOENT', 'ECONNREFUSED')) return { answer: 'silent' };
    if (hasCode(error, '57P03') && /starting up|recovery|not yet accepting/.test(String(error))) {
      return { answer: 'starting' };
    }
    if (hasCode(error, 'EACCES') || hasCode(error, '28000', '3D000', '28P01')) throw error;
    // Shutting down, disconnected while connecting, timed out, or out of connections.
    return { answer: 'stopping' };
  }
}

export async function takeLock({ client }: Session): Promise<boolean> {
  const { rows } = await client.query<{ taken: boolean }>(
    'select pg_try_advisory_lock($1, $2) as taken',
    LOCK,
  );
  return rows[0]?.taken === true;
}

export async function lockOwnerPid({ client }: Session): Promise<number | undefined> {
  const { rows } = await client.query<{ name: string }>(
    `select a.application_name as name from pg_locks l join pg_stat_activity a using (pid)
     where l.locktype = 'advisory' and l.granted and l.classid::bigint = $1 and l.objid::bigint = $2`,
    LOCK,
  );
  const pid = OWNER_NAME.exec(rows[0]?.name ?? '')?.[1];
  return pid === undefined ? undefined : Number(pid);
}

export async function backendPid({ client }: Session): Promise<number | undefined> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  return rows[0]?.pid;
}
