import { setTimeout as sleep } from 'node:timers/promises';
import { type Fault, now, partOf } from './fault.ts';

const plain = { site: 'plain', needs: [] } as const;

/** Open connections go silent without being closed, as behind a dropped NAT entry; new ones work. */
export const blackHole: Fault = {
  ...plain,
  name: 'black-hole',
  barS: 10,
  async strike({ postgres }) {
    const from = now();
    partOf(postgres).relay.blackHole();
    return from;
  },
};

const darkMs = 9_000;

/** Open connections go silent and new ones never open. */
export const unreachableDatabase: Fault = {
  ...plain,
  name: 'unreachable-database',
  barS: 10,
  async strike({ postgres }) {
    partOf(postgres).relay.blackHole({ all: true });
    await sleep(darkMs);
    partOf(postgres).relay.heal();
    return now();
  },
};
