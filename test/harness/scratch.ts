import { mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const memoryDisk = '/dev/shm';
const neededBytes = 6 * 1024 ** 3;
const prefix = 'kith-test-';

/**
 * A directory for one run. In memory where there is plenty: every commit of every test waits for the disk otherwise,
 * and what a power cut would leave of it is of no interest.
 */
export function scratchDir(): string {
  const parent = hasRoom() ? memoryDisk : tmpdir();
  removeLeftOvers(parent);
  return mkdtempSync(path.join(parent, `${prefix}${process.pid}-`));
}

function hasRoom(): boolean {
  try {
    const { bavail, bsize } = statfsSync(memoryDisk);
    return bavail * bsize > neededBytes && process.availableMemory() > neededBytes;
  } catch {
    return false;
  }
}

/** What a run that was killed left behind would keep its memory for good. */
function removeLeftOvers(parent: string): void {
  for (const name of readdirSync(parent)) {
    const pid = Number(new RegExp(`^${prefix}(\\d+)-`).exec(name)?.[1]);
    if (pid > 0 && !isAlive(pid)) rmSync(path.join(parent, name), { recursive: true, force: true });
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
