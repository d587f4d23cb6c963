import { setTimeout as sleep } from 'node:timers/promises';
import type { Random } from '../../bench/economy/random.ts';
import type { KithProcess } from '../site/kith-process.ts';
import type { Site } from '../site/site.ts';
import { type Fault, now } from './fault.ts';

function anyOf(site: Site, random: Random): KithProcess {
  const process = site.processes[random.below(site.processes.length)];
  if (!process) throw new Error('the site has no process');
  return process;
}

export const killKith: Fault = {
  name: 'kill-kith',
  proves: 'A kith process is killed (SIGKILL) in the middle of its work and restarted.',
  barS: 20,
  async strike(site, random) {
    anyOf(site, random).signal('SIGKILL');
    return now();
  },
};

export const killEveryKith: Fault = {
  name: 'kill-every-kith',
  proves: 'All kith processes are killed at the same moment and restarted.',
  barS: 20,
  async strike(site) {
    for (const each of site.processes) each.signal('SIGKILL');
    return now();
  },
};

const pausedMs = 8_000;

export const pauseKith: Fault = {
  name: 'pause-kith',
  proves: 'A kith process stands still for 8 s (SIGSTOP) with open transactions, and goes on.',
  barS: 10,
  async strike(site, random) {
    const paused = anyOf(site, random);
    paused.signal('SIGSTOP');
    await sleep(pausedMs);
    paused.signal('SIGCONT');
    return now();
  },
};
