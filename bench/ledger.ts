import { measureGrowth } from './ledger-growth.ts';
import { defaults } from './ledger-options.ts';
import { measureSealing } from './ledger-sealing.ts';
import { measureTransfers } from './ledger-transfers.ts';
import { measureTrust } from './ledger-trust.ts';
import { measureVerification } from './ledger-verification.ts';
import { readOptions } from './options.ts';
import { startPostgres } from './postgres.ts';

/**
 * The cost of a transfer: through HTTP, without it, and in PostgreSQL's own benchmark; on a short and on a long ledger.
 */
export async function run(args: string[]): Promise<void> {
  const options = readOptions(args, defaults);
  const parts = {
    transfers: measureTransfers,
    sealing: measureSealing,
    verification: measureVerification,
    trust: measureTrust,
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
