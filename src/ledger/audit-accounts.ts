import { sql } from 'kysely';
import type { Tx } from '../platform/db/transaction.ts';
import { entryKinds } from './movement.ts';

export interface AccountAudit {
  readonly accounts: number;
  readonly problems: string[];
}

interface Difference {
  name: string;
  balance: number;
  earned: number;
  spent: number;
  counted_balance: number;
  counted_earned: number;
  counted_spent: number;
}

const returning = Object.entries(entryKinds).flatMap(([kind, { returns }]) => (returns ? kind : []));

/**
 * Works out what every account holds, earned and spent from the entries, sealed or not, and compares. The two ends of the
 * world hold the sum of their rows, and keep no account of earning and spending.
 */
export async function auditAccounts(tx: Tx, most: number): Promise<AccountAudit> {
  const { rows: differences } = await sql<Difference>`
    WITH moved AS (
      SELECT from_account AS name, -amount AS balance, 0 AS earned, amount AS spent FROM ledger_entry
      UNION ALL
      SELECT to_account, amount, CASE WHEN returns THEN 0 ELSE amount END, CASE WHEN returns THEN -amount ELSE 0 END
      FROM ledger_entry, LATERAL (SELECT kind = ANY(${returning}::text[]) AS returns) AS r),
    counted AS (
      SELECT name, sum(balance)::bigint AS balance,
        CASE WHEN name IN ('mint', 'sink') THEN 0 ELSE sum(earned) END::bigint AS earned,
        CASE WHEN name IN ('mint', 'sink') THEN 0 ELSE sum(spent) END::bigint AS spent
      FROM moved GROUP BY name),
    held AS (
      SELECT name, sum(balance)::bigint AS balance, sum(earned)::bigint AS earned, sum(spent)::bigint AS spent
      FROM account GROUP BY name)
    SELECT name, coalesce(held.balance, 0) AS balance, coalesce(held.earned, 0) AS earned,
      coalesce(held.spent, 0) AS spent, coalesce(counted.balance, 0) AS counted_balance,
      coalesce(counted.earned, 0) AS counted_earned, coalesce(counted.spent, 0) AS counted_spent
    FROM held FULL JOIN counted USING (name)
    WHERE (coalesce(held.balance, 0), coalesce(held.earned, 0), coalesce(held.spent, 0))
        <> (coalesce(counted.balance, 0), coalesce(counted.earned, 0), coalesce(counted.spent, 0))
      OR (held.balance < 0 AND name <> 'mint')
    ORDER BY name LIMIT ${most}`.execute(tx);
  const { rows } = await sql<{ accounts: number; sum: number }>`
    SELECT count(DISTINCT name) AS accounts, coalesce(sum(balance), 0)::bigint AS sum FROM account`.execute(
    tx,
  );
  const problems = differences.flatMap(problemsOf);
  const sum = rows[0]!.sum;
  if (sum !== 0) problems.push(`all balances together are ${sum} AP, not zero`);
  return { accounts: rows[0]!.accounts, problems };
}

function problemsOf(row: Difference): string[] {
  const { name, balance, earned, spent } = row;
  const problems: string[] = [];
  if (balance !== row.counted_balance)
    problems.push(`${name} has ${balance} AP, its entries make ${row.counted_balance}`);
  if (earned !== row.counted_earned)
    problems.push(`${name} has earned ${earned} AP, its entries make ${row.counted_earned}`);
  if (spent !== row.counted_spent)
    problems.push(`${name} has spent ${spent} AP, its entries make ${row.counted_spent}`);
  if (balance < 0 && name !== 'mint') problems.push(`${name} is below zero`);
  return problems;
}
