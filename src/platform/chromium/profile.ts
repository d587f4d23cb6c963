import { chown, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { errorCode } from '../error-fields.ts';
import type { BrowserAccount } from './installation.ts';

const prefix = 'kith-browser-';

/** Creates a browser's profile folder, outside the data directory, which its account may not enter. */
export async function makeProfile(account: BrowserAccount | undefined): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), `${prefix}${process.pid}-`));
  if (account) await chown(folder, account.uid, account.gid);
  return folder;
}

/** The last processes of a killed browser may still be writing for a moment. */
export const removeProfile = (folder: string): Promise<void> =>
  rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });

/** Removes profiles of servers that exited without doing so. */
export async function sweepProfiles(): Promise<void> {
  const names = await readdir(tmpdir()).catch(() => []);
  for (const name of names) {
    const pid = name.startsWith(prefix) ? Number.parseInt(name.slice(prefix.length), 10) : Number.NaN;
    // Another account's folder cannot be removed by this one.
    if (pid > 0 && !isRunning(pid)) await removeProfile(path.join(tmpdir(), name)).catch(() => {});
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return errorCode(error) === 'EPERM';
  }
}
