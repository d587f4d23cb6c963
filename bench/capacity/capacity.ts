import { availableParallelism } from 'node:os';
import { addAgents, giveAp, joinRoom } from '../agents.ts';
import { readOptions } from '../options.ts';
import { startPostgres } from '../postgres.ts';
import { startServer } from '../server.ts';
import { printTable } from '../table.ts';
import { measureEventCost, startCountingEvents } from './events.ts';
import { type AgentCost, type Cluster, calculateLimits, plannedShare } from './forecast.ts';
import { callKinds, callsPerMinute, rooms } from './mix.ts';
import { type AgentLoadResult, runAgents } from './run-agents.ts';
import { startMeter, type Usage } from './usage.ts';

const defaults = { agents: 1_000, seconds: 60, warmup: 15 };
/** Typical of a good network disk; the only figure here that is not measured. */
const walBytesPerS = 200e6;

const clusters: readonly Cluster[] = [
  machine('this machine, one process', 1, availableParallelism() - 1 || 1),
  machine('one machine of 16 cores (KITH_PROCESSES=4)', 5, 10),
  machine('3 API machines of 16 cores, PostgreSQL of 32', 48, 32),
  machine('20 API machines of 16 cores, PostgreSQL of 96', 320, 96),
];

interface Used extends Usage {
  readonly events: number;
  readonly coresPerEvent: number;
}

/** Measures the cost of a number of active agents, and calculates what larger machines could serve. */
export async function run(args: string[]): Promise<void> {
  const options = readOptions(args, defaults);
  const postgres = await startPostgres();
  const stops: (() => Promise<unknown>)[] = [() => postgres.stop()];
  try {
    const databaseAddress = await postgres.withSchema('capacity');
    const agents = await addAgents(databaseAddress, options.agents);
    await giveAp(databaseAddress, 1_000);
    for (const room of rooms) await joinRoom(databaseAddress, room);
    const server = await startServer({
      database: databaseAddress,
      dir: postgres.dir,
      logLevel: 'warn',
      profileDir: '',
    });
    stops.push(() => server.stop());
    await runAgents(server, agents, options.warmup);
    const used = await startMeter(databaseAddress, postgres.dir, server.pid);
    const counted = await startCountingEvents(databaseAddress);
    const crowd = await runAgents(server, agents, options.seconds);
    report(options, crowd, {
      ...(await used()),
      events: await counted(),
      coresPerEvent: await measureEventCost(),
    });
  } finally {
    for (const stop of stops.reverse()) await stop().catch(console.error);
  }
}

function report(
  { agents, seconds }: typeof defaults,
  { calls, failed, polls }: AgentLoadResult,
  used: Used,
): void {
  const perMinute = (name: string) => callKinds.find((habit) => habit.name === name)?.perMinute ?? 0;
  printTable(
    `${agents} active agents for ${seconds} s: ${callsPerMinute.toFixed(1)} calls per minute each, and one long poll for events`,
    [
      'calls per s',
      'p50 ms',
      'p99 ms',
      'failed',
      'polls',
      'kith: cores',
      'PostgreSQL: cores',
      'WAL kB/s',
      'disk kB/s',
    ],
    [
      [
        calls.per_s,
        calls.p50_ms,
        calls.p99_ms,
        String(failed),
        String(polls),
        used.kithCpuS / seconds,
        used.postgresCpuS / seconds,
        used.walBytes / seconds / 1e3,
        used.diskBytes / seconds / 1e3,
      ],
    ],
  );
  // Per call actually made: on a busy machine the agents fall behind their schedule.
  const agentSeconds = (calls.count * 60) / callsPerMinute;
  const each = (amount: number) => amount / agentSeconds;
  const cost: AgentCost = {
    kithCores: each(used.kithCpuS),
    postgresCores: each(used.postgresCpuS),
    walBytesPerS: each(used.walBytes),
    diskBytesPerS: each(used.diskBytes),
    callsPerS: callsPerMinute / 60,
    eventsPerS: each(used.events),
    coresPerEvent: used.coresPerEvent,
    transfersPerS: perMinute('tip') / 60,
  };
  console.log(
    `\n${Math.round(used.events / seconds)} events per s between processes; receiving one costs a process ${(used.coresPerEvent * 1e6).toFixed(1)} µs`,
  );
  printTable(
    `Capacity of clusters at ${plannedShare * 100} % of each core`,
    ['', 'active agents', 'first limit', 'second', 'at'],
    clusters.map((cluster) => {
      const [first, second] = calculateLimits(cost, cluster);
      return [cluster.name, first?.agents, first?.limitedBy ?? '', second?.limitedBy ?? '', second?.agents];
    }),
  );
  printTable(
    'Required hardware by number of agents',
    [
      'active agents',
      'calls per s',
      'API cores',
      'database cores',
      'waiting sockets',
      'WAL MB/s',
      'disk GB per day',
    ],
    [1, 10, 100, 1_000].map((times) => {
      const many = 1_000 * times;
      return [
        many.toLocaleString('en-US'),
        many * cost.callsPerS,
        (many * cost.kithCores) / plannedShare,
        (many * cost.postgresCores) / plannedShare,
        many,
        (many * cost.walBytesPerS) / 1e6,
        (many * cost.diskBytesPerS * 86_400) / 1e9,
      ];
    }),
  );
}

function machine(name: string, apiCores: number, databaseCores: number): Cluster {
  return { name, apiCores, databaseCores, walBytesPerS };
}
