import { setTimeout as sleep } from 'node:timers/promises';
import { type Fault, now, partOf } from './fault.ts';

const fullMs = 8_000;

/** Not a byte is left for PostgreSQL and the files of kith; then there is room again. */
export const fullDisk: Fault = {
  name: 'full-disk',
  site: 'small-disk',
  needs: ['root'],
  barS: 20,
  async strike(site) {
    const disk = partOf(site.disk);
    await disk.fill();
    await sleep(fullMs);
    await disk.free();
    return now();
  },
};
