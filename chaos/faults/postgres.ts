import { setTimeout as sleep } from 'node:timers/promises';
import { type Fault, now, requirePart } from './fault.ts';

const plain = { site: 'plain', needs: [] } as const;

/** A crash, followed by recovery from the WAL. */
export const killPostgres: Fault = {
  ...plain,
  name: 'kill-postgres',
  maxRecoveryS: 20,
  async cause({ postgres }) {
    await requirePart(postgres).end('SIGKILL');
    return now();
  },
};

/** A restart by the operator, which ends open transactions. */
export const restartPostgres: Fault = {
  ...plain,
  name: 'restart-postgres',
  maxRecoveryS: 20,
  async cause({ postgres }) {
    await requirePart(postgres).end('SIGINT');
    return now();
  },
};

const pausedMs = 9_000;

export const pausePostgres: Fault = {
  ...plain,
  name: 'pause-postgres',
  maxRecoveryS: 10,
  async cause({ postgres }) {
    await requirePart(postgres).pause();
    await sleep(pausedMs);
    await requirePart(postgres).resume();
    return now();
  },
};
