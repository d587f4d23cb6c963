import { type EntryKind, InsufficientFunds, type Transfer } from '../../ledger/movement.ts';
import type { Ledger } from '../../ledger/transfer.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import { notePayment } from '../../platform/http/paid.ts';
import { notEnough } from './errors.ts';

/** What AP buys: the answer carries a receipt. */
const purchases: readonly EntryKind[] = ['sale', 'spend', 'residency'];

/** Moves AP for an agent who is waiting for the answer: too little of it is the agent's to hear of. */
export async function pay(ledger: Ledger, tx: Tx, transfers: readonly Transfer[]): Promise<void> {
  try {
    await ledger.transfer(tx, transfers);
    const [bought] = transfers.filter(({ kind }) => purchases.includes(kind));
    if (bought) notePayment(tx, { amount: String(bought.amount), currency: 'AP', transaction: bought.ref });
  } catch (error) {
    throw error instanceof InsufficientFunds ? notEnough(error) : error;
  }
}
