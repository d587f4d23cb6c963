import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ClusterBus } from '../../src/platform/events/cluster-bus.ts';
import { treeCpuSeconds } from '../capacity/usage.ts';
import { Child } from '../child.ts';
import { readOptions } from '../options.ts';
import { startPostgres } from '../postgres.ts';
import { printTable } from '../table.ts';
import { type Question, roomTopic, type Setup, type Traffic } from './processes.ts';
import { openWire, type Spread } from './wires.ts';

const defaults = { processes: 50, rate: 100, seconds: 10, nats: '' };
const roomCounts = [100, 1_000, 10_000];
/** Messages in flight when the load ends arrive within this time. */
const settleMs = 500;
/** Warm-up before the measurement. */
const warmUpS = 1;
const answerMs = 120_000;

const names: Record<Spread, string> = {
  'one channel': 'one channel (before)',
  'as it is': 'by subject (now)',
  'a channel per room': 'a channel per room',
  NATS: 'NATS',
};

type Cells = (string | number | undefined)[];

interface Load {
  readonly rate: number;
  readonly seconds: number;
  readonly postmaster: number;
}

interface Cell {
  readonly received: number;
  readonly unserved: number;
  readonly channels: number;
  readonly processCpuS: number;
  readonly postgresCpuS: number;
}

/**
 * The cost of a room's message for processes that do not read it, as the number of rooms grows: one channel compared
 * with subjects.
 */
export async function run(args: string[]): Promise<void> {
  const { processes, rate, seconds, nats } = readOptions(args, defaults);
  const postgres = await startPostgres();
  try {
    const databaseAddress = await postgres.create('bus');
    const pidFile = await readFile(path.join(postgres.dir, 'postgres/postmaster.pid'), 'utf8');
    const load = { rate, seconds, postmaster: Number(pidFile.split('\n')[0]) };
    const spreads: Spread[] = ['one channel', 'as it is', 'a channel per room'];
    if (nats) spreads.push('NATS');
    const rows: Cells[] = [];
    for (const rooms of roomCounts) {
      for (const spread of spreads) {
        console.error(`${rooms} rooms, ${spread}`);
        const setup = { spread, databaseAddress, natsUrl: nats, processes, rooms };
        rows.push(rowOf(setup, load, await measure(setup, load)));
      }
    }
    printTable(
      `${processes} processes that follow every room once, ${rate} messages per s for ${seconds} s`,
      [
        'rooms',
        'channels per process',
        'received per process and s',
        'of these for other processes',
        'CPU per process, µs per message',
        'CPU of PostgreSQL, µs per message',
      ],
      rows,
    );
  } finally {
    await postgres.stop();
  }
}

async function measure(setup: Setup, load: Load): Promise<Cell> {
  // In a separate process, so that the sender's cost is not counted.
  const child = new Child('./bus/processes.ts');
  const ask = <T>(question: Question) => child.ask<T>(question, answerMs);
  const sender = await ClusterBus.open(openWire(setup.spread, setup.databaseAddress, setup.natsUrl), {
    onError: console.error,
  });
  const readTraffic = async () => ({
    ...(await ask<Traffic>({ kind: 'traffic' })),
    postgresCpuS: await treeCpuSeconds(load.postmaster),
  });
  try {
    await ask({ kind: 'open', setup });
    await send(sender, setup.rooms, { ...load, seconds: warmUpS });
    await sleep(settleMs);
    const atRest = await readTraffic();
    await sleep(load.seconds * 1_000);
    const before = await readTraffic();
    await send(sender, setup.rooms, load);
    await sleep(settleMs);
    const after = await readTraffic();
    await ask({ kind: 'close' });
    /** Heartbeats and timers cost the same without a message. */
    const calculateCpu = (name: 'cpuS' | 'postgresCpuS') =>
      after[name] - before[name] - (before[name] - atRest[name]) * (1 + settleMs / 1_000 / load.seconds);
    return {
      received: after.received - before.received,
      unserved: after.unserved - before.unserved,
      channels: setup.spread === 'one channel' ? setup.processes : after.channels,
      processCpuS: calculateCpu('cpuS'),
      postgresCpuS: calculateCpu('postgresCpuS'),
    };
  } finally {
    await sender.close();
    await child.stop();
  }
}

/** Sends messages at a given rate, each to a random room, and far enough apart to be sent one by one. */
async function send(bus: ClusterBus, rooms: number, { rate, seconds }: Load): Promise<void> {
  const messages = rate * seconds;
  const startedAt = performance.now();
  for (let n = 0; n < messages; n++) {
    const due = startedAt + (n * 1_000) / rate;
    await sleep(Math.max(0, due - performance.now()));
    bus.publish(roomTopic(Math.floor(Math.random() * rooms)), n);
  }
}

function rowOf({ rooms, spread, processes }: Setup, { rate, seconds }: Load, cell: Cell): Cells {
  const { received, unserved, channels, processCpuS, postgresCpuS } = cell;
  return [
    `${rooms.toLocaleString('en-US')}, ${names[spread]}`,
    channels / processes,
    received / processes / seconds,
    unserved / processes / seconds,
    (processCpuS / processes / (rate * seconds)) * 1e6,
    spread === 'NATS' ? undefined : (postgresCpuS / (rate * seconds)) * 1e6,
  ];
}
