import { sql } from 'kysely';
import type { Tx } from '../platform/db/transaction.ts';
import type { SystemAccount } from './movement.ts';
import { systemAccountShards } from './tables.ts';

/**
 * Changes the balances of `mint` and `sink` in the transaction of the transfer, so that all balances sum to zero in every
 * snapshot. Nearly every transfer touches one of the two, so each is spread over shards and a transfer takes any unlocked
 * one: it does not wait, so it cannot be part of a deadlock. Only when all shards are locked does it wait, for the shard
 * of its connection. A ledger that lost these rows makes the statement itself fail: nobody waits for its result.
 */
export async function moveSystemAccounts(tx: Tx, changes: ReadonlyMap<SystemAccount, number>): Promise<void> {
  await sql`
    WITH free AS MATERIALIZED (
      SELECT change.name, amount, coalesce(
        (SELECT shard FROM account WHERE account.name = change.name LIMIT 1 FOR UPDATE SKIP LOCKED),
        pg_backend_pid() % ${systemAccountShards}::integer) AS shard
      FROM unnest(${[...changes.keys()]}::text[], ${[...changes.values()]}::bigint[]) AS change (name, amount)),
    moved AS (UPDATE account SET balance = balance + free.amount FROM free
      WHERE account.name = free.name AND account.shard = free.shard RETURNING 1)
    SELECT 1 / (count(*) = ${changes.size}::integer)::integer AS "the ledger has its rows of mint and sink" FROM moved`.execute(
    tx,
  );
}
