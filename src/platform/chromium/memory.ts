import { readdir, readFile } from 'node:fs/promises';

/** Memory that a process group holds privately or shares internally; undefined without /proc. */
export async function groupMemory(group: number): Promise<number | undefined> {
  const names = await readdir('/proc').catch(() => undefined);
  if (!names?.includes('self')) return undefined;
  const sizes = await Promise.all(
    names.filter((name) => /^\d+$/.test(name)).map((pid) => sizeIn(group, pid)),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}

/** Pages of the program's own files are not counted: they can be dropped at any time. */
async function sizeIn(group: number, pid: string): Promise<number> {
  try {
    const stat = await readFile(`/proc/${pid}/stat`, 'latin1');
    // The name before the last bracket may contain anything; state, parent and group follow it.
    const pgrp = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[2]);
    if (pgrp !== group) return 0;
    const status = await readFile(`/proc/${pid}/status`, 'latin1');
    const kilobytes = [...status.matchAll(/^Rss(?:Anon|Shmem):\s+(\d+) kB$/gm)];
    return kilobytes.reduce((sum, [, size]) => sum + Number(size) * 1_024, 0);
  } catch {
    // It has exited meanwhile.
    return 0;
  }
}
