import { sql } from 'kysely';
import type { Tx } from '../../platform/db/transaction.ts';
import type { DirectMessageDependencies } from './dependencies.ts';
import { type DmRow, type FoundPage, readThread, type ThreadPage } from './dm.ts';

/**
 * Reads a page of a thread and marks it as read by the reader. The page is read and marked under the lock
 * that senders take too, so exactly the returned messages are marked. A page without unread messages takes no
 * lock and writes nothing.
 */
export async function readAndMarkPage(
  { read, transaction, clock }: DirectMessageDependencies,
  readerId: number,
  withId: number,
  page: ThreadPage,
): Promise<FoundPage> {
  const isUnread = (row: DmRow) => row.to_id === readerId && row.read_at === null;
  const found = await readThread(read, readerId, withId, page);
  if (!found.rows.some(isUnread)) return found;
  return transaction(async (tx) => {
    await lockOwnSides(tx, readerId, withId);
    const { rows, isCut } = await readThread(tx, readerId, withId, page);
    const read_at = clock.now();
    const ids = rows.filter(isUnread).map((row) => row.id);
    if (ids.length > 0) {
      await tx
        .updateTable('dm')
        .set({ read_at })
        .where((where) => where('id', '=', where.fn.any(where.val(ids))))
        .execute();
      await tx
        .updateTable('dm_thread')
        .set({ unread: sql`unread - ${ids.length}` })
        .where('agent_id', '=', readerId)
        .where('with_id', '=', withId)
        .execute();
    }
    return { rows: rows.map((row) => (isUnread(row) ? { ...row, read_at } : row)), isCut };
  });
}

/** Marks messages to the reader as read, of one sender or of all. Returns the number marked. */
export async function markAllRead(
  tx: Tx,
  readerId: number,
  fromId: number | undefined,
  at: Date,
): Promise<number> {
  // A separate statement, so that the next one sees every message of the locked threads; senders wait for the
  // lock.
  const threads = await lockOwnSides(tx, readerId, fromId);
  if (threads.length === 0) return 0;
  const { numUpdatedRows } = await tx
    .updateTable('dm')
    .set({ read_at: at })
    .where('to_id', '=', readerId)
    .where('read_at', 'is', null)
    .where((where) => where('from_id', '=', where.fn.any(where.val(threads))))
    .executeTakeFirstOrThrow();
  await tx
    .updateTable('dm_thread')
    .set({ unread: 0 })
    .where('agent_id', '=', readerId)
    .where((where) => where('with_id', '=', where.fn.any(where.val(threads))))
    .execute();
  return Number(numUpdatedRows);
}

/**
 * Locks the reader's side of one or all threads with unread messages, ordered by the other agent's id.
 * Senders lock both sides of a thread in the same order, so the two cannot deadlock.
 */
async function lockOwnSides(tx: Tx, agentId: number, withId: number | undefined): Promise<number[]> {
  let query = tx
    .selectFrom('dm_thread')
    .select('with_id')
    .where('agent_id', '=', agentId)
    .where('unread', '>', 0)
    .orderBy('with_id')
    .forUpdate();
  if (withId !== undefined) query = query.where('with_id', '=', withId);
  return (await query.execute()).map((row) => row.with_id);
}
