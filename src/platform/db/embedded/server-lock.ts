import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { PORT, socketDirFor } from './account.ts';
import { type Cluster, SUPERUSER } from './cluster.ts';
import { DataDirInUse, EmbeddedPostgresFailed, hasCode } from './errors.ts';
import { isPostmaster, lookUpProcess, type OsProcess, readPidFile } from './os-process.ts';
import { type SpawnedPostmaster, shutDown, spawnPostmaster } from './postmaster.ts';

/** A running server and the lock that makes this process its only owner. */
export interface ServerLock {
  readonly session: Session;
  readonly postmaster: OsProcess;
  readonly socketDir: string;
  /** The server was already running, or another process started it first. */
  readonly adopted: boolean;
}

/** What blocks us from the server, and how long to wait for it. */
const WAIT_MS = {
  'starting up': 60_000,
  'replaying its log': 600_000,
  'held by processes of a dead server': 60_000,
  'starting or stopping under another process': 15_000,
  'shutting down': 15_000,
  'in another PID namespace, perhaps another container': 5_000,
  /**
   * An owner that was just killed releases the lock within milliseconds, or slightly later on a busy machine.
   */
  owned: 2_000,
} as const;
type Obstacle = keyof typeof WAIT_MS;

const PAUSE_MIN_MS = 20;
const PAUSE_MAX_MS = 500;

/** Reaches the server of a cluster, starts it if it is not running, and becomes its owner. */
export async function lockServer(
  cluster: Cluster,
  { signal, onWait }: { readonly signal?: AbortSignal; readonly onWait?: (() => void) | undefined } = {},
): Promise<ServerLock> {
  const attempt = new LockAttempt(cluster);
  for (;;) {
    if (signal?.aborted) await attempt.abandon();
    signal?.throwIfAborted();
    const result = await attempt.step();
    if (typeof result !== 'string') return result;
    onWait?.();
    await attempt.pause(result);
  }
}

class LockAttempt {
  readonly #cluster: Cluster;
  #spawned: SpawnedPostmaster | undefined;
  /**
   * Why the last server we started exited: a restart would hit the same problem, so its time limit continues.
   */
  #lastObstacle: Obstacle = 'starting up';
  #lastError: unknown;
  #obstacle: Obstacle | undefined;
  #since = performance.now();
  #pause_ms = PAUSE_MIN_MS;
  #ownerPid: number | undefined;

  constructor(cluster: Cluster) {
    this.#cluster = cluster;
  }

