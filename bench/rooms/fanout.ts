import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { addAgents } from '../agents.ts';
import { Child } from '../child.ts';
import { cpuSeconds } from '../cpu.ts';
import { type Postgres, query } from '../postgres.ts';
import { progress } from '../rounds.ts';
import { startServer } from '../server.ts';
import { type Cell, printTable, verdict } from '../table.ts';
import type { ConnectRequest, Pace } from './reader-process.ts';
import type { Delivery } from './tally.ts';
import { domain, startXmppServer, room as xmppRoom } from './xmpp-server.ts';

export interface FanoutOptions {
  readonly readers: number;
  readonly messages: number;
  readonly bytes: number;
  readonly keyed: boolean;
  readonly 'cpu-prof': string;
  readonly 'log-level': string;
}

const writers = 8;
const settleMs = 3_000;
const connectMs = 900_000;
const sendMs = 600_000;
const maxKb = 20;
const maxP99Ms = 1_000;

interface Subject {
  readonly name: string;
  readonly readersModule: string;
  readonly pid: number | undefined;
  readonly connect: Omit<ConnectRequest, 'kind' | 'readers'>;
  stop(): Promise<unknown>;
}

interface Result {
  readonly kb: number | undefined;
  readonly delivery: Record<Pace, Delivery>;
  /** CPU time of the serving process per message delivered to a reader; other work on the machine hardly changes it. */
  readonly cpu_us: Partial<Record<Pace, number>>;
}

/** One room with thousands of readers: how fast a message reaches them all, and how many messages per second do. */
export async function fanout(postgres: Postgres, options: FanoutOptions): Promise<void> {
  const starts = [() => startKithRoom(postgres, options), startBare, () => startXmpp(postgres)];
  const results = new Map<string, Result>();
  for (const start of starts) {
    const subject = await start();
    if (typeof subject === 'string') {
      console.log(`\n${subject}; measured without it.`);
      continue;
    }
    try {
      results.set(subject.name, await measure(subject, options));
    } finally {
      await subject.stop();
    }
  }
  printResults(results, options);
}

async function measure(subject: Subject, { readers, messages, bytes }: FanoutOptions): Promise<Result> {
  const child = new Child(subject.readersModule);
  const send = (pace: Pace, count: number) =>
    child.ask<Delivery>({ kind: 'say', messages: count, bytes, pace }, sendMs);
  try {
    // The first few messages warm up both sides, so that the memory they allocate is not counted as the readers'.
    progress(`${subject.name}: ${readers} readers connect`);
    const before = await residentKb(subject.pid);
    await child.ask({ kind: 'gather', readers, ...subject.connect }, connectMs);
    await sleep(settleMs);
    const after = await residentKb(subject.pid);
    await send('in turn', 3);
    const delivery = {} as Record<Pace, Delivery>;
    const cpu_us: Partial<Record<Pace, number>> = {};
    for (const pace of ['calm', 'in turn', 'flood'] as const) {
      progress(`${subject.name}: ${pace}`);
      const count = pace === 'flood' ? messages * 5 : messages;
      const cpuAtStart = await cpuSeconds(subject.pid);
      delivery[pace] = await send(pace, count);
      // Readers that got a response poll again; that is part of the cost.
      await sleep(settleMs);
      const ended = await cpuSeconds(subject.pid);
      if (cpuAtStart !== undefined && ended !== undefined) {
        cpu_us[pace] = ((ended - cpuAtStart) / (readers * count)) * 1e6;
      }
    }
    progress('');
    return { kb: before && after && (after - before) / readers, delivery, cpu_us };
  } finally {
    await child.stop();
  }
}

async function startKithRoom(postgres: Postgres, options: FanoutOptions): Promise<Subject> {
  const database = await postgres.withSchema('rooms');
  const agents = await addAgents(database, options.readers + writers);
  await query(
    database,
    `INSERT INTO room_member (room, agent_id, joined_at) SELECT 'lobby', id, now() FROM agent`,
  );
  // The rent is paid, so that senders are not throttled.
  await query(
    database,
    `INSERT INTO residency (agent_id, until_at) SELECT id, now() + interval '1 day' FROM agent ORDER BY id DESC LIMIT ${writers}`,
  );
  const server = await startServer({
    database,
    dir: postgres.dir,
    logLevel: options['log-level'],
    profileDir: options['cpu-prof'],
  });
  const { hostname: host, port } = new URL(server.city);
  const keys = options.keyed ? { keys: agents.slice(0, options.readers).map(({ key }) => key) } : {};
  const senders = agents.slice(options.readers).map(({ key }) => key);
  return {
    name: 'kith',
    readersModule: './rooms/long-poll-readers.ts',
    pid: server.pid,
    connect: { host, port: Number(port), room: 'lobby', senders, ...keys },
    stop: () => server.stop(),
  };
}

async function startBare(): Promise<Subject> {
  const server = new Child('./rooms/bare-server.ts');
  const port = await server.ask<number>({}, 10_000);
  return {
    name: 'bare node:http',
    readersModule: './rooms/long-poll-readers.ts',
    pid: server.pid,
    connect: { host: '127.0.0.1', port, room: 'lobby', senders: Array.from({ length: writers }, () => '') },
    stop: () => server.stop(),
  };
}

async function startXmpp(postgres: Postgres): Promise<Subject | string> {
  const server = await startXmppServer(postgres.dir);
  if (typeof server === 'string') return server;
  const { host, port, pid, stop } = server;
  return {
    name: 'prosody (XMPP)',
    readersModule: './rooms/xmpp-readers.ts',
    pid,
    connect: { host, port, domain, room: xmppRoom },
    stop,
  };
}

const perSecond = ({ readers, messages, wall_s }: Delivery) => (readers * messages) / wall_s;

function printResults(
  results: ReadonlyMap<string, Result>,
  { readers, messages, bytes, keyed }: FanoutOptions,
): void {
  const kith = results.get('kith')!;
  const rows = [...results].map(([name, { kb, delivery, cpu_us }]): Cell[] => [
    name,
    delivery.calm.p50_ms,
    delivery.calm.p99_ms,
    delivery.calm.last_ms,
    perSecond(delivery['in turn']),
    cpu_us['in turn'],
    perSecond(delivery.flood),
    cpu_us.flood,
    kb,
  ]);
  printTable(
    `${readers} readers of one room${keyed ? ', each with its key' : ''}; messages of ${bytes} bytes: ${messages} one by one, ${messages * 5} at once`,
    [
      '',
      'p50 ms',
      'p99 ms',
      'last reader ms',
      'one by one: delivered/s',
      'CPU µs each',
      'flood: delivered/s',
      'CPU µs each',
      'kB a reader',
    ],
    rows,
  );
  const xmpp = results.get('prosody (XMPP)');
  const p99 = kith.delivery.calm.p99_ms;
  console.log(`\np99 under ${maxP99Ms} ms: ${verdict(maxP99Ms / p99, 1)}`);
  if (kith.kb) console.log(`a waiting reader under ${maxKb} kB: ${verdict(maxKb / kith.kb, 1)}`);
  if (!xmpp) return;
  for (const pace of ['in turn', 'flood'] as const) {
    const ratio = perSecond(kith.delivery[pace]) / perSecond(xmpp.delivery[pace]);
    console.log(`kith / prosody, ${pace}: ${ratio.toFixed(2)} ${verdict(ratio, 1)}`);
  }
}

async function residentKb(pid: number | undefined): Promise<number | undefined> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  const found = /^VmRSS:\s+(\d+) kB/m.exec(status)?.[1];
  return found === undefined ? undefined : Number(found);
}
