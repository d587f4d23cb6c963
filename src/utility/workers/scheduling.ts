import { readFileSync, readlinkSync } from 'node:fs';

/** The kernel's procfs folder of the calling thread, readable by every thread of this process; Linux only. */
export function ownProcPath(): string | undefined {
  try {
    return `/proc/${readlinkSync('/proc/thread-self')}`;
  } catch {
    return undefined;
  }
}

/** Total time the thread was runnable without a core; 0 if unknown. */
export function runQueueWaitMs(figures: string | undefined): number {
  if (figures === undefined) return 0;
  try {
    const [, waitedNs = 0] = readFileSync(`${figures}/schedstat`, 'utf8').split(' ').map(Number);
    return waitedNs / 1e6;
  } catch {
    return 0;
  }
}
