import { spawn } from 'node:child_process';
import { open, rename, stat } from 'node:fs/promises';
import {
  allowTraversal,
  changeOwner,
  commandForAccount,
  makeSocketDir,
  PORT,
  socketDirFor,
} from './account.ts';
import type { Cluster } from './cluster.ts';
import { isRunning, type OsProcess, signal, waitForEnd } from './os-process.ts';

/** A postmaster that this process started. */
export interface SpawnedPostmaster {
  readonly pid: number | undefined;
  /** How it exited; undefined while it runs. */
  exitReason(): string | undefined;
  /** Its output since it was started. */
  readOutput(): Promise<string>;
}

const LOG_MAX_BYTES = 10 * 1024 * 1024;
const OUTPUT_MAX_BYTES = 2_000;
const FAST_SHUTDOWN_MS = 8_000;
/** PostgreSQL itself gives its children 5 s for an immediate shutdown. */
const IMMEDIATE_SHUTDOWN_MS = 7_000;

/** Starts a server without waiting for it. `stalePid` is the pid of a lock file that is known to be stale. */
export async function spawnPostmaster(cluster: Cluster, stalePid?: number): Promise<SpawnedPostmaster> {
  const { account, binaries, pgdata, logFile } = cluster;
  const socketDir = socketDirFor(pgdata);
  await allowTraversal(account, cluster.dataDir);
  await changeOwner(account, pgdata);
  if (socketDir !== pgdata) await makeSocketDir(socketDir, account);
  await rotate(logFile);

  const { file, args, options } = commandForAccount(account, binaries, 'postgres', [
    '-D',
    pgdata,
    ...serverFlags(socketDir, cluster.maxConnections),
  ]);
  // PostgreSQL considers a lock file that names its grandparent stale. Setting this lets it clear the file by
  // its own careful procedure, whereas deleting it here could hit the file of a server started meanwhile.
  if (stalePid !== undefined) options.env.PG_GRANDPARENT_PID = String(stalePid);

  const log = await open(logFile, 'a', 0o600);
  try {
    const { size } = await log.stat();
    // Detached, so that Ctrl-C in a terminal only reaches kith, which stops the server after draining.
    const child = spawn(file, args, { ...options, stdio: ['ignore', log.fd, log.fd], detached: true });
    let ending: string | undefined;
    child.once('error', (error) => (ending = error.message));
    child.once('exit', (code, sig) => (ending = sig ?? `exit code ${code}`));
    child.unref();
    return { pid: child.pid, exitReason: () => ending, readOutput: () => readFrom(logFile, size) };
  } finally {
    await log.close();
  }
}

/**
 * Fast shutdown, then an immediate one, after which the next start replays the log. False if neither worked.
 */
export async function shutDown(postmaster: OsProcess): Promise<boolean> {
  if (!(await isRunning(postmaster))) return true;
  signal(postmaster.pid, 'SIGINT');
  if (await waitForEnd(postmaster, FAST_SHUTDOWN_MS)) return true;
  signal(postmaster.pid, 'SIGQUIT');
  return waitForEnd(postmaster, IMMEDIATE_SHUTDOWN_MS);
}

/** Only between two servers: a running one keeps its file open. */
async function rotate(logFile: string): Promise<void> {
  const size = await stat(logFile).then(
    (stats) => stats.size,
    () => 0,
  );
  if (size > LOG_MAX_BYTES) await rename(logFile, `${logFile}.1`).catch(() => {});
}

async function readFrom(file: string, position: number): Promise<string> {
  const handle = await open(file);
  try {
    const { bytesRead, buffer } = await handle.read({ buffer: Buffer.alloc(OUTPUT_MAX_BYTES), position });
    return buffer.toString('utf8', 0, bytesRead).trim();
  } finally {
    await handle.close();
  }
}

/**
 * Passed as flags and not in a file, so that existing clusters get them too and the first three cannot be
 * overridden.
 */
function serverFlags(socketDir: string, maxConnections: number): string[] {
  const settings: Record<string, string> = {
    // An acknowledged payment survives a power cut.
    fsync: 'on',
    synchronous_commit: 'on',
    full_page_writes: 'on',

    // No network: access requires opening the socket's directory.
    listen_addresses: '',
    // The value is a list, so a directory with a comma must be quoted.
    unix_socket_directories: `"${socketDir.replaceAll('"', '""')}"`,
    unix_socket_permissions: '0700',
    port: String(PORT),

    max_connections: String(maxConnections),
    shared_buffers: '128MB',
    // A planner hint: the default of 4 GB is more than a small machine has.
    effective_cache_size: '512MB',
    random_page_cost: '1.1',
    // Parallel queries share memory in /dev/shm, of which a container has 64 MB, and cores, of which there
    // are two.
    max_parallel_workers_per_gather: '0',
    max_parallel_maintenance_workers: '0',
    // A backend whose client was killed stops even mid-query, and releases its locks.
    client_connection_check_interval: '2s',

    timezone: 'UTC',
    log_timezone: 'UTC',
    log_line_prefix: '%m [%p] ',
    // A failed statement is reported to its caller; logging it would fill the disk and leak values into a
    // file.
    log_min_messages: 'log',
    log_checkpoints: 'off',
  };
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}
