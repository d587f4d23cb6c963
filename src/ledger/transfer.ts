import type { Clock } from '../platform/clock.ts';
import { afterCommit, type Tx, violates } from '../platform/db/transaction.ts';
import { LockedBalances } from './balances.ts';
import { insertUnsealed } from './entry-rows.ts';
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
      await insertUnsealed(tx, transfers, parts.clock.now()).catch((error: unknown) => {
        const isDouble = violates(error, 'ledger_entry_ref');
        throw isDouble ? new AlreadyMoved(transfers.map((each) => each.ref).join(', ')) : error;
      });
      afterCommit(tx, parts.onUnsealed);
    },
  };
}
