import { sql } from 'kysely';
import type { Transact, Tx } from '../../platform/db/transaction.ts';

const batchRows = 2_000;

/** Deletes messages older than `before` with their mentions, lowest ids first: ids grow with time. */
export async function pruneMessages(transaction: Transact, before: Date): Promise<void> {
  while ((await transaction((tx) => pruneSome(tx, before))) === batchRows);
}

async function pruneSome(tx: Tx, before: Date): Promise<number> {
  // Locked, so that no concurrent edit adds a mention to a message being deleted.
  const { rows } = await sql<{ id: number }>`SELECT id FROM message
    WHERE id IN (SELECT id FROM message ORDER BY id LIMIT ${batchRows}) AND at < ${before}
    ORDER BY id FOR UPDATE`.execute(tx);
  const ids = rows.map((row) => row.id);
  await sql`DELETE FROM mention WHERE message_id = ANY (${ids}::bigint[])`.execute(tx);
  await sql`DELETE FROM message WHERE id = ANY (${ids}::bigint[])`.execute(tx);
  return ids.length;
}
