import { execFile } from 'node:child_process';
import { mkdtemp, open, readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { allowTraversal, changeOwner, commandForAccount, type PostgresAccount } from './account.ts';
import type { Binaries } from './binaries.ts';
import { EmbeddedPostgresFailed, hasCode } from './errors.ts';
import { isRunning, lookUpProcess } from './os-process.ts';

/** Configuration of a cluster, known before a server runs on it. */
export interface Cluster {
  readonly dataDir: string;
  readonly pgdata: string;
  readonly logFile: string;
  readonly binaries: Binaries;
  readonly account: PostgresAccount;
  readonly maxConnections: number;
}

export const SUPERUSER = 'kith';

const ATTEMPT = /^postgres\.init-(\d+)-(.+)-\w+$/;
const INITDB_TIMEOUT_MS = 120_000;

/**
 * Creates the cluster if there is none; true if this call created it. It is built under another name and
 * renamed when complete, so neither a crash nor a second process can leave half a cluster.
 */
export async function ensureCluster(cluster: Cluster, onWait?: () => void): Promise<boolean> {
  await removeDeadAttempts(cluster.dataDir);
  if (await isCluster(cluster.pgdata)) return false;
  await allowTraversal(cluster.account, cluster.dataDir);
  const attempt = await startAttempt(cluster);
  try {
    const created = initdb(cluster, attempt);
    onWait?.();
    await created;
    return await publish(attempt, cluster);
  } finally {
    await rm(attempt, { recursive: true, force: true });
  }
}

async function initdb({ account, binaries, dataDir }: Cluster, target: string): Promise<void> {
  const { file, args, options } = commandForAccount(account, binaries, 'initdb', [
    `--pgdata=${target}`,
    `--username=${SUPERUSER}`,
    // Access is controlled by the socket's directory; there is no other way in.
    '--auth-local=trust',
    '--auth-host=reject',
    '--encoding=UTF8',
    // Sorts by bytes like C, handles upper and lower case of all letters, and never changes with the system's
    // libc.
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--data-checksums',
    '--no-instructions',
  ]);
  try {
    await promisify(execFile)(file, args, { ...options, timeout: INITDB_TIMEOUT_MS });
  } catch (error) {
    const stderr = error instanceof Error && 'stderr' in error ? String(error.stderr).trim() : '';
    if (stderr.includes('No space left on device'))
      throw new EmbeddedPostgresFailed(
        `the disk of ${dataDir} is full: free some space, or set KITH_DATA_DIR to another disk`,
      );
    throw new EmbeddedPostgresFailed(
      `initdb failed as uid ${account.uid}: ${stderr || error} (it needs glibc and a directory that user can reach; or set DATABASE_URL)`,
    );
  }
}

/** False if another process was faster: its cluster is kept, ours is discarded. */
async function publish(attempt: string, { pgdata, dataDir }: Cluster): Promise<boolean> {
  try {
    await rename(attempt, pgdata);
  } catch (error) {
    if (!hasCode(error, 'ENOTEMPTY', 'EEXIST')) throw error;
    return false;
  }
  const dir = await open(dataDir);
  await dir.sync().finally(() => dir.close());
  return true;
}

async function startAttempt({ dataDir, account }: Cluster): Promise<string> {
  const self = await lookUpProcess(process.pid);
  const attempt = await mkdtemp(path.join(dataDir, `postgres.init-${process.pid}-${self?.startedAt}-`));
  await changeOwner(account, attempt);
  return attempt;
}

async function removeDeadAttempts(dataDir: string): Promise<void> {
  for (const name of await readdir(dataDir)) {
    const [, pid, startedAt] = ATTEMPT.exec(name) ?? [];
    if (pid === undefined || startedAt === undefined || (await isRunning({ pid: Number(pid), startedAt })))
      continue;
    // An orphaned initdb may still be writing there; then the next start removes it.
    await rm(path.join(dataDir, name), { recursive: true, force: true }).catch(() => {});
  }
}

async function isCluster(pgdata: string): Promise<boolean> {
  try {
    const names = await readdir(pgdata);
    if (names.length === 0 || names.includes('PG_VERSION')) return names.length > 0;
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return false;
    if (!hasCode(error, 'EACCES')) throw error;
    throw new EmbeddedPostgresFailed(`${pgdata} does not belong to uid ${process.getuid?.()}.`);
  }
  throw new EmbeddedPostgresFailed(`${pgdata} is not a PostgreSQL cluster; move it away.`);
}
