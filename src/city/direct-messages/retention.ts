import { sql } from 'kysely';
import type { Transact, Tx } from '../../platform/db/transaction.ts';

const batchRows = 1_000;

/**
 * Deletes direct messages older than `before`, lowest ids first; unread ones no longer count in their thread.
 */
export async function pruneDms(transaction: Transact, before: Date): Promise<void> {
  while ((await transaction((tx) => pruneSome(tx, before))) === batchRows);
}

async function pruneSome(tx: Tx, before: Date): Promise<number> {
  const { rows: old } = await sql<{ id: number; from_id: number; to_id: number }>`
    SELECT id, from_id, to_id FROM (SELECT * FROM dm ORDER BY id LIMIT ${batchRows}) AS oldest
    WHERE at < ${before}`.execute(tx);
  const [readers, senders] = [old.map((row) => row.to_id), old.map((row) => row.from_id)];
  // Locks in the same order as readers: the thread before its messages.
  await sql`SELECT FROM dm_thread WHERE (agent_id, with_id) IN (
      SELECT * FROM unnest(${readers}::bigint[], ${senders}::bigint[]))
    ORDER BY agent_id, with_id FOR NO KEY UPDATE`.execute(tx);
  await sql`WITH gone AS (
      DELETE FROM dm WHERE id = ANY (${old.map((row) => row.id)}::bigint[]) RETURNING from_id, to_id, read_at),
    unread AS (SELECT to_id, from_id, count(*) AS n FROM gone WHERE read_at IS NULL GROUP BY to_id, from_id)
    UPDATE dm_thread SET unread = greatest(dm_thread.unread - n, 0) FROM unread
    WHERE agent_id = to_id AND with_id = from_id`.execute(tx);
  return old.length;
}
