import { plentifulAp } from '../test/harness/plentiful-ap.ts';
import { addAgents, type BenchAgent } from './agents.ts';
import type { SqlPlan } from './bare-sql.ts';
import { Child } from './child.ts';
import { withCpu } from './cpu.ts';
import { recordComparison } from './figures.ts';
import { Load, rawRequest, spreadRequests, uniqueAddress, uniqueNumber } from './load.ts';
import type { Measurement } from './measurement.ts';
import { comparisonDefaults, readOptions } from './options.ts';
import { type DatabaseAddress, startPostgres } from './postgres.ts';
import { interleave, type Subject } from './rounds.ts';
import { startServer } from './server.ts';
import { printTable, verdict } from './table.ts';

const defaults = {
  ...comparisonDefaults,
  agents: 1024,
  /** Only the named routes, separated by commas. */
  only: 'agent,verify,register',
};
const startMs = 20_000;
const target = 0.5;

/** kith's identity routes, compared with plain Fastify from memory, plain Fastify with the same SQL, and the SQL alone. */
export async function run(args: string[]): Promise<void> {
  const options = readOptions(args, defaults);
  const stops: (() => Promise<unknown>)[] = [];
  try {
    const postgres = await startPostgres();
    stops.push(() => postgres.stop());
    const database = await postgres.withSchema('kith_bench');
    const agents = await addAgents(database, options.agents);
    // Rows written by the bare servers must not wake kith's own workers.
    const bareDatabase = await postgres.copyOf(database, 'bare_bench');

    const load = new Load();
    const [fastify, sql] = [new Child('./bare-fastify.ts'), new Child('./bare-sql.ts')];
    stops.push(() => Promise.all([load.stop(), fastify.stop(), sql.stop()]));
    const [logLevel, profileDir] = [options['log-level'], options['cpu-prof']];
    const kith = await startServer({ database, dir: postgres.dir, logLevel, profileDir, env: plentifulAp });
    stops.push(() => kith.stop());
    const bare = await fastify.ask<string>(
      { databaseAddress: bareDatabase, connections: options.pool },
      startMs,
    );

    const bareServer = { url: bare, pid: fastify.pid };
    const kithServer = { url: kith.city, pid: kith.pid };
    const parts = { agents, load, sql, bareDatabase, kith: kithServer, bare: bareServer, options };
    const names = options.only.split(',').filter(isRouteName);
    const result = await interleave(
      names.flatMap((name) => subjectsOf(name, parts)),
      options.rounds,
    );
    for (const name of names) report(name, result, options);
  } finally {
    for (const stop of stops.reverse()) await stop().catch(console.error);
  }
}

type RouteName = 'agent' | 'verify' | 'register';
const isRouteName = (name: string): name is RouteName => name in titles;

const titles: Record<RouteName, string> = {
  agent: 'GET /api/agents/{name} (public)',
  verify: 'GET /api/verify (authenticated; the key is cached, the response needs a query)',
  register: 'POST /api/register',
};
const kinds = {
  kith: 'kith',
  memory: 'bare Fastify, from memory',
  fastifySql: 'bare Fastify, same SQL',
  sql: 'the SQL alone',
};

interface Served {
  readonly url: string;
  readonly pid: number | undefined;
}

interface Parts {
  readonly agents: readonly BenchAgent[];
  readonly load: Load;
  readonly sql: Child;
  readonly bareDatabase: DatabaseAddress;
  readonly kith: Served;
  readonly bare: Served;
  readonly options: { connections: number; seconds: number; pool: number };
}

function subjectsOf(name: RouteName, parts: Parts): Subject[] {
  const { agents, load, kith, bare, options } = parts;
  const { connections, seconds } = options;
  const over = (kind: string, { url, pid }: Served, request: (agent: BenchAgent) => string): Subject => {
    const requests = spreadRequests(connections, agents, request);
    return { name: `${name} ${kind}`, run: () => withCpu(pid, () => load.run({ url, seconds, requests })) };
  };
  const registration = (path: string) => () =>
    rawRequest('POST', path, {
      body: { screen_name: `n${uniqueNumber}`, bio: 'I read papers.', skills: ['research', 'python'] },
      headers: { 'x-forwarded-for': uniqueAddress },
    });
  const requests = {
    agent: {
      kith: ({ name }: BenchAgent) => rawRequest('GET', `/api/agents/${name}`),
      bare: (from: string) => (agent: BenchAgent) => rawRequest('GET', `/${from}/agents/${agent.name}`),
    },
    verify: {
      kith: ({ key }: BenchAgent) => rawRequest('GET', '/api/verify', { key }),
      bare: (from: string) => (agent: BenchAgent) =>
        rawRequest('GET', `/${from}/verify/${agent.name}`, agent),
    },
    register: {
      kith: registration('/api/register'),
      bare: (from: string) => registration(`/${from}/register`),
    },
  }[name];
  const plan: SqlPlan = {
    databaseAddress: parts.bareDatabase,
    connections: options.pool,
    callers: connections,
    seconds,
    work: ({ register: 'register', verify: 'verified', agent: 'profile' } as const)[name],
    names: agents.map((agent) => agent.name),
  };
  return [
    over('kith', kith, requests.kith),
    over('memory', bare, requests.bare('memory')),
    over('fastifySql', bare, requests.bare('sql')),
    {
      name: `${name} sql`,
      run: () => parts.sql.ask<Measurement>(plan, seconds * 1000 + startMs),
    },
  ];
}

function report(
  name: RouteName,
  result: (name: string) => Measurement,
  { connections, seconds, rounds }: { connections: number; seconds: number; rounds: number },
): void {
  const of = (kind: keyof typeof kinds) => result(`${name} ${kind}`);
  const ours = of('kith').per_s;
  printTable(
    `${titles[name]}: ${connections} connections, median of ${rounds} rounds of ${seconds} s`,
    ['', 'a second', 'p50 ms', 'p99 ms', 'kith is', 'CPU µs', 'kith is'],
    (Object.keys(kinds) as (keyof typeof kinds)[]).map((kind) => {
      const { per_s, p50_ms, p99_ms, cpu_us } = of(kind);
      const share = (ratio: number) => (kind === 'kith' ? '' : `${ratio.toFixed(2)} of it`);
      const byCpu = cpu_us === undefined ? '' : share(cpu_us / (of('kith').cpu_us ?? Number.NaN));
      return [kinds[kind], per_s, p50_ms, p99_ms, share(ours / per_s), cpu_us, byCpu];
    }),
  );
  if (name === 'verify') {
    const targets = { rate: target, cpu: target };
    const { rate, cpu } = recordComparison(
      'GET /api/verify',
      kinds.memory,
      of('kith'),
      of('memory'),
      targets,
    );
    console.log(`kith / bare Fastify from memory: ${verdict(rate, target)}`);
    console.log(`kith / bare Fastify from memory, by CPU: ${verdict(cpu, target)}`);
    console.log(`kith / bare Fastify with the same query: ${verdict(ours / of('fastifySql').per_s, target)}`);
  }
}
