import { addAgents, type BenchAgent } from './agents.ts';
import { checkLedgerEnd, fillLedger } from './chain.ts';
import { Child } from './child.ts';
import { withCpu } from './cpu.ts';
import type { DirectPlan } from './direct-sequencer.ts';
import { recordComparison } from './figures.ts';
import type { LedgerOptions } from './ledger-options.ts';
import { Load, rawRequest } from './load.ts';
import type { Measurement } from './measurement.ts';
import { findPgbench, Pgbench } from './pgbench.ts';
import { type DatabaseAddress, type Postgres, query } from './postgres.ts';
import { interleave, type Subject } from './rounds.ts';
import { type Server, startServer } from './server.ts';
import { printTable, verdict } from './table.ts';

const callersOf = [1, 16, 64];
const most = 64;
const graceMs = 30_000;
const ofCeiling = { spread: 0.6, hot: 0.55 };
const ofSpread = 0.5;
const checkedEntries = 100_000;
/** Number of different requests per connection. */
const requestsEach = 32;

/** Tips over HTTP, compared with the Sequencer alone and with pgbench, on the same PostgreSQL. */
export async function measureTransfers(postgres: Postgres, options: LedgerOptions): Promise<void> {
  const { seconds, rounds } = options;
  const stops: (() => Promise<unknown>)[] = [];
  try {
    const database = await postgres.withSchema('kith_bench');
    const agents = await addAgents(database, options.accounts);
    const names = agents.map((agent) => agent.name);
    await fillLedger(database, names, names.length);
    const directDatabase = await postgres.copyOf(database, 'direct_bench');

    const [load, direct] = [new Load(), new Child('./direct-sequencer.ts')];
    stops.push(() => Promise.all([load.stop(), direct.stop()]));
    const pgbench = await preparePgbench(postgres, options);
    const [logLevel, profileDir] = [options['log-level'], options['cpu-prof']];
    const server = await startServer({ database, dir: postgres.dir, logLevel, profileDir });
    stops.push(() => server.stop());

    const http = [false, true].flatMap((hot) =>
      callersOf.map((callers) => overHttp({ server, database, load, agents, callers, seconds, hot })),
    );
    const straight = [false, true].flatMap((hot) =>
      [1, most].map((callers): Subject => {
        const plan: DirectPlan = { databaseAddress: directDatabase, callers, seconds, names, hot };
        return {
          name: subjectName('Sequencer', callers, hot),
          run: () => withCpu(direct.pid, () => direct.ask<Measurement>(plan, seconds * 1000 + graceMs)),
        };
      }),
    );
    const foreign = (['tpcb-like', 'spread', 'hot'] as const).map(
      (script): Subject => ({
        name: script === 'tpcb-like' ? 'pgbench tpcb-like' : subjectName('pgbench', most, script === 'hot'),
        run: () => pgbench!.run(script, most, seconds),
      }),
    );
    const subjects = [...http, ...straight, ...(pgbench ? foreign : [])];
    const result = await interleave(subjects, rounds);
    for (const databaseAddress of [database, directDatabase])
      await checkLedgerEnd(databaseAddress, checkedEntries);
    report(subjects, result, options, pgbench !== undefined);
  } finally {
    for (const stop of stops.reverse()) await stop().catch(console.error);
  }
}

const subjectName = (what: string, callers: number, hot: boolean) =>
  `${what}, ${callers} caller${callers === 1 ? '' : 's'}, ${hot ? 'one hot account' : 'spread'}`;

async function preparePgbench(postgres: Postgres, options: LedgerOptions): Promise<Pgbench | undefined> {
  const program = await findPgbench({ install: options['install-pgbench'] });
  if (!program) return undefined;
  return Pgbench.prepare(program, await postgres.create('pgbench'), postgres.dir);
}

interface HttpPlan {
  readonly server: Server;
  readonly database: DatabaseAddress;
  readonly load: Load;
  readonly agents: readonly BenchAgent[];
  readonly callers: number;
  readonly seconds: number;
  readonly hot: boolean;
}

