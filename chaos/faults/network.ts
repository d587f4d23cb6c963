import { setTimeout as sleep } from 'node:timers/promises';
import { type Fault, now, requirePart } from './fault.ts';

const plain = { site: 'plain', needs: [] } as const;

/** Open connections go silent without being closed, as behind a dropped NAT entry; new ones work. */
export const blackHole: Fault = {
  ...plain,
  name: 'black-hole',
  maxRecoveryS: 10,
  async cause({ postgres }) {
    const from = now();
    requirePart(postgres).relay.blackHole();
    return from;
  },
};

const darkMs = 9_000;

/** Open connections go silent and new ones never open. */
export const unreachableDatabase: Fault = {
  ...plain,
  name: 'unreachable-database',
  maxRecoveryS: 10,
  async cause({ postgres }) {
    requirePart(postgres).relay.blackHole({ all: true });
    await sleep(darkMs);
    requirePart(postgres).relay.heal();
    return now();
  },
};
