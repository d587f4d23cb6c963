import { setTimeout as sleep } from 'node:timers/promises';
import type { Site } from '../site/site.ts';
import { type Fault, now, requirePart } from './fault.ts';

const fullMs = 8_000;
/** A load balancer must learn of it within this time. */
const noticeMs = 10_000;

/** The disk of PostgreSQL and of kith's files is full, then has space again. */
export const fullDisk: Fault = {
  name: 'full-disk',
  site: 'small-disk',
  needs: ['root'],
  maxRecoveryS: 20,
  async cause(site) {
    const disk = requirePart(site.disk);
    await disk.fill();
    try {
      await Promise.all([notReady(site), sleep(fullMs)]);
    } finally {
      await disk.free();
    }
    return now();
  },
};

async function notReady(site: Site): Promise<void> {
  const end = now() + noticeMs;
  for (const { name, city } of site.processes) {
    for (let status = 200; status !== 503; await sleep(200)) {
      if (now() > end)
        throw new Error(`${name} says that it is ready ${noticeMs / 1_000} s after its disk was full`);
      ({ status } = await fetch(`${city}/readyz`));
    }
  }
}
