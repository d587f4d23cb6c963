import { sql } from 'kysely';
import type { Clock } from '../platform/clock.ts';
import { afterCommit, type Tx, violates } from '../platform/db/transaction.ts';
import { LockedBalances } from './balances.ts';
import { AlreadyMoved, type Transfer } from './movement.ts';

/** Moves AP inside the transaction of what caused it. The entries are sealed into the chain moments after the commit. */
export interface Ledger {
  /** All or none. Give all movements of a cause at once: their accounts are then locked in one order. */
  transfer(tx: Tx, transfers: readonly Transfer[]): Promise<void>;
}

export function createLedger(parts: { clock: Clock; onUnsealed: () => void }): Ledger {
  return {
    async transfer(tx, transfers) {
      const balances = await LockedBalances.lock(tx, transfers);
      for (const transfer of transfers) balances.move(transfer);
      await balances.write(tx);
      await insertUnsealed(tx, transfers, parts.clock.now());
      afterCommit(tx, parts.onUnsealed);
    },
  };
}

/** After the locks, never before: ids are the order in which the sealer will take them. */
async function insertUnsealed(tx: Tx, transfers: readonly Transfer[], at: Date): Promise<void> {
  try {
    await sql`
      INSERT INTO ledger_entry (at, kind, from_account, to_account, amount, memo, ref)
      SELECT ${at}::timestamptz, kind, giver, taker, amount, memo, ref
      FROM unnest(${transfers.map((each) => each.kind)}::text[], ${transfers.map((each) => each.from)}::text[],
        ${transfers.map((each) => each.to)}::text[], ${transfers.map((each) => each.amount)}::bigint[],
        ${transfers.map((each) => each.memo ?? null)}::text[], ${transfers.map((each) => each.ref)}::text[])
        WITH ORDINALITY AS t (kind, giver, taker, amount, memo, ref, place)
      ORDER BY place`.execute(tx);
  } catch (error) {
    throw violates(error, 'ledger_entry_ref')
      ? new AlreadyMoved(transfers.map((each) => each.ref).join(', '))
      : error;
  }
}
