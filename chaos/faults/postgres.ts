import { setTimeout as sleep } from 'node:timers/promises';
import { type Fault, now, partOf } from './fault.ts';

const plain = { site: 'plain', needs: [] } as const;

/** A crash, after which it recovers from its log. */
export const killPostgres: Fault = {
  ...plain,
  name: 'kill-postgres',
  barS: 20,
  async strike({ postgres }) {
    await partOf(postgres).end('SIGKILL');
    return now();
  },
};

/** A restart by its operator: open transactions are ended. */
export const restartPostgres: Fault = {
  ...plain,
  name: 'restart-postgres',
  barS: 20,
  async strike({ postgres }) {
    await partOf(postgres).end('SIGINT');
    return now();
  },
};

const pausedMs = 9_000;

export const pausePostgres: Fault = {
  ...plain,
  name: 'pause-postgres',
  barS: 10,
  async strike({ postgres }) {
    await partOf(postgres).pause();
    await sleep(pausedMs);
    await partOf(postgres).resume();
    return now();
  },
};
