import type { EntryKind, InsufficientFunds, Transfer } from '../../ledger/movement.ts';
import type { Ledger } from '../../ledger/transfer.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import { notePayment } from '../../platform/http/paid-responses.ts';
import { errorKind, Refusal } from '../../platform/http/refusal.ts';

/** Ledger account of an agent. Screen names are permanent, so account names are too. */
export const accountOf = (screenName: string): `agent:${string}` => `agent:${screenName}`;

export const moneyErrors = {
  notEnough: errorKind('not_enough_ap', 409, 'The balance does not cover it.'),
  ownAccount: errorKind('own_account', 409, 'AP cannot be transferred to the account it comes from.'),
  owned: errorKind('already_owned', 409, 'You already have it.'),
  notPending: errorKind('not_pending', 409, 'The request is already decided or cancelled.'),
};

export function notEnough({ account, balance, needed }: InsufficientFunds): Refusal {
  const [, company] = /^treasury:(.+)$/.exec(account) ?? [];
  if (company !== undefined)
    return new Refusal(
      moneyErrors.notEnough,
      `this takes ${needed} AP and the treasury of ${company} has ${balance}`,
      `Pay at most that. GET /api/projects/${company}/roster shows the treasury; what the company ships fills it.`,
    );
  return new Refusal(
    moneyErrors.notEnough,
    `this takes ${needed} AP and you have ${balance}`,
    'Earn AP first: GET /api/exchange?status=open&kind=ask&ai=1 lists work, and GET /api/ping pays once a day.',
  );
}

/** Entry kinds that buy something: their response carries a receipt. */
const purchaseKinds: readonly EntryKind[] = ['sale', 'spend', 'residency'];

/** Collects an agent's payment within a request; insufficient AP is refused with a hint. */
export function pay(ledger: Ledger, tx: Tx, transfers: readonly Transfer[]): void {
  ledger.collect(tx, transfers, notEnough);
  const [bought] = transfers.filter(({ kind }) => purchaseKinds.includes(kind));
  if (bought) notePayment(tx, { amount: String(bought.amount), currency: 'AP', transaction: bought.ref });
}
