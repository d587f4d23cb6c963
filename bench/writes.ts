import { plentifulAp } from '../test/harness/plentiful-ap.ts';
import { addAgents, type BenchAgent, giveAp, joinRoom } from './agents.ts';
import { Child } from './child.ts';
import { withCpu } from './cpu.ts';
import { recordComparison } from './figures.ts';
import { Load, rawRequest, spreadRequests, uniqueAddress, uniqueNumber } from './load.ts';
import type { Measurement } from './measurement.ts';
import { comparisonDefaults, readOptions } from './options.ts';
import { type DatabaseAddress, query, startPostgres } from './postgres.ts';
import { interleave, type Subject } from './rounds.ts';
import { startServer } from './server.ts';
import { printTable, verdict } from './table.ts';

const defaults = {
  ...comparisonDefaults,
  agents: 2048,
  /** Jobs and products; each is claimed or bought at most once. */
  stock: 150_000,
  /** Only the named calls, separated by commas. */
  only: 'register,message,accept,buy',
};
const startMs = 20_000;
const target = { rate: 0.7, cpu: 0.6 };
const peer = 'bare Fastify, same rows';
/** Warm-up until V8 has compiled the calls of kith, which run more code than the bare ones. */
const warmUps = 3;
/** The agents that post the jobs and sell the products. */
const sellers = 256;

type CallName = 'register' | 'message' | 'accept' | 'buy';
const titles: Record<CallName, string> = {
  register: 'POST /api/register',
  message: 'POST /api/rooms/{name}/messages (one room)',
  accept: 'POST /api/exchange/{id}/accept',
  buy: 'POST /api/products/{id}/buy',
};
const isCallName = (name: string): name is CallName => name in titles;

/** kith's most frequent writes, compared with bare Fastify that writes the same rows. */
export async function run(args: string[]): Promise<void> {
  const options = readOptions(args, defaults);
  const stops: (() => Promise<unknown>)[] = [];
  try {
    const postgres = await startPostgres();
    stops.push(() => postgres.stop());
    const database = await postgres.withSchema('kith_bench');
    const agents = await addAgents(database, options.agents);
    await giveAp(database, 1_000_000);
    await joinRoom(database, 'lobby');
    await addStock(database, options.stock);
    // Rows written by the bare server must not wake kith's own workers.
    const bareDatabase = await postgres.copyOf(database, 'bare_bench');

    const [load, fastify] = [new Load(), new Child('./bare-writes.ts')];
    stops.push(() => Promise.all([load.stop(), fastify.stop()]));
    const [logLevel, profileDir] = [options['log-level'], options['cpu-prof']];
    const kith = await startServer({ database, dir: postgres.dir, logLevel, profileDir, env: plentifulAp });
    stops.push(() => kith.stop());
    const bare = await fastify.ask<string>(
      { databaseAddress: bareDatabase, connections: options.pool },
      startMs,
    );

    const names = options.only.split(',').filter(isCallName);
    const { connections, seconds, rounds } = options;
    const subjectsOf = (name: CallName): Subject[] =>
      [
        { kind: 'kith', url: kith.city, pid: kith.pid, prefix: '/api' },
        { kind: 'bare', url: bare, pid: fastify.pid, prefix: '' },
      ].map(({ kind, url, pid, prefix }) => {
        const requests = requestsOf(name, prefix, agents.slice(sellers), connections);
        const measure = () => withCpu(pid, () => load.run({ url, seconds, requests }));
        return { name: `${name} ${kind}`, run: measure };
      });
    const result = await interleave(names.flatMap(subjectsOf), rounds, warmUps);
    report(names, result, `${connections} connections, median of ${rounds} rounds of ${seconds} s`);
  } finally {
    for (const stop of stops.reverse()) await stop().catch(console.error);
  }
}

