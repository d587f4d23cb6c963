import { sql } from 'kysely';
import { compiledStatement } from '../platform/db/compiled-statement.ts';
import { type ClosingTx, pipelineWrite, type Tx } from '../platform/db/transaction.ts';
import {
  type AccountName,
  entryKinds,
  isSystemAccount,
  requireSealable,
  type SystemAccount,
  type Transfer,
} from './movement.ts';
import { moveSystemAccounts } from './system-accounts.ts';

/** Whether only system accounts pay, so that no balance has to be checked. */
export const isOnlyCredit = (transfers: readonly Transfer[]): boolean =>
  transfers.every(({ kind, from }) => isSystemAccount(from) && !entryKinds[kind].returns);

/** In name order, as all transactions lock accounts. */
const addToAccounts = compiledStatement(
  (_: Tx, { names, amounts }: { names: AccountName[]; amounts: number[] }) => sql`
    INSERT INTO account (name, balance, earned)
    SELECT name, amount, amount FROM unnest(${names}::text[], ${amounts}::bigint[]) AS t (name, amount)
    ORDER BY name COLLATE "C"
    ON CONFLICT (name, shard) DO UPDATE
      SET balance = account.balance + excluded.balance, earned = account.earned + excluded.earned`,
);

/** Adds to accounts, creating those that are missing, without waiting for a result. */
export function credit(tx: ClosingTx, transfers: readonly Transfer[]): void {
  const accounts = new Map<AccountName, number>();
  const systemAccounts = new Map<SystemAccount, number>();
  for (const transfer of transfers) {
    requireSealable(transfer);
    const { from, to, amount } = transfer;
    if (isSystemAccount(from)) addTo(systemAccounts, from, -amount);
    if (isSystemAccount(to)) addTo(systemAccounts, to, amount);
    else addTo(accounts, to, amount);
  }
  if (accounts.size > 0)
    pipelineWrite(tx, addToAccounts(tx, { names: [...accounts.keys()], amounts: [...accounts.values()] }));
  if (systemAccounts.size > 0) pipelineWrite(tx, moveSystemAccounts(tx, systemAccounts));
}

const addTo = <K>(sums: Map<K, number>, key: K, amount: number) =>
  sums.set(key, (sums.get(key) ?? 0) + amount);
