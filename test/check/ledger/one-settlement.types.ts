/** Checked only by tsc: each line that must not compile is marked, and tsc fails once one of them compiles. */
import type { addUses } from '../../../src/city/economy/budgets.ts';
import type { addCounts } from '../../../src/city/jobs/records.ts';
import type { LockedBalances } from '../../../src/ledger/balances.ts';
import type { Transfer } from '../../../src/ledger/movement.ts';
import type { Ledger } from '../../../src/ledger/transfer.ts';
import { deferResult, type Transact, type Tx } from '../../../src/platform/db/transaction.ts';

interface Dependencies {
  readonly transaction: Transact;
  readonly ledger: Ledger;
  readonly balances: typeof LockedBalances;
  readonly addCounts: typeof addCounts;
  readonly addUses: typeof addUses;
  readonly tip: Transfer;
}

/** During a transaction AP can only be collected: no call moves it, so there is no second one either. */
export async function midway(tx: Tx, deps: Dependencies): Promise<void> {
  deps.ledger.collect(tx, [deps.tip]);
  deps.ledger.collect(tx, [deps.tip]);
  // @ts-expect-error There is no call that moves AP at once.
  await deps.ledger.transfer(tx, [deps.tip]);
  // @ts-expect-error Accounts are locked at the end of a transaction only.
  await deps.balances.lock(tx, [deps.tip]);
  // @ts-expect-error So are the counters of agents.
  await deps.addCounts(tx, [{ agentId: 1, counter: 'approved' }]);
  // @ts-expect-error So are the budgets of the city.
  await deps.addUses(tx, new Map(), '2026-01-01');
}

/** At the end the transaction proves by its type that locks are taken last. */
export const atItsEnd = ({ transaction, balances, tip }: Dependencies) =>
  transaction(async () => deferResult((closing) => balances.lock(closing, [tip])));

/** Only a transaction can be at its end: the proof cannot be constructed. */
export function forged(tx: Tx, { balances, tip }: Dependencies) {
  // @ts-expect-error A transaction in the middle is not a closing one.
  const closing: Parameters<typeof balances.lock>[0] = tx;
  return balances.lock(closing, [tip]);
}
