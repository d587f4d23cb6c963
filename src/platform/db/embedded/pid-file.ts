import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { lookUp, wasStartedWith } from './os-process.ts';

/** What a postmaster writes of itself into its data directory. */
interface PidFile {
  readonly pid: number;
  /** Only if the file was written here: in a copied directory it names the server of the original. */
  readonly socketDir: string | undefined;
}

export async function readPidFile(pgdata: string): Promise<PidFile | undefined> {
  const text = await readFile(path.join(pgdata, 'postmaster.pid'), 'utf8').catch(() => '');
  const lines = text.split('\n');
  const pid = Number(lines[0]);
  // A file just being written, or cut short by a full disk, names nobody.
  if (!Number.isInteger(pid) || pid <= 0) return undefined;
  return { pid, socketDir: lines[1] === pgdata && lines[4] ? lines[4] : undefined };
}

/** Whether the pid is still that postmaster: after a reboot the number may belong to anyone. */
export async function isPostmaster(pid: number, pgdata: string): Promise<boolean> {
  return (await lookUp(pid)) !== undefined && (await wasStartedWith(pid, pgdata));
}
