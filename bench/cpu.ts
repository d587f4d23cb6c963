import { readFile } from 'node:fs/promises';
import type { Measured } from './measured.ts';

/** Linux counts in these, whatever the kernel's own clock is. */
const ticks_per_s = 100;

/**
 * Adds what a call cost the serving process in CPU time. A rate suffers from whatever else the machine does;
 * this hardly does, so it is the figure to believe on a busy machine. Not known outside of Linux.
 */
export async function withCpu(pid: number | undefined, run: () => Promise<Measured>): Promise<Measured> {
  const before = await cpuSeconds(pid);
  const measured = await run();
  const after = await cpuSeconds(pid);
  if (before === undefined || after === undefined) return measured;
  return { ...measured, cpu_us: ((after - before) / measured.count) * 1e6 };
}

export async function cpuSeconds(pid: number | undefined): Promise<number | undefined> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined);
  // After the name, which may hold spaces: the 14th and 15th fields of the line are user and system time.
  const fields = stat?.slice(stat.lastIndexOf(')') + 2).split(' ');
  return fields && (Number(fields[11]) + Number(fields[12])) / ticks_per_s;
}
