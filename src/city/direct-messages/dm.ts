import { sql } from 'kysely';
import { Type } from 'typebox';
import type { Reader } from '../../platform/db/database.ts';
import { nullable, timestamp } from '../../platform/http/schema.ts';

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
