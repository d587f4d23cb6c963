import { measureGrowth } from './ledger-growth.ts';
import { measureSealing } from './ledger-sealing.ts';
import { measureTransfers } from './ledger-transfers.ts';
import { measureVerification } from './ledger-verification.ts';
import { readOptions } from './options.ts';
import { startPostgres } from './postgres.ts';

const defaults = {
  seconds: 3,
  rounds: 5,
  /** Accounts that the spread case spreads over. */
  accounts: 1000,
  /** Of the export that is verified. */
  verified: 300_000,
  /** The larger of the two ledgers whose transfers are compared. */
  entries: 5_000_000,
  'log-level': 'info',
  'cpu-prof': '',
  'install-pgbench': false,
  /** Only the parts named, separated by commas. */
  only: 'transfers,sealing,verification,growth',
};

export type LedgerOptions = { [K in keyof typeof defaults]: (typeof defaults)[K] };

/** What a transfer costs: through HTTP, without it, in PostgreSQL's own benchmark; on a short and on a long ledger. */
export async function run(args: string[]): Promise<void> {
  const options = readOptions(args, defaults);
  const parts = {
    transfers: measureTransfers,
    sealing: measureSealing,
    verification: measureVerification,
    growth: measureGrowth,
  };
  const postgres = await startPostgres();
  try {
    for (const [name, measure] of Object.entries(parts)) {
      if (options.only.split(',').includes(name)) await measure(postgres, options);
    }
  } finally {
    await postgres.stop();
  }
}
