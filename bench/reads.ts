import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { runDemoDay } from '../src/dev/demo-day/demo-day.ts';
import { multiplyRows } from '../test/harness/multiply-rows.ts';
import { plentifulAp } from '../test/harness/plentiful-ap.ts';
import { addAgents, type BenchAgent, joinRoom } from './agents.ts';
import type { Statement } from './bare-reads.ts';
import { Child } from './child.ts';
import { withCpu } from './cpu.ts';
import { recordComparison } from './figures.ts';
import { Load, rawRequest, spreadRequests } from './load.ts';
import type { Measurement } from './measurement.ts';
import { comparisonDefaults, readOptions } from './options.ts';
import { type DatabaseAddress, query, startPostgres } from './postgres.ts';
import { interleave, type Subject } from './rounds.ts';
import { startServer } from './server.ts';
import { logStatements, statementsDuring } from './statements.ts';
import { printTable } from './table.ts';

const defaults = {
  ...comparisonDefaults,
  seconds: 2,
  rounds: 3,
  agents: 1024,
  /** Rows of each large table. */
  rows: 20_000,
  only: '',
};
const startMs = 20_000;
const warmUps = 2;
const target = 0.45;
const peer = 'bare Fastify, same SQL';
/** Calls in a row, of which the statements are those that most calls make. */
const sample = 20;
/** What runs while nobody calls is of tasks and timers. */
const idleMs = 3_000;

const views: Readonly<Record<string, string>> = {
  jobs: '/api/exchange?limit=50',
  job: '/api/exchange/1',
  rooms: '/api/rooms',
  messages: '/api/rooms/lobby/messages?limit=50',
  agents: '/api/agents?limit=50',
  products: '/api/products?limit=50',
  ledger: '/api/ledger?limit=50',
  events: '/api/events?limit=50',
  briefing: '/api/briefing',
};
const filled = new Set(['job', 'product', 'message', 'room']);

/** kith's lists and views, compared with bare Fastify that runs the same statements and answers with the rows. */
export async function run(args: string[]): Promise<void> {
  const options = readOptions(args, defaults);
  const { connections, seconds, rounds } = options;
  const names = Object.keys(views).filter((name) => !options.only || options.only.split(',').includes(name));
  const stops: (() => Promise<unknown>)[] = [];
  try {
    const postgres = await startPostgres();
    stops.push(() => postgres.stop());
    const database = await postgres.withSchema('kith_bench');
    const [logLevel, profileDir] = [options['log-level'], options['cpu-prof']];
    const start = (profile: string) =>
      startServer({ database, dir: postgres.dir, logLevel, profileDir: profile, env: plentifulAp });

    const filling = await start('');
    await runDemoDay({ cityUrl: filling.city, delayMs: 0, print: () => {} }).finally(() => filling.stop());
    const agents = await addAgents(database, options.agents);
    await joinRoom(database, 'lobby');
    const sql = (text: string, values?: unknown[]) => query(database, text, values);
    await multiplyRows({ sql } as never, (table) => (filled.has(table) ? options.rows : 0));
    await query(database, 'VACUUM ANALYZE');

    await logStatements(database);
    const watched = await start('');
    const logFile = path.join(postgres.dir, 'postgres.log');
    const idle = new Set((await statementsDuring(logFile, () => sleep(idleMs))).map(({ text }) => text));
    const asked: Record<string, readonly Statement[]> = {};
    for (const name of names) {
      const ran = await statementsOf(watched.city, views[name]!, agents, logFile);
      asked[name] = ran.filter(({ text }) => !idle.has(text));
    }
    await watched.stop();
    await query(database, `ALTER DATABASE ${database.database} RESET ALL`);

    const bareDatabase: DatabaseAddress = await postgres.copyOf(database, 'bare_bench');
    const [load, fastify] = [new Load(), new Child('./bare-reads.ts')];
    stops.push(() => Promise.all([load.stop(), fastify.stop()]));
    const kith = await start(profileDir);
    stops.push(() => kith.stop());
    const bare = await fastify.ask<string>(
      { databaseAddress: bareDatabase, connections: options.pool, views: asked },
      startMs,
    );
    const subjectsOf = (name: string): Subject[] =>
      [
        { kind: 'kith', url: kith.city, pid: kith.pid, address: views[name]! },
        { kind: 'bare', url: bare, pid: fastify.pid, address: `/${name}` },
      ].map(({ kind, url, pid, address }) => {
        const requests = spreadRequests(connections, agents, ({ key }) =>
          rawRequest('GET', address, { key }),
        );
        return {
          name: `${name} ${kind}`,
          run: () => withCpu(pid, () => load.run({ url, seconds, requests })),
        };
      });
    const result = await interleave(names.flatMap(subjectsOf), rounds, warmUps);
    report(names, asked, result, `${connections} connections, median of ${rounds} rounds of ${seconds} s`);
  } finally {
    for (const stop of stops.reverse()) await stop().catch(console.error);
  }
}

/** What a call asks the database when its caller was seen before; for one that is answered from memory, nothing. */
async function statementsOf(
  url: string,
  address: string,
  agents: readonly BenchAgent[],
  logFile: string,
): Promise<Statement[]> {
  const call = async ({ key }: BenchAgent): Promise<void> => {
    const answer = await fetch(url + address, { headers: { authorization: `Bearer ${key}` } });
    if (!answer.ok) throw new Error(`${address}: ${answer.status} ${await answer.text()}`);
    await answer.arrayBuffer();
  };
  const callers = agents.slice(0, sample);
  for (const agent of callers) await call(agent);
  const ran = await statementsDuring(logFile, async () => {
    for (const agent of callers) await call(agent);
  });
  const byText = Map.groupBy(ran, ({ text }) => text);
  return [...byText.values()].flatMap((same) =>
    Array.from({ length: Math.round(same.length / sample) }, (_, nth) => same[nth]!),
  );
}

function report(
  names: readonly string[],
  asked: Readonly<Record<string, readonly Statement[]>>,
  result: (name: string) => Measurement,
  how: string,
): void {
  const rows = names.map((name) => {
    const [kith, bare] = [result(`${name} kith`), result(`${name} bare`)];
    const targets = { rate: target, cpu: target };
    const { rate, cpu } = recordComparison(`GET ${views[name]}`, peer, kith, bare, targets);
    const count = asked[name]!.length;
    return [
      views[name],
      count,
      kith.per_s,
      bare.per_s,
      rate.toFixed(2),
      kith.p50_ms,
      kith.cpu_us,
      bare.cpu_us,
      cpu.toFixed(2),
    ];
  });
  printTable(
    `Lists and views, ${how}; the target is ${target}`,
    [
      '',
      'statements',
      'kith a second',
      'bare a second',
      'ratio',
      'kith p50 ms',
      'kith CPU µs',
      'bare CPU µs',
      'ratio',
    ],
    rows,
  );
}
