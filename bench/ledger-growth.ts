import { addAgents } from './agents.ts';
import { checkLedgerEnd, fillLedger } from './chain.ts';
import { Child } from './child.ts';
import type { DirectPlan } from './direct-sequencer.ts';
import type { LedgerOptions } from './ledger-options.ts';
import type { Measurement } from './measurement.ts';
import { type DatabaseAddress, type Postgres, query } from './postgres.ts';
import { median, progress } from './rounds.ts';
import { type Cell, printTable, verdict } from './table.ts';
import { type WorkDone, withWorkDone } from './work-done.ts';

const shortEntries = 10_000;
const graceMs = 60_000;
/** Few enough that the short ledger is still short at the end of a run. */
const transfersOf = new Map([
  [1, 400],
  [64, 6_000],
]);
const maxCallers = 64;
const warmUpShare = 0.25;
/** The limit for "does not grow", with a margin for noise; the difference between two short ledgers is printed next to it. */
const maxGrowth = 1.02;
const checkedEntries = 100_000;

type Run = Measurement & WorkDone & { us: number };

interface Case {
  readonly name: string;
  readonly callers: number;
  /**
   * Begins each run with a checkpoint, because the first change of a page after a checkpoint writes the whole page into
   * the WAL.
   */
  readonly checkpoint: boolean;
}

/** Orders of short, twin and long: each is first, second and last equally often. */
const orders = [
  [0, 2, 1],
  [2, 1, 0],
  [1, 0, 2],
] as const;

const cases: readonly Case[] = [
  { name: '1 caller', callers: 1, checkpoint: false },
  { name: '64 callers', callers: 64, checkpoint: false },
  { name: '64 callers, right after a checkpoint', callers: 64, checkpoint: true },
];

/** One round: the same load on a short ledger, on a copy of it, and on the long one. */
interface Round {
  readonly short: Run;
  readonly twin: Run;
  readonly long: Run;
}

/**
 * The same transfers on a short and on a long ledger, side by side on one PostgreSQL and in a different order in each
 * round, so that other load on the machine affects both. The ratio is calculated per round. A second short ledger in
 * every round shows how much two equal ledgers differ.
 */
export async function measureGrowth(postgres: Postgres, options: LedgerOptions): Promise<void> {
  const { rounds, entries } = options;
  const template = await postgres.withSchema('short_template');
  const names = (await addAgents(template, options.accounts)).map((agent) => agent.name);
  const long = await postgres.copyOf(template, 'long_bench');
  await fillLedger(template, names, shortEntries);
  const filled_s = await fillLedger(long, names, entries, (done) =>
    progress(`${done} of ${entries} entries`),
  );
  console.log(
    `\nA chain of ${entries.toLocaleString('en-US')} entries: filled in ${Math.round(filled_s)} s, ${await sizesOf(long)}`,
  );
  const direct = new Child('./direct-sequencer.ts');
  const transfer = async (databaseAddress: DatabaseAddress, callers: number): Promise<Run> => {
    const most = transfersOf.get(callers)!;
    const warmUp = most * warmUpShare;
    const plan: DirectPlan = {
      databaseAddress,
      callers,
      seconds: graceMs / 1000,
      names,
      hot: false,
      most,
      warmUp,
    };
    const run = await withWorkDone(databaseAddress, async () => {
      const measured = await direct.ask<Measurement>(plan, 2 * graceMs);
      // The warm-up is counted too, so its cost is spread over all calls.
      return { ...measured, count: measured.count + warmUp };
    });
    return { ...run, us: 1e6 / run.per_s };
  };
  try {
    let copies = 0;
    for (const { name, callers, checkpoint } of cases) {
      const done: Round[] = [];
      // PostgreSQL starts no checkpoint by itself for some minutes from here, and every page in use has changed once
      // since the last.
      await query(long, 'CHECKPOINT');
      await transfer(long, maxCallers);
      for (let round = 1; round <= rounds; round++) {
        // A new name each time: dropping a database makes a checkpoint.
        const copy = () => postgres.copyOf(template, `short_bench_${++copies}`, 'wal_log');
        const [short, twin] = [await copy(), await copy()];
        const runs = new Map<DatabaseAddress, Run>();
        for (const databaseAddress of orders[round % orders.length]!.map((at) => [short, twin, long][at]!)) {
          if (checkpoint) await query(databaseAddress, 'CHECKPOINT');
          runs.set(databaseAddress, await transfer(databaseAddress, callers));
        }
        done.push({ short: runs.get(short)!, twin: runs.get(twin)!, long: runs.get(long)! });
        progress(`round ${round} of ${rounds}: ${name}`);
      }
      report(name, done, { entries, judged: !checkpoint });
    }
    progress('');
    await checkLedgerEnd(long, checkedEntries);
  } finally {
    await direct.stop();
  }
}

const measures: [name: string, of: (run: Run) => number][] = [
  ['µs', (run) => run.us],
  ['WAL bytes', (run) => run.wal_bytes],
  ['full pages in the WAL', (run) => run.full_pages],
  ['pages looked at', (run) => run.buffers],
  ['pages not in memory', (run) => run.pages_read],
];

function report(
  name: string,
  rounds: readonly Round[],
  { entries, judged }: { entries: number; judged: boolean },
): void {
  printTable(
    `Growth: a transfer on ${shortEntries.toLocaleString('en-US')} and on ${entries.toLocaleString('en-US')} entries, ${name}, ${rounds.length} rounds`,
    ['for each transfer', 'short', 'long', 'long / short', 'least', 'most', 'short / short', ''],
    measures.map(([measure, of], i): Cell[] => {
      // There is no ratio for an operation that the short ledger never runs.
      const ratios = rounds.map(({ short, long }) => of(long) / of(short)).filter(Number.isFinite);
      const noise = rounds.map(({ short, twin }) => of(twin) / of(short)).filter(Number.isFinite);
      const ratio = median(ratios) ?? Number.NaN;
      return [
        measure,
        median(rounds.map(({ short }) => of(short))),
        median(rounds.map(({ long }) => of(long))),
        ...(ratios.length === 0
          ? [undefined, undefined, undefined]
          : [ratio, Math.min(...ratios), Math.max(...ratios)].map((each) => each.toFixed(3))),
        median(noise)?.toFixed(3),
        judged && i === 0
          ? verdict(maxGrowth / ratio, 1).replace('(target 1)', `(at most ${maxGrowth})`)
          : '',
      ];
    }),
  );
}

async function sizesOf(databaseAddress: DatabaseAddress): Promise<string> {
  const rows = await query<{ name: string; size: string }>(
    databaseAddress,
    `SELECT relname AS name, pg_size_pretty(pg_relation_size(oid)) AS size FROM pg_class
     WHERE (relname LIKE 'ledger_entry%' OR relname LIKE 'ledger_account_list%') AND relkind IN ('r', 'i') ORDER BY pg_relation_size(oid) DESC`,
  );
  return rows.map(({ name, size }) => `${name} ${size}`).join(', ');
}
