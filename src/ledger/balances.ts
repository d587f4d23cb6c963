import { sql } from 'kysely';
import { compiledStatement } from '../platform/db/compiled-statement.ts';
import { type ClosingTx, pipelineWrite, type Tx } from '../platform/db/transaction.ts';
import {
  type AccountName,
  entryKinds,
  InsufficientFunds,
  isSystemAccount,
  requireSealable,
  type SystemAccount,
  type Transfer,
} from './movement.ts';
import { moveSystemAccounts } from './system-accounts.ts';

interface Balance {
  balance: number;
  earned: number;
  spent: number;
}

/**
 * The locked accounts of a set of transfers. Transfers are applied in memory, one after the other, and written together:
 * a hundred transfers cost two statements.
 */
export class LockedBalances {
  readonly #accounts: Map<AccountName, Balance>;
  readonly #touched = new Set<AccountName>();
  readonly #systemAccounts = new Map<SystemAccount, number>();

  /** Whether some accounts were created by this call: their locks were taken in a second statement. */
  readonly addedAccounts: boolean;

  private constructor(accounts: Map<AccountName, Balance>, addedAccounts: boolean) {
    this.#accounts = accounts;
    this.addedAccounts = addedAccounts;
  }

  /** Locks rows in name order, the same order everywhere, so two transactions cannot wait for each other. */
  static async lock(tx: ClosingTx, transfers: readonly Transfer[]): Promise<LockedBalances> {
    const names = [...new Set(transfers.flatMap(({ from, to }) => [from, to]))]
      .filter((name) => !isSystemAccount(name))
      .sort();
    const known = await lockRows(tx, names);
    if (known.size === names.length) return new LockedBalances(known, false);
    // A missing row cannot be locked: two first transfers would not see each other.
    addAccounts(tx, names);
    return new LockedBalances(await lockRows(tx, names), true);
  }

  /** Undefined for an account that no transfer names. */
  of(name: AccountName): number | undefined {
    return this.#accounts.get(name)?.balance;
  }

  /** Applies the transfer, or throws and changes nothing. */
  move(transfer: Transfer): void {
    requireSealable(transfer);
    const { kind, from, to, amount } = transfer;
    const [giver, taker] = [this.#accounts.get(from), this.#accounts.get(to)];
    if (giver && giver.balance < amount) throw new InsufficientFunds(from, giver.balance, amount);
    if (giver) {
      giver.balance -= amount;
      giver.spent += amount;
      this.#touched.add(from);
    }
    if (isSystemAccount(from)) this.#moveSystemAccount(from, -amount);
    if (isSystemAccount(to)) this.#moveSystemAccount(to, amount);
    if (taker) {
      taker.balance += amount;
      if (entryKinds[kind].returns) taker.spent -= amount;
      else taker.earned += amount;
      this.#touched.add(to);
    }
  }

  #moveSystemAccount(name: SystemAccount, amount: number): void {
    this.#systemAccounts.set(name, (this.#systemAccounts.get(name) ?? 0) + amount);
  }

  write(tx: Tx): void {
    if (this.#touched.size > 0) pipelineWrite(tx, this.#writeTouched(tx));
    if (this.#systemAccounts.size > 0) pipelineWrite(tx, moveSystemAccounts(tx, this.#systemAccounts));
  }

  async #writeTouched(tx: Tx): Promise<void> {
    const names = [...this.#touched].sort();
    const rows = names.map((name) => this.#accounts.get(name)!);
    await writeAccounts(tx, {
      names,
      balances: rows.map((row) => row.balance),
      earned: rows.map((row) => row.earned),
      spent: rows.map((row) => row.spent),
    });
  }
}

const addMissing = compiledStatement(
  (_: Tx, { names }: { names: readonly AccountName[] }) =>
    sql`INSERT INTO account (name) SELECT unnest(${names}::text[]) ON CONFLICT DO NOTHING`,
);

/** The sub-selects hide the arrays' length from the planner, so that one generic plan serves every call. */
const lockAccounts = compiledStatement(
  (_: Tx, { names }: { names: readonly AccountName[] }) => sql<Balance & { name: AccountName }>`
    SELECT name, balance, earned, spent FROM account
    WHERE name = ANY((SELECT ${names}::text[])::text[]) AND shard = 0 ORDER BY name COLLATE "C" FOR UPDATE`,
);

interface WrittenAccounts {
  names: AccountName[];
  balances: number[];
  earned: number[];
  spent: number[];
}

const writeAccounts = compiledStatement(
  (_: Tx, { names, balances, earned, spent }: WrittenAccounts) => sql`
    UPDATE account SET balance = t.balance, earned = t.earned, spent = t.spent
    FROM unnest((SELECT ${names}::text[]), (SELECT ${balances}::bigint[]), (SELECT ${earned}::bigint[]),
      (SELECT ${spent}::bigint[])) AS t (name, balance, earned, spent)
    WHERE account.name = t.name AND account.shard = 0`,
);

function addAccounts(tx: Tx, names: readonly AccountName[]): void {
  pipelineWrite(tx, addMissing(tx, { names }));
}

async function lockRows(tx: Tx, names: readonly AccountName[]): Promise<Map<AccountName, Balance>> {
  const rows = await lockAccounts(tx, { names });
  return new Map(rows.map(({ name, ...balance }) => [name, balance]));
}