  async step(): Promise<ServerLock | Obstacle> {
    // A running server's own lock file counts: it may have been started with another TMPDIR.
    const lockFile = await readPidFile(this.#cluster.pgdata);
    const socketDir = lockFile?.socketDir ?? socketDirFor(this.#cluster.pgdata);
    const reply = await tryConnect(socketDir);
    switch (reply.answer) {
      case 'open':
        return this.#takeOwnership(reply.session, socketDir);
      case 'starting':
        return 'replaying its log';
      case 'stopping':
        return 'shutting down';
      case 'silent':
        return this.#startServer(lockFile?.pid);
    }
  }

  async pause(obstacle: Obstacle): Promise<void> {
    if (obstacle !== this.#obstacle) {
      this.#obstacle = obstacle;
      this.#since = performance.now();
      this.#pause_ms = PAUSE_MIN_MS;
    } else if (performance.now() - this.#since > WAIT_MS[obstacle]) {
      if (obstacle === 'owned') throw new DataDirInUse(this.#cluster.dataDir, this.#ownerPid);
      const waited = `${WAIT_MS[obstacle] / 1000} s`;
      fail(
        `The PostgreSQL of ${this.#cluster.dataDir} is still ${obstacle} after ${waited}.`,
        this.#lastError,
      );
    }
    await sleep(this.#pause_ms);
    this.#pause_ms = Math.min(this.#pause_ms * 1.5, PAUSE_MAX_MS);
  }

  /**
   * A server that is not open yet has no owner except the process that started it: it must not be left
   * behind.
   */
  async abandon(): Promise<void> {
    const pid = this.#spawned?.exitReason() === undefined ? this.#spawned?.pid : undefined;
    const running = pid === undefined ? undefined : await lookUpProcess(pid);
    if (running !== undefined) await shutDown(running);
  }

  async #takeOwnership(session: Session, socketDir: string): Promise<ServerLock | Obstacle> {
    try {
      const postmaster = await this.#findPostmaster(session);
      if (await takeLock(session)) {
        if (postmaster === undefined) {
          return await this.#refuse(session, 'in another PID namespace, perhaps another container');
        }
        return { session, postmaster, socketDir, adopted: postmaster.pid !== this.#spawned?.pid };
      }
      this.#ownerPid = await lockOwnerPid(session);
      return await this.#refuse(session, 'owned');
    } catch (error) {
      // The server went away between two queries.
      this.#lastError = error;
      return this.#refuse(session, 'shutting down');
    }
  }

  async #refuse(session: Session, obstacle: Obstacle): Promise<Obstacle> {
    await session.client.end().catch(() => {});
    return obstacle;
  }

  /** The parent of our own backend is certainly the server, if the lock file agrees. */
  async #findPostmaster(session: Session): Promise<OsProcess | undefined> {
    const backend = await lookUpProcess((await backendPid(session)) ?? 0);
    const lockFile = await readPidFile(this.#cluster.pgdata);
    return backend !== undefined && backend.parent === lockFile?.pid
      ? lookUpProcess(lockFile.pid)
      : undefined;
  }

  async #startServer(lockFilePid: number | undefined): Promise<Obstacle> {
    const ending = this.#spawned?.exitReason();
    if (this.#spawned !== undefined && ending === undefined) return this.#lastObstacle;
    if (this.#spawned !== undefined) {
      const output = await this.#spawned.readOutput();
      this.#spawned = undefined;
      this.#lastObstacle = obstacleIn(output) ?? fail(`PostgreSQL did not start (${ending}): ${output}`);
      return this.#lastObstacle;
    }
    if (lockFilePid !== undefined && (await isPostmaster(lockFilePid, this.#cluster.pgdata))) {
      return 'starting or stopping under another process';
    }
    this.#spawned = await spawnPostmaster(this.#cluster, lockFilePid);
    return this.#lastObstacle;
  }
}

/** The two startup failures that resolve by themselves. */
function obstacleIn(output: string): Obstacle | undefined {
  if (/shared memory block .* still in use/.test(output)) return 'held by processes of a dead server';
  if (/lock file .* already exists/.test(output)) return 'starting or stopping under another process';
  return undefined;
}

function fail(message: string, cause?: unknown): never {
  throw new EmbeddedPostgresFailed(message, { cause });
}

/** A connection that can hold the owner's lock, which is released however the owner dies. */
interface Session {
  readonly client: Client;
  /** Settles when the connection is closed, for whatever reason. */
  readonly ended: Promise<void>;
}

type ConnectOutcome =
  | { readonly answer: 'open'; readonly session: Session }
  | { readonly answer: 'starting' | 'stopping' | 'silent' };

/** Advisory locks are per database: every kith must use the same one. */
const LOCK_DATABASE = 'postgres';
/** "kith" in ASCII, and the number of this lock. */
const LOCK = [0x6b697468, 1];
const OWNER_NAME = /^kith owner pid (\d+)$/;
const CONNECT_TIMEOUT_MS = 5_000;
const QUERY_TIMEOUT_MS = 60_000;

async function tryConnect(socketDir: string): Promise<ConnectOutcome> {
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

async function takeLock({ client }: Session): Promise<boolean> {
  const { rows } = await client.query<{ taken: boolean }>(
    'select pg_try_advisory_lock($1, $2) as taken',
    LOCK,
  );
  return rows[0]?.taken === true;
}

async function lockOwnerPid({ client }: Session): Promise<number | undefined> {
  const { rows } = await client.query<{ name: string }>(
    `select a.application_name as name from pg_locks l join pg_stat_activity a using (pid)
     where l.locktype = 'advisory' and l.granted and l.classid::bigint = $1 and l.objid::bigint = $2`,
    LOCK,
  );
  const pid = OWNER_NAME.exec(rows[0]?.name ?? '')?.[1];
  return pid === undefined ? undefined : Number(pid);
}

async function backendPid({ client }: Session): Promise<number | undefined> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  return rows[0]?.pid;
}
