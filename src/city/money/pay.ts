import { InsufficientFunds, type Transfer } from '../../ledger/movement.ts';
import type { Ledger } from '../../ledger/transfer.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import { notEnough } from './errors.ts';

/** Moves AP for an agent who is waiting for the answer: too little of it is the agent's to hear of. */
export async function pay(ledger: Ledger, tx: Tx, transfers: readonly Transfer[]): Promise<void> {
  try {
    await ledger.transfer(tx, transfers);
  } catch (error) {
    throw error instanceof InsufficientFunds ? notEnough(error) : error;
  }
}
