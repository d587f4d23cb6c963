import { readFileSync, readlinkSync } from 'node:fs';

/** The calling thread's folder of kernel figures, which any thread of this process may read; only Linux keeps one. */
export function ownFigures(): string | undefined {
  try {
    return `/proc/${readlinkSync('/proc/thread-self')}`;
  } catch {
    return undefined;
  }
}

/** For how long in all a thread was ready to run and no core was free; 0 where that is not known. */
export function waitedForCoreMs(figures: string | undefined): number {
  if (figures === undefined) return 0;
  try {
    const [, waitedNs = 0] = readFileSync(`${figures}/schedstat`, 'utf8').split(' ').map(Number);
    return waitedNs / 1e6;
  } catch {
    return 0;
  }
}
