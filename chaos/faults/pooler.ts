import { setTimeout as sleep } from 'node:timers/promises';
import { type Fault, now, requirePart } from './fault.ts';

const pooled = { site: 'pooled', needs: ['pgbouncer'] } as const;
const [downMs, pausedMs] = [2_000, 8_000];

export const killPgBouncer: Fault = {
  ...pooled,
  name: 'kill-pgbouncer',
  maxRecoveryS: 10,
  async cause({ pooler }) {
    const { daemon } = requirePart(pooler);
    await daemon.kill();
    await sleep(downMs);
    daemon.start();
    return now();
  },
};

export const pausePgBouncer: Fault = {
  ...pooled,
  name: 'pause-pgbouncer',
  maxRecoveryS: 10,
  async cause({ pooler }) {
    const { daemon } = requirePart(pooler);
    daemon.signal('SIGSTOP');
    await sleep(pausedMs);
    daemon.signal('SIGCONT');
    return now();
  },
};

/** The pooler stays up while its server crashes and recovers. */
export const killPostgresBehindPgBouncer: Fault = {
  ...pooled,
  name: 'kill-postgres-behind-pgbouncer',
  maxRecoveryS: 20,
  async cause({ postgres }) {
    await requirePart(postgres).end('SIGKILL');
    return now();
  },
};
