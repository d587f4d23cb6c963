import { mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const memoryDisk = '/dev/shm';
const neededBytes = 6 * 1024 ** 3;
const prefix = 'kith-test-';

/**
 * A directory for one run, in memory if there is enough: otherwise every commit of every test waits for the
 * disk, and durability does not matter here.
 */
export function scratchDir(): string {
  const parent = hasRoom() ? memoryDisk : tmpdir();
  removeLeftOvers(parent);
  return mkdtempSync(path.join(parent, `${prefix}${process.pid}-`));
}

export const isInMemory = (dir: string): boolean => dir.startsWith(`${memoryDisk}/`);

function hasRoom(): boolean {
  try {
    const { bavail, bsize } = statfsSync(memoryDisk);
    return bavail * bsize > neededBytes && process.availableMemory() > neededBytes;
  } catch {
    return false;
  }
}

/** Removes the directories of killed runs, which would occupy memory forever. */
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
