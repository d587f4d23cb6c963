import { writeFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Fault, now, requirePart } from './fault.ts';

const clock = { site: 'clock', needs: ['libfaketime.so.1'] } as const;
const steppedMs = 8_000;

/** The clock of one process (libfaketime) jumps and, some seconds later, back. */
const clockStep = (name: string, offset: string): Fault => ({
  ...clock,
  name,
  maxRecoveryS: 10,
  async cause(site) {
    const file = requirePart(site.clockFile);
    await writeFile(file, offset);
    await sleep(steppedMs);
    await writeFile(file, '+0');
    return now();
  },
});

export const clockForward = clockStep('clock-2-days-ahead', '+2d');
export const clockBack = clockStep('clock-1-hour-back', '-1h');
