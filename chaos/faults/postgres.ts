import { setTimeout as sleep } from 'node:timers/promises';
import { type Fault, now } from './fault.ts';

export const killPostgres: Fault = {
  name: 'kill-postgres',
  proves: 'PostgreSQL crashes (SIGKILL of its postmaster) and recovers from its log.',
  barS: 20,
  async strike({ postgres }) {
    await postgres.end('SIGKILL');
    return now();
  },
};

export const restartPostgres: Fault = {
  name: 'restart-postgres',
  proves: 'PostgreSQL is restarted by its operator; open transactions are ended.',
  barS: 20,
  async strike({ postgres }) {
    await postgres.end('SIGINT');
    return now();
  },
};

const pausedMs = 9_000;

export const pausePostgres: Fault = {
  name: 'pause-postgres',
  proves: 'Every PostgreSQL process stands still for 9 s and goes on.',
  barS: 10,
  async strike({ postgres }) {
    await postgres.pause();
    await sleep(pausedMs);
    await postgres.resume();
    return now();
  },
};

export const blackHole: Fault = {
  name: 'black-hole',
  proves: 'All open database connections go silent without being closed; new ones work.',
  barS: 10,
  async strike({ postgres }) {
    const from = now();
    postgres.relay.blackHole();
    return from;
  },
};

const darkMs = 9_000;

export const databaseUnreachable: Fault = {
  name: 'unreachable-database',
  proves: 'For 9 s the database answers nobody: open connections go silent, new ones never open.',
  barS: 10,
  async strike({ postgres }) {
    postgres.relay.blackHole({ all: true });
    await sleep(darkMs);
    postgres.relay.heal();
    return now();
  },
};
