import { setTimeout as sleep } from 'node:timers/promises';
import type { Random } from '../../bench/economy/random.ts';
import type { KithProcess } from '../site/kith-process.ts';
import type { Site } from '../site/site.ts';
import { type Fault, now } from './fault.ts';

const plain = { site: 'plain', needs: [] } as const;

function anyOf(site: Site, random: Random): KithProcess {
  const process = site.processes[random.below(site.processes.length)];
  if (!process) throw new Error('the site has no process');
  return process;
}

/** Killed under load; its supervisor restarts it. */
export const killKith: Fault = {
  ...plain,
  name: 'kill-kith',
  maxRecoveryS: 20,
  async cause(site, random) {
    anyOf(site, random).signal('SIGKILL');
    return now();
  },
};

export const killEveryKith: Fault = {
  ...plain,
  name: 'kill-every-kith',
  maxRecoveryS: 20,
  async cause(site) {
    for (const each of site.processes) each.signal('SIGKILL');
    return now();
  },
};

const pausedMs = 8_000;

/** Suspended with open transactions, then resumed. */
export const pauseKith: Fault = {
  ...plain,
  name: 'pause-kith',
  maxRecoveryS: 10,
  async cause(site, random) {
    const paused = anyOf(site, random);
    paused.signal('SIGSTOP');
    await sleep(pausedMs);
    paused.signal('SIGCONT');
    return now();
  },
};
