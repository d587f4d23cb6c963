import { sql } from 'kysely';
import { compiledStatement } from '../platform/db/compiled-statement.ts';
import type { Tx } from '../platform/db/transaction.ts';
import type { SystemAccount } from './movement.ts';
import { systemAccountShards } from './tables.ts';

/**
 * Changes the balances of `mint` and `sink` in the transaction of the transfer, so that all balances sum to
 * zero in every snapshot. Nearly every transfer touches one of the two, so each is spread over shards and a
 * transfer takes any unlocked one: it does not wait, so it cannot be part of a deadlock. Only if all shards are
 * locked does it wait, for the shard of its connection. If these rows are missing, the statement itself fails,
 * because nothing awaits its result.
 */
export async function moveSystemAccounts(tx: Tx, changes: ReadonlyMap<SystemAccount, number>): Promise<void> {
  await Promise.all([...changes].map(([name, amount]) => moves[name](tx, { amount })));
}

/** The name is a literal, so that one generic plan serves every call. */
const toSystemMove = (name: SystemAccount) =>
  compiledStatement(
    (_: Tx, { amount }: { amount: number }) => sql`
      WITH free AS MATERIALIZED (
        SELECT coalesce((SELECT shard FROM account WHERE name = ${sql.lit(name)} LIMIT 1 FOR UPDATE SKIP LOCKED),
          pg_backend_pid() % ${sql.lit(systemAccountShards)}) AS shard),
      moved AS (UPDATE account SET balance = balance + ${amount}::bigint FROM free
        WHERE account.name = ${sql.lit(name)} AND account.shard = free.shard RETURNING 1)
      SELECT 1 / (count(*) = 1)::integer AS "the ledger has its rows of mint and sink" FROM moved`,
  );
const moves = { mint: toSystemMove('mint'), sink: toSystemMove('sink') };
