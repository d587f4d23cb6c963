import { sql } from 'kysely';
import type { Tx } from '../platform/db/transaction.ts';
import { entryKinds } from './movement.ts';
import type { LedgerEntry } from './proof/entry.ts';

interface AccountAudit {
  readonly accounts: number;
  readonly problems: string[];
}

interface Tally {
  balance: number;
  earned: number;
  spent: number;
}

type MovedAmount = Pick<LedgerEntry, 'kind' | 'from' | 'to' | 'amount'>;

const zero: Tally = { balance: 0, earned: 0, spent: 0 };
const refundKinds = new Set(
  Object.entries(entryKinds).flatMap(([kind, { returns }]) => (returns ? kind : [])),
);
const systemAccounts = new Set(['mint', 'sink']);
const accountsPerPage = 10_000;

/** Totals per account, computed from the entries. System accounts have no earned and spent totals. */
export class Tallies {
  readonly #byName = new Map<string, Tally>();

  add({ kind, from, to, amount }: MovedAmount): void {
    const returns = refundKinds.has(kind);
    this.#change(from, { balance: -amount, earned: 0, spent: amount });
    this.#change(to, { balance: amount, earned: returns ? 0 : amount, spent: returns ? -amount : 0 });
  }

  /** Returns the tally of an account and marks it as compared. */
  take(name: string): Tally {
    const tally = this.#byName.get(name) ?? zero;
    this.#byName.delete(name);
    return tally;
  }

  /** Accounts that were never taken. */
  remaining(): ReadonlyMap<string, Tally> {
    return this.#byName;
  }

  #change(name: string, by: Tally): void {
    const tally = this.#byName.get(name) ?? { ...zero };
    this.#byName.set(name, tally);
    tally.balance += by.balance;
    if (systemAccounts.has(name)) return;
    tally.earned += by.earned;
    tally.spent += by.spent;
  }
}

/**
 * Compares every account with the tallies of the walked entries, completed here with later and unsealed ones.
 */
export async function auditAccounts(
  tx: Tx,
  walked: { readonly seq: number; readonly tallies: Tallies },
  maxProblems: number,
): Promise<AccountAudit> {
  const { tallies } = walked;
  const { rows: beyond } = await sql<MovedAmount>`
    SELECT kind, from_account AS "from", to_account AS "to", amount FROM ledger_entry
    WHERE seq IS NULL OR seq > ${walked.seq}`.execute(tx);
  for (const entry of beyond) tallies.add(entry);
  const problems: string[] = [];
  let [accounts, sum, after] = [0, 0, ''];
  for (;;) {
    const { rows } = await sql<Tally & { name: string }>`
      SELECT name, sum(balance)::bigint AS balance, sum(earned)::bigint AS earned, sum(spent)::bigint AS spent
      FROM account WHERE name > ${after} GROUP BY name ORDER BY name LIMIT ${accountsPerPage}`.execute(tx);
    for (const { name, ...held } of rows) {
      accounts++;
      sum += held.balance;
      if (problems.length < maxProblems) problems.push(...compareAccount(name, held, tallies.take(name)));
      else tallies.take(name);
      after = name;
    }
    if (rows.length < accountsPerPage) break;
  }
  for (const [name, tally] of tallies.remaining())
    if (problems.length < maxProblems) problems.push(...compareAccount(name, zero, tally));
  if (sum !== 0) problems.push(`the balances sum to ${sum} AP, not zero`);
  return { accounts, problems };
}

function compareAccount(name: string, held: Tally, counted: Tally): string[] {
  const problems: string[] = [];
  if (held.balance !== counted.balance)
    problems.push(`${name} has ${held.balance} AP, but its entries sum to ${counted.balance}`);
  if (held.earned !== counted.earned)
    problems.push(`${name} has earned ${held.earned} AP, but its entries sum to ${counted.earned}`);
  if (held.spent !== counted.spent)
    problems.push(`${name} has spent ${held.spent} AP, but its entries sum to ${counted.spent}`);
  if (held.balance < 0 && name !== 'mint') problems.push(`the balance of ${name} is negative`);
  return problems;
}
