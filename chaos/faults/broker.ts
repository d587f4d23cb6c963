import { setTimeout as sleep } from 'node:timers/promises';
import { type Fault, now, partOf } from './fault.ts';

const broker = { site: 'broker', needs: ['nats-server'] } as const;
const [downMs, pausedMs] = [4_000, 8_000];

export const killNats: Fault = {
  ...broker,
  name: 'kill-nats',
  barS: 10,
  async strike(site) {
    const { daemon } = partOf(site.broker);
    await daemon.kill();
    await sleep(downMs);
    daemon.start();
    return now();
  },
};

export const pauseNats: Fault = {
  ...broker,
  name: 'pause-nats',
  barS: 10,
  async strike(site) {
    const { daemon } = partOf(site.broker);
    daemon.signal('SIGSTOP');
    await sleep(pausedMs);
    daemon.signal('SIGCONT');
    return now();
  },
};
