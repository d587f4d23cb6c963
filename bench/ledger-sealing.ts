import { addAgents } from './agents.ts';
import { checkLedgerEnd, fillLedger } from './chain.ts';
import { Child } from './child.ts';
import type { LedgerOptions } from './ledger-options.ts';
import type { Measurement } from './measurement.ts';
import type { Postgres } from './postgres.ts';
import { interleave, type Subject } from './rounds.ts';
import type { SealingPlan } from './sealing-process.ts';
import { printTable } from './table.ts';

const graceMs = 30_000;
const checkedEntries = 100_000;
/** The requirement: sealed within a second of commit. */
const targetMs = 1_000;

const cases: Record<string, Pick<SealingPlan, 'tippers' | 'movers' | 'pauseMs' | 'lost'>> = {
  'at rest, one business movement at a time': { tippers: 0, movers: 1, pauseMs: 50, lost: false },
  'business movements under 64 callers of tips': { tippers: 64, movers: 4, pauseMs: 0, lost: false },
  '64 callers of business movements': { tippers: 0, movers: 64, pauseMs: 0, lost: false },
  'wake-up lost, found by the poll': { tippers: 0, movers: 4, pauseMs: 50, lost: true },
};

/**
 * Time from the commit of an entry to its place in the chain. A batched entry (a tip) gets its place in the commit
 * itself.
 */
export async function measureSealing(postgres: Postgres, options: LedgerOptions): Promise<void> {
  const { seconds, rounds } = options;
  const databaseAddress = await postgres.withSchema('sealing_bench');
  const names = (await addAgents(databaseAddress, options.accounts)).map((agent) => agent.name);
  await fillLedger(databaseAddress, names, names.length);
  const child = new Child('./sealing-process.ts');
  try {
    const subjects = Object.entries(cases).map(
      ([name, load]): Subject => ({
        name,
        run: () =>
          child.ask<Measurement>({ databaseAddress, names, seconds, ...load }, seconds * 1000 + graceMs),
      }),
    );
    const result = await interleave(subjects, rounds);
    await checkLedgerEnd(databaseAddress, checkedEntries);
    printTable(
      `From commit to seal: median of ${rounds} rounds of ${seconds} s, and the longest of all`,
      ['', 'entries', 'p50 ms', 'p99 ms', 'max ms', ''],
      [
        ['batched (tips): sealed by their own commit', undefined, 0, 0, 0, ''],
        ...subjects.map(({ name }) => {
          const { count, p50_ms, p99_ms, max_ms } = result(name);
          const reached = (max_ms ?? Number.POSITIVE_INFINITY) <= targetMs ? 'reached' : 'MISSED';
          return [name, count, p50_ms, p99_ms, max_ms, `${reached} (target ${targetMs} ms)`];
        }),
      ],
    );
  } finally {
    await child.stop();
  }
}