function overHttp({ server, database, load, agents, callers, seconds, hot }: HttpPlan): Subject {
  const requests = Array.from({ length: callers }, (_, caller) =>
    Array.from({ length: requestsEach }, (_, i) => {
      const n = caller * requestsEach + i;
      // The first account only receives.
      const from = 1 + ((n * 7919) % (agents.length - 1));
      const to = hot ? 0 : (from + 1 + ((n * 104_729) % (agents.length - 1))) % agents.length;
      return rawRequest('POST', '/api/tip', {
        key: agents[from]!.key,
        body: { to: agents[to]!.name, amount: 1 },
      });
    }),
  );
  return {
    name: subjectName('HTTP', callers, hot),
    async run() {
      const before = await sizeOf(database);
      const measured = await withCpu(server.pid, () => load.run({ url: server.city, seconds, requests }));
      const added = (await sizeOf(database)) - before;
      if (added !== measured.count)
        throw new Error(`${measured.count} tips were acknowledged and ${added} entries committed`);
      return measured;
    },
  };
}

async function sizeOf(database: DatabaseAddress): Promise<number> {
  const [head] = await query<{ size: string }>(database, 'SELECT size FROM ledger_head');
  return Number(head!.size);
}

function report(
  subjects: readonly Subject[],
  result: (name: string) => Measurement,
  { accounts, rounds, seconds }: LedgerOptions,
  hasPgbench: boolean,
): void {
  const rate = (what: string, hot: boolean, callers = most) => result(subjectName(what, callers, hot)).per_s;
  const cpu = (what: string, hot: boolean) => result(subjectName(what, most, hot)).cpu_us ?? Number.NaN;
  const ceiling = rate('Sequencer', false);
  printTable(
    `Committed tips: ${accounts} accounts, median of ${rounds} rounds of ${seconds} s`,
    ['', 'a second', 'p50 ms', 'p99 ms', 'CPU µs', 'of the ceiling'],
    subjects.map(({ name }) => {
      const { per_s, p50_ms, p99_ms, cpu_us } = result(name);
      return [name, per_s, p50_ms, p99_ms, cpu_us, (per_s / ceiling).toFixed(2)];
    }),
  );
  if (!hasPgbench) console.log('pgbench: not installed (--install-pgbench installs it by apt)');
  for (const [figure, isHot] of [
    ['POST /api/tip, 1,000 accounts', false],
    ['POST /api/tip, one hot account', true],
  ] as const) {
    const [tips, direct] = ['HTTP', 'Sequencer'].map((what) => result(subjectName(what, most, isHot)));
    recordComparison(figure, 'the Sequencer without HTTP', tips!, direct!, {
      rate: isHot ? ofCeiling.hot : ofCeiling.spread,
    });
  }
  const ratios: [string, number, number | undefined][] = [
    ['HTTP at 64 callers / Sequencer at 64, spread', rate('HTTP', false) / ceiling, ofCeiling.spread],
    [
      'HTTP at 64 callers / Sequencer at 64, hot',
      rate('HTTP', true) / rate('Sequencer', true),
      ofCeiling.hot,
    ],
    ['the same by CPU, spread', cpu('Sequencer', false) / cpu('HTTP', false), ofCeiling.spread],
    ['the same by CPU, hot', cpu('Sequencer', true) / cpu('HTTP', true), ofCeiling.hot],
    ['hot / spread, HTTP at 64 callers', rate('HTTP', true) / rate('HTTP', false), ofSpread],
    ['hot / spread, Sequencer at 64', rate('Sequencer', true) / ceiling, ofSpread],
  ];
  if (hasPgbench) {
    ratios.push(
      [
        'HTTP at 64 callers / pgbench transfer, spread',
        rate('HTTP', false) / rate('pgbench', false),
        undefined,
      ],
      ['HTTP at 64 callers / pgbench transfer, hot', rate('HTTP', true) / rate('pgbench', true), undefined],
      [
        'HTTP at 64 callers / pgbench tpcb-like',
        rate('HTTP', false) / result('pgbench tpcb-like').per_s,
        undefined,
      ],
    );
  }
  printTable(
    'Ratios',
    ['', 'ratio', ''],
    ratios.map(([name, ratio, target]) => [name, ratio, target === undefined ? '' : verdict(ratio, target)]),
  );
}
