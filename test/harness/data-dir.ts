import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, realpath, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';

/** A separate data directory. A database that a failed test left running on it is killed before removal. */
export async function freshDataDir(test: { after(clean: () => Promise<void>): void }): Promise<string> {
  const dir = await realpath(await mkdtemp(path.join(os.tmpdir(), 'kith-life-')));
  test.after(async () => {
    for (const pid of serversOn(dir)) process.kill(pid, 'SIGKILL');
    await rm(dir, { recursive: true, force: true, maxRetries: 10 });
  });
  return dir;
}

/** Finds the PostgreSQL servers that run on a directory, by their command line. */
export function serversOn(dir: string): number[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return pids.filter((pid) => isServerOn(dir, pid)).map(Number);
}

function isServerOn(dir: string, pid: string): boolean {
  try {
    const [program, ...args] = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
    return program?.endsWith('/postgres') === true && args.some((arg) => arg.startsWith(dir));
  } catch {
    // It ended after it was listed.
    return false;
  }
}