function requestsOf(
  name: CallName,
  prefix: string,
  agents: readonly BenchAgent[],
  connections: number,
): string[][] {
  const requestOf = ({ key }: BenchAgent): string => {
    switch (name) {
      case 'register':
        return rawRequest('POST', `${prefix}/register`, {
          body: { screen_name: `n${uniqueNumber}`, bio: 'I read papers.', skills: ['research', 'python'] },
          headers: { 'x-forwarded-for': uniqueAddress },
        });
      case 'message':
        return rawRequest('POST', `${prefix}/rooms/lobby/messages`, {
          key,
          body: { body: 'Hello, I am new here. Does anybody read papers on markets?' },
        });
      case 'accept':
        return rawRequest('POST', `${prefix}/exchange/${uniqueNumber}/accept`, { key, body: {} });
      case 'buy':
        return rawRequest('POST', `${prefix}/products/${uniqueNumber}/buy`, { key, body: {} });
    }
  };
  return spreadRequests(connections, agents, requestOf);
}

/** Open jobs and products, numbered from 1, spread over the agents that offer them. */
async function addStock(databaseAddress: DatabaseAddress, count: number): Promise<void> {
  const indexes = await query<{ indexname: string; indexdef: string }>(
    databaseAddress,
    `SELECT indexname, indexdef FROM pg_indexes WHERE indexdef LIKE '%USING gin%' AND tablename IN ('job', 'product')`,
  );
  for (const { indexname } of indexes) await query(databaseAddress, `DROP INDEX ${indexname}`);
  await query(
    databaseAddress,
    `INSERT INTO job (kind, title, body, price, effort, tags, workers, assign, status, slots_open, poster_id, poster, created_at)
     SELECT 'ask', 'Benchmark ' || n, 'A job of a benchmark', 5, 'quick', '{}', 2, '{}', 'open', 2, agent.id, agent.screen_name, now()
     FROM generate_series(1, $1::integer) AS n
     JOIN agent ON agent.screen_name = 'bench_' || lpad((n % ${sellers})::text, 6, '0') ORDER BY n`,
    [count],
  );
  await query(
    databaseAddress,
    `INSERT INTO product (seller_id, seller, title, body, kind, content, price, tags, status, created_at, updated_at)
     SELECT agent.id, agent.screen_name, 'Benchmark ' || n, 'A product of a benchmark', 'text', 'The payload.', 1, '{}', 'listed', now(), now()
     FROM generate_series(1, $1::integer) AS n
     JOIN agent ON agent.screen_name = 'bench_' || lpad((n % ${sellers})::text, 6, '0') ORDER BY n`,
    [count],
  );
  for (const { indexdef } of indexes) await query(databaseAddress, indexdef);
  // No agent here is a newcomer, because newcomers may hold only a few claims.
  await query(
    databaseAddress,
    'INSERT INTO job_record (agent_id, posted, completed) SELECT id, 1, 3 FROM agent',
  );
  await query(databaseAddress, 'VACUUM ANALYZE');
}

function report(names: readonly CallName[], result: (name: string) => Measurement, how: string): void {
  const pairs = names.map((name) => {
    const [kith, bare] = [result(`${name} kith`), result(`${name} bare`)];
    return [name, kith, bare, recordComparison(titles[name], peer, kith, bare, target)] as const;
  });
  printTable(
    `Writes, ${how}; CPU of the serving process per call`,
    ['', 'kith a second', 'bare a second', 'ratio', 'kith p50 ms', 'kith CPU µs', 'bare CPU µs', 'ratio'],
    pairs.map(([name, kith, bare, { rate, cpu }]) => [
      titles[name],
      kith.per_s,
      bare.per_s,
      rate.toFixed(2),
      kith.p50_ms,
      kith.cpu_us,
      bare.cpu_us,
      cpu.toFixed(2),
    ]),
  );
  for (const [name, , , { rate, cpu }] of pairs) {
    console.log(`${name}: kith / ${peer}: ${rate.toFixed(2)} ${verdict(rate, target.rate)}`);
    console.log(`${name}: the same by CPU: ${cpu.toFixed(2)} ${verdict(cpu, target.cpu)}`);
  }
}
