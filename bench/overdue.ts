import { setTimeout as sleep } from 'node:timers/promises';
import { addOverdueClaims, readDisorder } from '../test/fixtures/city/jobs/overdue-claims.ts';
import { addAgents } from './agents.ts';
import { fillLedger } from './chain.ts';
import { recordFigure } from './figures.ts';
import { HttpConnection } from './http-connection.ts';
import { rawRequest } from './load.ts';
import { readOptions } from './options.ts';
import { query, startPostgres } from './postgres.ts';
import { type Server, startServer } from './server.ts';
import { printTable } from './table.ts';

const defaults = { tasks: 100_000, seconds: 20, 'cpu-prof': '', drain: false };
const target = 2;
const warmUpMs = 3_000;
const pollMs = 1_000;

/**
 * A start with many overdue tasks: how long other callers wait while they are worked off, compared with the same calls
 * before and after, and whether the tasks are worked off in order.
 */
export async function run(args: string[]): Promise<void> {
  const options = readOptions(args, defaults);
  const stops: (() => Promise<unknown>)[] = [];
  try {
    const postgres = await startPostgres();
    stops.push(() => postgres.stop());
    const database = await postgres.withSchema('kith_bench');
    const agents = await addAgents(database, 4);
    const names = agents.map(({ name }) => name);
    await fillLedger(database, names, names.length);
    const [poster, worker, giver, taker] = agents;
    if (!poster || !worker || !giver || !taker) throw new Error('no agents');
    const sql = { sql: (text: string, values?: unknown[]) => query(database, text, values) };

    const asks = [
      rawRequest('GET', '/api/me', { key: giver.key }),
      rawRequest('GET', '/api/exchange?limit=20', { key: giver.key }),
      rawRequest('POST', '/api/tip', { key: giver.key, body: { to: taker.name, amount: 1 } }),
    ];
    const begin = async (): Promise<Server> => {
      const { 'cpu-prof': profileDir } = options;
      const server = await startServer({ database, dir: postgres.dir, logLevel: 'warn', profileDir });
      stops.push(() => server.stop());
      return server;
    };
    const measure = async (server: Server): Promise<number[]> => {
      const connection = await HttpConnection.open(new URL(server.city));
      const times: number[] = [];
      const ask = async (untilMs: number) => {
        while (performance.now() < untilMs)
          for (const each of asks) {
            const startedAt = performance.now();
            if ((await connection.send(each)) >= 300) throw new Error(connection.refused);
            times.push(performance.now() - startedAt);
          }
      };
      await ask(performance.now() + warmUpMs);
      times.length = 0;
      await ask(performance.now() + options.seconds * 1_000);
      connection.close();
      return times;
    };

    const first = await begin();
    const connection = await HttpConnection.open(new URL(first.city));
    const send = async (path: string, key: string, body: object) => {
      if ((await connection.send(rawRequest('POST', path, { key, body }))) >= 300)
        throw new Error(connection.refused);
    };
    const job = { kind: 'ask', title: 'Read', body: 'Read it.', price: 5, effort: 'hours', deadline_h: 1 };
    await send('/api/exchange', poster.key, job);
    await send('/api/exchange/1/accept', worker.key, {});
    connection.close();
    const before = await measure(first);
    await first.stop();
    const [claim] = await sql.sql('SELECT id FROM claim');
    await addOverdueClaims(sql, { claim: Number(claim?.id), count: options.tasks, latest: new Date() });

    const startedAt = performance.now();
    const server = await begin();
    const up = (performance.now() - startedAt) / 1_000;
    const during = await measure(server);
    const { done, places } = await readDisorder(sql);
    const rate = done / ((performance.now() - startedAt) / 1_000);
    const isWorking = done < options.tasks;
    while (options.drain && (await readDisorder(sql)).done < options.tasks) await sleep(pollMs);
    const drained = (performance.now() - startedAt) / 1_000;
    // The rest is due another time: what is measured next is the same city at rest.
    await sql.sql(`DELETE FROM task WHERE kind = 'claim deadline'`);
    await sleep(pollMs);
    const after = await measure(server);
    const [idle, busy] = [percentile([...before, ...after], 0.95), percentile(during, 0.95)];
    printTable(
      `A start with ${options.tasks.toLocaleString('en-US')} overdue tasks; calls of ${options.seconds} s each`,
      ['', 'value', ''],
      [
        ['start, s', up, ''],
        ['worked off per second', rate, isWorking ? '' : 'ALL, before the end of the measurement'],
        ['most places out of order', places, `of ${done}`],
        ['all worked off after, s', options.drain ? drained : undefined, ''],
        ['calls at rest, p50 ms', percentile([...before, ...after], 0.5), ''],
        ['calls meanwhile, p50 ms', percentile(during, 0.5), ''],
        ['calls at rest, p95 ms', idle, `${before.length + after.length} calls`],
        ['calls meanwhile, p95 ms', busy, `${during.length} calls`],
        [
          'meanwhile / at rest, p95',
          busy / idle,
          busy / idle <= target ? 'reached' : `MISSED (target ${target})`,
        ],
      ],
    );
    recordFigure({
      figure: `calls beside ${options.tasks.toLocaleString('en-US')} overdue tasks, p95`,
      peer: 'the same calls at rest',
      ratio: busy / idle,
      target,
      isLimit: true,
    });
  } finally {
    for (const stop of stops.toReversed()) await stop().catch(console.error);
  }
}

function percentile(values: readonly number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? Number.NaN;
}
