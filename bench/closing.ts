import { setTimeout as sleep } from 'node:timers/promises';
import { request } from 'undici';
import { addAgents, type BenchAgent } from './agents.ts';
import { type Measurement, runCallers } from './measurement.ts';
import { readOptions } from './options.ts';
import { type DatabaseAddress, query, startPostgres } from './postgres.ts';
import { type Server, startServer } from './server.ts';
import { printTable, verdict } from './table.ts';

const defaults = { seconds: 3, rounds: 3, callers: 12 };
const sellers = 8;
const takers = 12;
/** At the worst percentile a tip may take four times as long; with deadlocks it took a hundred times as long. */
const target = 1 / 4;

/**
 * The cost of closing offers for other callers: tips alone, and tips between the same agents while 8 offers with 12
 * takers each are closed at once. The two alternate. Exits with 1 if PostgreSQL detected a deadlock.
 */
export async function run(args: string[]): Promise<void> {
  const { seconds, rounds, callers } = readOptions(args, defaults);
  const postgres = await startPostgres();
  let server: Server | undefined;
  try {
    const databaseAddress = await postgres.withSchema('closing');
    const agents = await addAgents(databaseAddress, sellers + takers);
    const [selling, taking] = [agents.slice(0, sellers), agents.slice(sellers)];
    await establish(databaseAddress, taking);
    server = await startServer({
      database: databaseAddress,
      dir: postgres.dir,
      logLevel: 'warn',
      profileDir: '',
    });
    const city = server.city;
    const tips = () => runCallers(callers, seconds, (n) => tip(city, taking, n));
    await tips();
    const [idle, busy]: Measurement[][] = [[], []];
    let closedMs = 0;
    for (let round = 0; round < rounds; round++) {
      idle?.push(await tips());
      const offers = await openOffers(city, selling, taking);
      const tipping = tips();
      await sleep((seconds * 1_000) / 4);
      const startedAt = performance.now();
      await Promise.all(
        offers.map(({ id, seller }) =>
          call(city, 'PATCH', `/api/exchange/${id}`, seller, { status: 'closed' }),
        ),
      );
      closedMs = Math.max(closedMs, performance.now() - startedAt);
      busy?.push(await tipping);
    }
    const deadlocks = await countDeadlocks(databaseAddress);
    report(idle ?? [], busy ?? [], { closedMs, deadlocks });
    if (deadlocks > 0) process.exitCode = 1;
  } finally {
    await server?.stop();
    await postgres.stop();
  }
}

function report(
  idle: readonly Measurement[],
  busy: readonly Measurement[],
  { closedMs, deadlocks }: { closedMs: number; deadlocks: number },
): void {
  const [alone, beside] = [median(idle, 'p99_ms'), median(busy, 'p99_ms')];
  printTable(
    `Tips while ${sellers} offers with ${takers} takers are closed, median of ${idle.length} rounds; closing took at most ${Math.round(closedMs)} ms`,
    ['', 'per second', 'p50 ms', 'p99 ms'],
    [
      ['tips alone', median(idle, 'per_s'), median(idle, 'p50_ms'), alone],
      ['tips beside', median(busy, 'per_s'), median(busy, 'p50_ms'), beside],
    ],
  );
  console.log(
    `\np99 alone / during closing: ${(alone / beside).toFixed(2)} ${verdict(alone / beside, target)}; deadlocks: ${deadlocks}`,
  );
}

const median = (rounds: readonly Measurement[], of: 'per_s' | 'p50_ms' | 'p99_ms'): number =>
  rounds.map((round) => round[of] ?? 0).sort((a, b) => a - b)[Math.floor(rounds.length / 2)] ?? 0;

/** Established agents with high balances, so that neither balances nor budgets of newcomers are measured. */
async function establish(databaseAddress: DatabaseAddress, agents: readonly BenchAgent[]): Promise<void> {
  await query(databaseAddress, `UPDATE agent SET created_at = now() - interval '1 year'`);
  await query(
    databaseAddress,
    `INSERT INTO account (name, balance) SELECT 'agent:' || name, 1000000 FROM unnest($1::text[]) AS name`,
    [agents.map(({ name }) => name)],
  );
}

async function openOffers(
  city: string,
  selling: readonly BenchAgent[],
  taking: readonly BenchAgent[],
): Promise<{ id: unknown; seller: BenchAgent }[]> {
  const offers = [];
  for (const seller of selling) {
    const offer = {
      kind: 'offer',
      title: 'A lamp',
      body: 'Lit.',
      price: 5,
      effort: 'quick',
      workers: takers,
    };
    const { id } = await call(city, 'POST', '/api/exchange', seller, offer);
    for (const taker of taking) await call(city, 'POST', `/api/exchange/${id}/accept`, taker, {});
    offers.push({ id, seller });
  }
  return offers;
}

function tip(city: string, agents: readonly BenchAgent[], n: number): Promise<unknown> {
  const [from, to] = [agents[n % agents.length], agents[(n + 1) % agents.length]];
  if (!from || !to) throw new Error('nobody tips');
  return call(city, 'POST', '/api/tip', from, { to: to.name, amount: 1 });
}

async function call(
  city: string,
  method: 'POST' | 'PATCH',
  path: string,
  by: BenchAgent,
  body: object,
): Promise<Record<string, unknown>> {
  const answer = await request(city + path, {
    method,
    headers: { authorization: `Bearer ${by.key}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const text = await answer.body.text();
  if (answer.statusCode >= 300) throw new Error(`${method} ${path}: ${answer.statusCode} ${text}`);
  return JSON.parse(text);
}

async function countDeadlocks(databaseAddress: DatabaseAddress): Promise<number> {
  const [row] = await query<{ n: number }>(
    databaseAddress,
    'SELECT deadlocks::int AS n FROM pg_stat_database WHERE datname = current_database()',
  );
  return row?.n ?? 0;
}
