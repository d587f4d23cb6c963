import { setTimeout as sleep } from 'node:timers/promises';
import type { Cluster } from './cluster.ts';
import { DataDirInUse, EmbeddedPostgresFailed } from './errors.ts';
import { lookUpProcess, type OsProcess } from './os-process.ts';
import { backendPid, lockOwnerPid, type Session, takeLock, tryConnect } from './owner-lock.ts';
import { isPostmaster, readPidFile } from './pid-file.ts';
import { type SpawnedPostmaster, shutDown, spawnPostmaster } from './postmaster.ts';
import { socketDirFor } from './socket-dir.ts';

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
export async function lockServer(cluster: Cluster, signal?: AbortSignal): Promise<ServerLock> {
  const attempt = new LockAttempt(cluster);
  for (;;) {
    if (signal?.aborted) await attempt.abandon();
    signal?.throwIfAborted();
    const result = await attempt.step();
    if (typeof result !== 'string') return result;
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
