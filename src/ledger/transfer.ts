import type { Clock } from '../platform/clock.ts';
import {
  afterCommit,
  beforeCommit,
  type ClosingTx,
  sendOnly,
  type Tx,
  violates,
} from '../platform/db/transaction.ts';
import { LockedBalances } from './balances.ts';
import { credit, isOnlyCredit } from './credit.ts';
import { insertUnsealed } from './entry-rows.ts';
import { AlreadyMoved, InsufficientFunds, type Transfer } from './movement.ts';

/** What the caller is told when a transfer is not covered. */
type OnShortage = (error: InsufficientFunds) => Error;

/** Moves AP inside the transaction of its cause. The entries are sealed into the chain moments after the commit. */
export interface Ledger {
  /**
   * Adds to what the transaction moves, all or none. Nothing moves before its end: then the accounts of all its transfers
   * are locked once, in one order. No call moves AP earlier, so no two transactions wait for each other.
   */
  collect(tx: Tx, transfers: readonly Transfer[], onShortage?: OnShortage): void;
}

interface Collected {
  readonly transfer: Transfer;
  readonly onShortage: OnShortage | undefined;
}

export function createLedger(parts: { clock: Clock; onUnsealed: () => void }): Ledger {
  const pending = new WeakMap<Tx, Collected[]>();
  return {
    collect(tx, transfers, onShortage) {
      if (transfers.length === 0) return;
      const added = transfers.map((transfer) => ({ transfer, onShortage }));
      const known = pending.get(tx);
      if (known) return void known.push(...added);
      pending.set(tx, added);
      beforeCommit(tx, 'accounts', async (closing) => {
        // What is collected from here on is refused by beforeCommit, instead of lost.
        pending.delete(tx);
        await move(closing, added, parts.clock.now());
        afterCommit(tx, parts.onUnsealed);
      });
    },
  };
}

async function move(tx: ClosingTx, collected: readonly Collected[], at: Date): Promise<void> {
  const transfers = collected.map(({ transfer }) => transfer);
  if (isOnlyCredit(transfers)) credit(tx, transfers);
  else await moveLocked(tx, collected);
  const written = insertUnsealed(tx, transfers, at).catch((error: unknown) => {
    const isDouble = violates(error, 'ledger_entry_ref');
    throw isDouble ? new AlreadyMoved(transfers.map((each) => each.ref).join(', ')) : error;
  });
  sendOnly(tx, written);
}

/** Locks and reads the accounts first, because a paying account needs the balance. */
async function moveLocked(tx: ClosingTx, collected: readonly Collected[]): Promise<void> {
  const balances = await LockedBalances.lock(
    tx,
    collected.map(({ transfer }) => transfer),
  );
  for (const { transfer, onShortage } of collected) {
    try {
      balances.move(transfer);
    } catch (error) {
      throw error instanceof InsufficientFunds && onShortage ? onShortage(error) : error;
    }
  }
  balances.write(tx);
}
