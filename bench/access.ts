import { addAllies } from './allies.ts';
import { Child } from './child.ts';
import { HttpConnection } from './http-connection.ts';
import { rawRequest } from './load.ts';
import { readOptions } from './options.ts';
import { startPostgres } from './postgres.ts';
import { printTable } from './table.ts';

const defaults = { calls: 6_000, warmup: 1_000 };
const startMs = 30_000;
/** Below the quota of 100, so that every call is free. */
const callsPerKey = 95;
const targets = { free: 0.5, challenge: 2 };

/**
 * The cost that access control adds to a free call, and the cost of a challenge. The calls alternate, one at a time.
 */
export async function run(args: string[]): Promise<void> {
  const options = readOptions(args, defaults);
  const stops: (() => Promise<unknown>)[] = [];
  try {
    const postgres = await startPostgres();
    stops.push(() => postgres.stop());
    const databaseAddress = await postgres.withSchema('kith_bench');
    const total = options.calls + options.warmup;
    const keys = await addAllies(databaseAddress, Math.ceil(total / callsPerKey));
    const server = new Child('./access-server.ts');
    stops.push(() => server.stop());
    const { metered, bare } = await server.ask<{ metered: string; bare: string }>(
      { databaseAddress },
      startMs,
    );
    const [toMetered, toBare] = await Promise.all([
      HttpConnection.open(new URL(metered)),
      HttpConnection.open(new URL(bare)),
    ]);
    stops.push(async () => {
      toMetered.close();
      toBare.close();
    });
    const times = { free: [] as number[], bare: [] as number[], challenge: [] as number[] };
    const timed = async (connection: HttpConnection, request: string, status: number): Promise<number> => {
      const startedAt = performance.now();
      const got = await connection.send(request);
      if (got !== status) throw new Error(`${got} instead of ${status}: ${connection.refused}`);
      return performance.now() - startedAt;
    };
    for (let i = 0; i < total; i++) {
      const headers = { 'x-ally-key': keys[Math.floor(i / callsPerKey)]! };
      const asked = rawRequest('GET', '/echo?text=hello', { headers });
      const turn = {
        free: await timed(toMetered, asked, 200),
        bare: await timed(toBare, asked, 200),
        challenge: await timed(toMetered, rawRequest('GET', '/echo?text=hello'), 402),
      };
      if (i < options.warmup) continue;
      for (const name of ['free', 'bare', 'challenge'] as const) times[name].push(turn[name]);
    }
    report(times, options.calls);
  } finally {
    for (const stop of stops.reverse()) await stop().catch(console.error);
  }
}

function report(times: Record<'free' | 'bare' | 'challenge', number[]>, calls: number): void {
  const at = (values: number[], share: number) =>
    values[Math.min(values.length - 1, Math.floor(values.length * share))]!;
  const sorted = Object.fromEntries(
    Object.entries(times).map(([name, values]) => [name, values.toSorted((a, b) => a - b)]),
  ) as typeof times;
  const row = (title: string, values: number[]) => [
    title,
    at(values, 0.5),
    at(values, 0.95),
    at(values, 0.99),
  ];
  printTable(
    `${calls} calls of each, one after the other on one connection`,
    ['', 'p50 ms', 'p95 ms', 'p99 ms'],
    [
      row('the handler bare', sorted.bare),
      row('a free call with a key', sorted.free),
      row('a 402 challenge', sorted.challenge),
    ],
  );
  const added = at(sorted.free, 0.5) - at(sorted.bare, 0.5);
  const verdict = (ms: number, target: number) =>
    `${ms.toFixed(3)} ms, ${ms < target ? 'reached' : 'MISSED'} (target under ${target})`;
  console.log(`access control adds, median: ${verdict(added, targets.free)}`);
  console.log(`a challenge takes, median: ${verdict(at(sorted.challenge, 0.5), targets.challenge)}`);
}
