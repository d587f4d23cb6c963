import { readdir, readFile } from 'node:fs/promises';

/** Measures the memory of one process group, repeatedly while it runs. */
export class GroupMemory {
  readonly #group: number;
  /**
   * Processes of other groups that existed at the last measurement. A process is born in its group, so they need not
   * be read again: a large machine has thousands.
   */
  #others: ReadonlySet<string> = new Set();

  constructor(group: number) {
    this.#group = group;
  }

  /** Bytes that the group holds privately or shares internally; undefined without /proc. */
  async measure(): Promise<number | undefined> {
    const names = await readdir('/proc').catch(() => undefined);
    if (!names?.includes('self')) return undefined;
    const others = new Set<string>();
    const sizes = await Promise.all(
      names
        .filter((name) => /^\d+$/.test(name))
        .map(async (pid) => {
          const group = this.#others.has(pid) ? undefined : await groupOf(pid);
          if (group === this.#group) return sizeOf(pid);
          // A process that cannot be read is tried again: it may belong to this group.
          if (!Number.isNaN(group)) others.add(pid);
          return 0;
        }),
    );
    this.#others = others;
    return sizes.reduce((sum, size) => sum + size, 0);
  }
}

/** NaN if the process has exited. */
async function groupOf(pid: string): Promise<number> {
  const stat = await readIfRunning(`/proc/${pid}/stat`);
  // The name before the last bracket may contain anything; state, parent and group follow it.
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[2]);
}

/** Pages of the program's own files are not counted: they can be dropped at any time. */
async function sizeOf(pid: string): Promise<number> {
  const status = await readIfRunning(`/proc/${pid}/status`);
  const kilobytes = [...status.matchAll(/^Rss(?:Anon|Shmem):\s+(\d+) kB$/gm)];
  return kilobytes.reduce((sum, [, size]) => sum + Number(size) * 1_024, 0);
}

/** Empty if the process has exited meanwhile. */
const readIfRunning = (file: string): Promise<string> => readFile(file, 'latin1').catch(() => '');
