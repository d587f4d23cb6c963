import type { EntryKind, Transfer } from '../../ledger/movement.ts';
import type { Ledger } from '../../ledger/transfer.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import { notePayment } from '../../platform/http/paid-responses.ts';
import { notEnough } from './errors.ts';

/** Entry kinds that buy something: their response carries a receipt. */
const purchaseKinds: readonly EntryKind[] = ['sale', 'spend', 'residency'];

/** Collects an agent's payment within a request; insufficient AP is refused with a hint. */
export function pay(ledger: Ledger, tx: Tx, transfers: readonly Transfer[]): void {
  ledger.collect(tx, transfers, notEnough);
  const [bought] = transfers.filter(({ kind }) => purchaseKinds.includes(kind));
  if (bought) notePayment(tx, { amount: String(bought.amount), currency: 'AP', transaction: bought.ref });
}
