import { sql } from 'kysely';
import type { Tx } from '../../platform/db/transaction.ts';
import { type DmRow, type FoundPage, readThread, type ThreadPage } from './dm.ts';
import type { DirectMessageParts } from './parts.ts';

/**
 * A page of a thread for one of its two, who has read it by that. Exactly what is returned is marked: the page is read
 * and marked under the lock that a sender needs too. Nothing is locked, nor written, for a page that holds nothing unread.
 */
export async function takePage(
  { read, transaction, clock }: DirectMessageParts,
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

/** Marks what one agent, or everybody, sent to the reader; gives how many that were. */
export async function markAll(
  tx: Tx,
  readerId: number,
  fromId: number | undefined,
  at: Date,
): Promise<number> {
  // A statement of its own: the next one then sees every message of the threads that are locked, and no sender adds one.
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
 * The threads in which something is unread, one or all, locked. In the order of the other's id, which is the order of
 * the pairs: whoever locks several, and a sender who locks both sides of one, cannot wait for each other in a circle.
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
