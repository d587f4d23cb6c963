import { setTimeout as sleep } from 'node:timers/promises';
import { type Fault, now, requirePart } from './fault.ts';

const broker = { site: 'broker', needs: ['nats-server'] } as const;
const [downMs, pausedMs] = [4_000, 8_000];

export const killNats: Fault = {
  ...broker,
  name: 'kill-nats',
  maxRecoveryS: 10,
  async cause(site) {
    const { daemon } = requirePart(site.broker);
    await daemon.kill();
    await sleep(downMs);
    daemon.start();
    return now();
  },
};

export const pauseNats: Fault = {
  ...broker,
  name: 'pause-nats',
  maxRecoveryS: 10,
  async cause(site) {
    const { daemon } = requirePart(site.broker);
    daemon.signal('SIGSTOP');
    await sleep(pausedMs);
    daemon.signal('SIGCONT');
    return now();
  },
};
