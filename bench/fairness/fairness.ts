import { setTimeout as sleep } from 'node:timers/promises';
import { addAllies } from '../allies.ts';
import { Child } from '../child.ts';
import { HttpConnection } from '../http-connection.ts';
import { rawRequest } from '../load.ts';
import { readOptions } from '../options.ts';
import { startPostgres } from '../postgres.ts';
import { startServer } from '../server.ts';
import { printTable } from '../table.ts';
import type { Attack } from './attack.ts';

const defaults = { rounds: 6, calls: 40, 'calls-at-once': 100 };
const startMs = 30_000;
/** Below the quota of 100 free calls per day. */
const callsPerKey = 90;
const settleMs = 1_500;
const maxSlowdown = 2;

const situations = ['idle', 'hanging, 1 key', 'hanging, 8 keys', 'bombs, 1 key', 'bombs, 8 keys'] as const;
type Situation = (typeof situations)[number];

/**
 * Duration of another caller's calls while one network attacks with hanging targets or with pages that are hard to
 * parse, compared with an idle server. The situations alternate, so that all see the same machine load.
 */
export async function run(args: string[]): Promise<void> {
  const options = readOptions(args, defaults);
  const stops: (() => Promise<unknown>)[] = [];
  try {
    const postgres = await startPostgres();
    stops.push(() => postgres.stop());
    const databaseAddress = await postgres.withSchema('kith_bench');
    const calls = (options.rounds + 1) * situations.length * options.calls * 2;
    const keys = await addAllies(databaseAddress, 8 + Math.ceil(calls / callsPerKey) + 1);
    const [hostile, own] = [keys.slice(0, 8), keys.slice(8)];
    const targets = new Child('./fairness/targets.ts');
    stops.push(() => targets.stop());
    const ports = await targets.ask<{ pages: number; hanging: number }>({}, startMs);
    const server = await startServer({
      database: databaseAddress,
      dir: postgres.dir,
      logLevel: 'warn',
      profileDir: '',
      env: { KITH_OUTBOUND_ALLOW: '127.0.0.0/8' },
    });
    stops.push(() => server.stop());
    const attacker = new Child('./fairness/attack.ts');
    stops.push(() => attacker.stop());
    const connection = await HttpConnection.open(new URL(server.utility));
    stops.push(async () => connection.close());

    let asked = 0;
    const ask = async (path: string): Promise<number> => {
      const headers = {
        'x-ally-key': own[Math.floor(asked++ / callsPerKey)] ?? '',
        'x-forwarded-for': '203.0.113.8',
      };
      const startedAt = performance.now();
      const status = await connection.send(rawRequest('GET', path, { headers }));
      if (status !== 200) throw new Error(`${status}: ${connection.refused}`);
      return performance.now() - startedAt;
    };
    const page = encodeURIComponent(`http://127.0.0.1:${ports.pages}/small`);
    const times = new Map<Situation, { page: number[]; text: number[] }>(
      situations.map((each) => [each, { page: [], text: [] }]),
    );
    const begin = (situation: Situation) => {
      const [what = '', count = ''] = situation.split(', ');
      if (what === 'idle') return attacker.ask({ end: true }, startMs);
      const attack: Attack = {
        utility: server.utility,
        keys: hostile.slice(0, Number.parseInt(count, 10)),
        callsAtOnce: options['calls-at-once'],
        ...(what === 'hanging'
          ? { port: ports.hanging, path: '/', skill: 'url-metadata' }
          : { port: ports.pages, path: '/bomb', skill: 'readability' }),
      };
      return attacker.ask({ begin: attack }, startMs);
    };
    for (let round = 0; round <= options.rounds; round++) {
      for (const situation of situations) {
        await begin(situation);
        await sleep(settleMs);
        const taken = times.get(situation);
        // The first round warms up.
        for (let i = 0; i < options.calls; i++) {
          const [pageMs, textMs] = [
            await ask(`/html-table?url=${page}&max_age=0`),
            await ask('/json-repair?json=%7Ba%3A1%7D'),
          ];
          if (round === 0) continue;
          taken?.page.push(pageMs);
          taken?.text.push(textMs);
        }
      }
    }
    report(times, options.rounds * options.calls);
  } finally {
    for (const stop of stops.reverse()) await stop().catch(console.error);
  }
}

function report(times: ReadonlyMap<Situation, { page: number[]; text: number[] }>, calls: number): void {
  const at = (values: readonly number[] = [], share: number) =>
    values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? Number.NaN;
  const idle = times.get('idle');
  const rows = [...times].map(([situation, { page, text }]) => [
    situation,
    at(page, 0.5),
    at(page, 0.95),
    at(page, 0.95) / at(idle?.page, 0.95),
    at(text, 0.5),
    at(text, 0.95),
    at(text, 0.95) / at(idle?.text, 0.95),
  ]);
  printTable(
    `${calls} calls of another caller in each situation`,
    ['', 'page p50 ms', 'p95 ms', 'of idle', 'text p50 ms', 'p95 ms', 'of idle'],
    rows,
  );
  const worst = Math.max(...rows.flatMap((row) => [Number(row[3]), Number(row[6])]));
  const reached = worst <= maxSlowdown ? 'reached' : 'MISSED';
  console.log(`the slowest p95 is ${worst.toFixed(2)} times idle: ${reached} (at most ${maxSlowdown})`);
}
