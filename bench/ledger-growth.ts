import { addAgents } from './agents.ts';
import { checkLedgerEnd, fillLedger } from './chain.ts';
import { Child } from './child.ts';
import type { DirectPlan } from './direct-sequencer.ts';
import type { LedgerOptions } from './ledger.ts';
import type { Measured } from './measured.ts';
import { type Place, type Postgres, query } from './postgres.ts';
import { interleave, progress, type Subject } from './rounds.ts';
import { printTable, verdict } from './table.ts';

const shortEntries = 10_000;
const graceMs = 60_000;
const callersOf = [1, 64];
/** "Does not grow", with room for the noise of a machine. */
const target = 0.8;
const checkedEntries = 100_000;

/** The same transfers on a short ledger and on a long one, in turn, on one PostgreSQL. */
export async function measureGrowth(postgres: Postgres, options: LedgerOptions): Promise<void> {
  const { seconds, rounds, entries } = options;
  const template = await postgres.withSchema('short_template');
  const names = (await addAgents(template, options.accounts)).map((agent) => agent.name);
  const long = await postgres.copyOf(template, 'long_bench');
  await fillLedger(template, postgres.dir, names, shortEntries);
  const filled_s = await fillLedger(long, postgres.dir, names, entries, (done) =>
    progress(`${done} of ${entries} entries`),
  );
  console.log(
    `\nA chain of ${entries.toLocaleString('en-US')} entries: filled in ${Math.round(filled_s)} s, ${await sizesOf(long)}`,
  );

  const direct = new Child('./direct-sequencer.ts');
  try {
    const short: Place = { ...template, database: 'short_bench' };
    const subject = (length: 'short' | 'long', callers: number): Subject => {
      const plan: DirectPlan = {
        place: length === 'short' ? short : long,
        callers,
        seconds,
        names,
        hot: false,
      };
      return {
        name: `${length}, ${callers}`,
        // A short ledger is long after one round, so each round has a new one.
        ...(length === 'short' && {
          prepare: async () => void (await postgres.copyOf(template, short.database)),
        }),
        run: () => direct.ask<Measured>(plan, seconds * 1000 + graceMs),
      };
    };
    const subjects = callersOf.flatMap((callers) => [subject('short', callers), subject('long', callers)]);
    const result = await interleave(subjects, rounds);
    await checkLedgerEnd(long, checkedEntries);
    printTable(
      `Growth: the Sequencer on ${shortEntries.toLocaleString('en-US')} and on ${entries.toLocaleString('en-US')} entries, median of ${rounds} rounds of ${seconds} s`,
      [
        'callers',
        'short: a second',
        'µs each',
        'long: a second',
        'µs each',
        'cost long / short',
        'speed long / short',
      ],
      callersOf.map((callers) => {
        const [a, b] = [result(`short, ${callers}`).per_s, result(`long, ${callers}`).per_s];
        return [
          String(callers),
          a,
          1e6 / a,
          b,
          1e6 / b,
          a / b,
          `${(b / a).toFixed(2)} ${verdict(b / a, target)}`,
        ];
      }),
    );
  } finally {
    await direct.stop();
  }
}

async function sizesOf(place: Place): Promise<string> {
  const [row] = await query<{ heap: string; indexes: string }>(
    place,
    `SELECT pg_size_pretty(pg_table_size('ledger_entry')) AS heap, pg_size_pretty(pg_indexes_size('ledger_entry')) AS indexes`,
  );
  return `${row!.heap} of rows and ${row!.indexes} of indexes`;
}
