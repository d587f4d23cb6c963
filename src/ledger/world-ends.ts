import { sql } from 'kysely';
import type { Tx } from '../platform/db/transaction.ts';
import type { WorldEnd } from './movement.ts';
import { worldEndShards } from './tables.ts';

/**
 * Changes the balances of `mint` and `sink` in the transaction that moves the rest, so that all balances sum to zero in
 * every snapshot. Nearly every cause touches one of the two, so each is spread over many rows, and a movement takes any
 * that nobody holds: none waits for another, and what never waits cannot be part of a deadlock. Only when all are held
 * does it wait, for one that is chosen by its connection.
 */
export async function moveWorldEnds(tx: Tx, changes: ReadonlyMap<WorldEnd, number>): Promise<void> {
  if (changes.size === 0) return;
  const { numAffectedRows } = await sql`
    WITH free AS MATERIALIZED (
      SELECT change.name, amount, coalesce(
        (SELECT shard FROM account WHERE account.name = change.name LIMIT 1 FOR UPDATE SKIP LOCKED),
        pg_backend_pid() % ${worldEndShards}::integer) AS shard
      FROM unnest(${[...changes.keys()]}::text[], ${[...changes.values()]}::bigint[]) AS change (name, amount))
    UPDATE account SET balance = balance + free.amount FROM free
    WHERE account.name = free.name AND account.shard = free.shard`.execute(tx);
  if (Number(numAffectedRows) !== changes.size) throw new Error('the ledger has lost rows of mint or sink');
}
