import { readFile } from 'node:fs/promises';
import type { Measurement } from './measurement.ts';

/** Linux reports CPU time in these units, whatever the kernel's own tick rate. */
const ticks_per_s = 100;

/**
 * Adds the serving process's CPU time per call. A rate depends on what else the machine does and CPU time hardly does,
 * so it is the reliable figure on a busy machine. Unknown outside Linux.
 */
export async function withCpu(
  pid: number | undefined,
  run: () => Promise<Measurement>,
): Promise<Measurement> {
  const before = await cpuSeconds(pid);
  const measured = await run();
  const after = await cpuSeconds(pid);
  if (before === undefined || after === undefined) return measured;
  return { ...measured, cpu_us: ((after - before) / measured.count) * 1e6 };
}

export async function cpuSeconds(pid: number | undefined): Promise<number | undefined> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined);
  // After the name, which may contain spaces: fields 14 and 15 of the line are user and system time.
  const fields = stat?.slice(stat.lastIndexOf(')') + 2).split(' ');
  return fields && (Number(fields[11]) + Number(fields[12])) / ticks_per_s;
}
