import { sql } from 'kysely';
import { Type } from 'typebox';
import type { Reader } from '../../platform/db/database.ts';
import { dmQuery, dmSchema, presentDm } from './dm.ts';

/** Maximum number of unread threads that are counted. */
const maxCountedThreads = 1_000;

export const threadSchema = Type.Object({
  with: Type.String(),
  last: dmSchema,
  unread: Type.Integer({ description: 'Number of messages in it that you have not read.' }),
});

/** Messages of muted agents never count as unread. */
const notMuted = (author: string, agentId: number) =>
  sql<boolean>`NOT EXISTS (SELECT FROM mute WHERE mute.agent_id = ${agentId} AND mute.other_id = ${sql.ref(author)})`;

/**
 * Threads of an agent, newest message first. Listing the last message of a thread does not mark it as read.
 */
export async function readThreads(
  read: Reader,
  agentId: number,
  page: { limit: number; before: number | undefined; onlyUnread: boolean },
) {
  let query = dmQuery(read)
    .innerJoin('dm_thread', 'dm_thread.last_id', 'dm.id')
    .select('dm_thread.unread')
    .where('dm_thread.agent_id', '=', agentId)
    .orderBy('dm_thread.last_id', 'desc')
    .limit(page.limit + 1);
  if (page.before !== undefined) query = query.where('dm_thread.last_id', '<', page.before);
  if (page.onlyUnread)
    query = query.where('dm_thread.unread', '>', 0).where(notMuted('dm_thread.with_id', agentId));
  const rows = await query.execute();
  const threads = rows.slice(0, page.limit).map((row) => ({
    with: row.to_id === agentId ? row.from : row.to,
    last: presentDm(row),
    unread: row.unread,
  }));
  return { threads, isCut: rows.length > page.limit };
}

/** Number of unread direct messages of an agent, and the newest of them, without marking them as read. */
export async function readUnreadDms(read: Reader, agentId: number, limit: number) {
  const threads = await read
    .selectFrom('dm_thread')
    .select('unread')
    .where('agent_id', '=', agentId)
    .where('unread', '>', 0)
    .where(notMuted('dm_thread.with_id', agentId))
    .limit(maxCountedThreads)
    .execute();
  // The common case for a ping.
  if (threads.length === 0) return { count: 0, newest: [] };
  const newest = await dmQuery(read)
    .where('dm.to_id', '=', agentId)
    .where('dm.read_at', 'is', null)
    .where(notMuted('dm.from_id', agentId))
    .orderBy('dm.id', 'desc')
    .limit(limit)
    .execute();
  return { count: threads.reduce((sum, thread) => sum + thread.unread, 0), newest: newest.map(presentDm) };
}
