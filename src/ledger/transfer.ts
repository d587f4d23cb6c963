import type { Clock } from '../platform/clock.ts';
import { afterCommit, type Tx, violates } from '../platform/db/transaction.ts';
import { LockedBalances } from './balances.ts';
import { insertUnsealed } from './entry-rows.ts';
import { AlreadyMoved, type Transfer } from './movement.ts';

/** Moves AP inside the transaction of its cause. The entries are sealed into the chain moments after the commit. */
export interface Ledger {
  /**
   * All or none, once per transaction: accounts are locked in one order only if one call names them all. Collect the
   * transfers of a transaction and give them here together.
   */
  transfer(tx: Tx, transfers: readonly Transfer[]): Promise<void>;
}

/** A second call in one transaction locks accounts out of order, and deadlocks with others under load. */
class SecondTransfer extends Error {
  constructor() {
    super('a transaction moves AP in one transfer() call: collect its transfers and give them together');
  }
}

export function createLedger(parts: { clock: Clock; onUnsealed: () => void }): Ledger {
  const moved = new WeakSet<Tx>();
  return {
    async transfer(tx, transfers) {
      if (transfers.length === 0) return;
      if (moved.has(tx)) throw new SecondTransfer();
      moved.add(tx);
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
