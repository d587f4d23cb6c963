import { sql } from 'kysely';
import type { Clock } from '../platform/clock.ts';
import { compiledStatement } from '../platform/db/compiled-statement.ts';
import {
  afterCommit,
  beforeCommit,
  type ClosingTx,
  pipelineWrite,
  type Tx,
  violatesConstraint,
} from '../platform/db/transaction.ts';
import { LockedBalances } from './balances.ts';
import { readAccount } from './entries.ts';
import { insertUnsealed } from './entry-rows.ts';
import {
  type AccountName,
  DuplicateTransfer,
  entryKinds,
  InsufficientFunds,
  isSystemAccount,
  requireSealable,
  type SystemAccount,
  type Transfer,
} from './movement.ts';
import { moveSystemAccounts } from './system-accounts.ts';

/** The error for the caller if the balance is too low. */
type OnInsufficientFunds = (error: InsufficientFunds) => Error;

/** Moves AP in the transaction of its cause. The entries are sealed into the chain shortly after the commit. */
export interface Ledger {
  /**
   * Adds transfers to the transaction, all or none. They are applied at its end: the accounts of all transfers
   * are locked once, in one order, so no two transactions wait for each other.
   */
  collect(tx: Tx, transfers: readonly Transfer[], onShortage?: OnInsufficientFunds): void;
  /** The account's balance after all transfers of the transaction. */
  balanceAfter(tx: ClosingTx, account: Exclude<AccountName, SystemAccount>): Promise<number>;
}

interface CollectedTransfer {
  readonly transfer: Transfer;
  readonly onShortage: OnInsufficientFunds | undefined;
}

export function createLedger(deps: { clock: Clock; onUnsealed: () => void }): Ledger {
  const pending = new WeakMap<Tx, CollectedTransfer[]>();
  const locked = new WeakMap<Tx, LockedBalances>();
  return {
    collect(tx, transfers, onShortage) {
      if (transfers.length === 0) return;
      const added = transfers.map((transfer) => ({ transfer, onShortage }));
      const known = pending.get(tx);
      if (known) return void known.push(...added);
      pending.set(tx, added);
      beforeCommit(tx, 'accounts', async (closing) => {
        // Transfers collected after this point are refused by beforeCommit instead of lost.
        pending.delete(tx);
        const balances = await applyTransfers(closing, added, deps.clock.now());
        if (balances) locked.set(tx, balances);
        afterCommit(tx, deps.onUnsealed);
      });
    },
    async balanceAfter(tx, account) {
      // A locked account's balance is known; no other transaction can change it before the commit.
      return locked.get(tx)?.of(account) ?? (await readAccount(tx, account)).balance;
    },
  };
}

async function applyTransfers(
  tx: ClosingTx,
  collected: readonly CollectedTransfer[],
  at: Date,
): Promise<LockedBalances | undefined> {
  const transfers = collected.map(({ transfer }) => transfer);
  const isCredit = isOnlyCredit(transfers);
  if (isCredit) credit(tx, transfers);
  const balances = isCredit ? undefined : await applyToLockedAccounts(tx, collected);
  const written = insertUnsealed(tx, transfers, at).catch((error: unknown) => {
    const isDouble = violatesConstraint(error, 'ledger_entry_ref');
    throw isDouble ? new DuplicateTransfer(transfers.map((transfer) => transfer.ref).join(', ')) : error;
  });
  pipelineWrite(tx, written);
  return balances;
}

/** Locks and reads the accounts first, because a paying account needs the balance. */
async function applyToLockedAccounts(
  tx: ClosingTx,
  collected: readonly CollectedTransfer[],
): Promise<LockedBalances> {
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
  return balances;
}

/** Whether only system accounts pay, so that no balance has to be checked. */
const isOnlyCredit = (transfers: readonly Transfer[]): boolean =>
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
function credit(tx: ClosingTx, transfers: readonly Transfer[]): void {
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
