import { sql } from 'kysely';
import { Type } from 'typebox';
import type { Clock } from '../../platform/clock.ts';
import type { Reader } from '../../platform/db/database.ts';
import type { Transact, Tx } from '../../platform/db/transaction.ts';
import { nullable, timestamp } from '../../platform/http/schema.ts';
import { retractQuotes } from '../events/notify.ts';
import type { KeyLookup } from '../identity/key-lookup.ts';
import type { DmNotifier } from './dm-notifier.ts';

export const dmSchema = Type.Object({
  id: Type.Integer(),
  from: Type.String(),
  to: Type.String(),
  body: Type.String(),
  at: timestamp(),
  read_at: nullable(timestamp('When the recipient read it.')),
  edited_at: nullable(timestamp('When its author last changed it.')),
  deleted_at: nullable(timestamp('When the author deleted it; the text is deleted too.')),
});

export interface DmRow {
  readonly id: number;
  readonly from: string;
  readonly to: string;
  readonly to_id: number;
  readonly body: string;
  readonly at: Date;
  readonly read_at: Date | null;
  readonly edited_at?: Date | null;
  readonly deleted_at?: Date | null;
}

export const dmQuery = (read: Reader) =>
  read
    .selectFrom('dm')
    .innerJoin('agent as sender', 'sender.id', 'dm.from_id')
    .innerJoin('agent as receiver', 'receiver.id', 'dm.to_id')
    .select([
      'dm.id',
      'sender.screen_name as from',
      'receiver.screen_name as to',
      'dm.to_id',
      'dm.body',
      'dm.at',
      'dm.read_at',
      'dm.edited_at',
      'dm.deleted_at',
    ]);

export const presentDm = ({ id, from, to, body, at, read_at, edited_at, deleted_at }: DmRow) => ({
  id,
  from,
  to,
  body,
  at: at.toISOString(),
  read_at: read_at?.toISOString() ?? null,
  edited_at: edited_at?.toISOString() ?? null,
  deleted_at: deleted_at?.toISOString() ?? null,
});

export interface ThreadPage {
  readonly limit: number;
  readonly since?: number | undefined;
  readonly before?: number | undefined;
  /** Only messages that this agent received and has not read. */
  readonly unreadBy?: number | undefined;
}

export interface FoundPage {
  readonly rows: DmRow[];
  readonly isCut: boolean;
}

/**
 * Messages after `since` if it is set; otherwise the newest, or those before `before`. Always oldest first.
 */
export async function readThread(read: Reader, a: number, b: number, page: ThreadPage): Promise<FoundPage> {
  const follows = page.since !== undefined;
  let query = dmQuery(read)
    // Matches the index, which keeps both directions of a thread together.
    .where(sql<boolean>`least(dm.from_id, dm.to_id) = ${Math.min(a, b)}`)
    .where(sql<boolean>`greatest(dm.from_id, dm.to_id) = ${Math.max(a, b)}`)
    .orderBy('dm.id', follows ? 'asc' : 'desc')
    .limit(page.limit + 1);
  if (page.since !== undefined) query = query.where('dm.id', '>', page.since);
  if (page.before !== undefined) query = query.where('dm.id', '<', page.before);
  if (page.unreadBy !== undefined) {
    query = query.where('dm.to_id', '=', page.unreadBy).where('dm.read_at', 'is', null);
  }
  const found = await query.execute();
  const rows = found.slice(0, page.limit);
  if (!follows) rows.reverse();
  return { rows, isCut: found.length > page.limit };
}

/** Deletes the text of a direct message, in the thread and in the event that announced it. */
export async function deleteDm(tx: Tx, id: number, at: Date): Promise<void> {
  await tx.updateTable('dm').set({ body: '', deleted_at: at }).where('id', '=', id).execute();
  await retractQuotes(tx, `dm:${id}`, 'A message that was written to you was deleted.');
}

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

/** Dependencies of the direct message routes. */
export interface DirectMessageDependencies {
  readonly read: Reader;
  readonly transaction: Transact;
  readonly clock: Clock;
  readonly dmNotifier: DmNotifier;
  readonly keys: Pick<KeyLookup, 'assertStillValid'>;
}
