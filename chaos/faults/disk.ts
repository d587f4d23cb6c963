import { setTimeout as sleep } from 'node:timers/promises';
import { type Fault, now, requirePart } from './fault.ts';

const fullMs = 8_000;

/** The disk of PostgreSQL and of kith's files is full, then has space again. */
export const fullDisk: Fault = {
  name: 'full-disk',
  site: 'small-disk',
  needs: ['root'],
  maxRecoveryS: 20,
  async cause(site) {
    const disk = requirePart(site.disk);
    await disk.fill();
    await sleep(fullMs);
    await disk.free();
    return now();
  },
};
