import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { lookUpProcess, wasStartedWith } from './os-process.ts';

/** The lock file that a postmaster writes into its data directory. */
interface PidFile {
  readonly pid: number;
  /** Only if the file was written here: in a copied directory it names the original's server. */
  readonly socketDir: string | undefined;
}

export async function readPidFile(pgdata: string): Promise<PidFile | undefined> {
  const text = await readFile(path.join(pgdata, 'postmaster.pid'), 'utf8').catch(() => '');
  const lines = text.split('\n');
  const pid = Number(lines[0]);
  // A file that is being written, or was truncated by a full disk, names no process.
  if (!Number.isInteger(pid) || pid <= 0) return undefined;
  return { pid, socketDir: lines[1] === pgdata && lines[4] ? lines[4] : undefined };
}

/** Whether the pid is still that postmaster: after a reboot it may belong to any process. */
export async function isPostmaster(pid: number, pgdata: string): Promise<boolean> {
  return (await lookUpProcess(pid)) !== undefined && (await wasStartedWith(pid, pgdata));
}
