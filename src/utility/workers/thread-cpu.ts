import { readFileSync, readlinkSync } from 'node:fs';

/** The kernel's procfs folder of the calling thread, readable by every thread of this process; Linux only. */
export function ownProcPath(): string | undefined {
  try {
    return `/proc/${readlinkSync('/proc/thread-self')}`;
  } catch {
    return undefined;
  }
}

/** CPU time of a thread since it started, whatever it is doing; the time that passes where that is unknown. */
export function threadCpuMs(procPath: string | undefined): number {
  if (procPath === undefined) return performance.now();
  try {
    const [usedNs = 0] = readFileSync(`${procPath}/schedstat`, 'utf8').split(' ').map(Number);
    return usedNs / 1e6;
  } catch {
    return performance.now();
  }
}
