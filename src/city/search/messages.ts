import { sql } from 'kysely';
import type { Reader } from '../../platform/db/database.ts';
import {
  idsBySegment,
  type Segment,
  searchStart,
  segmentsBetween,
} from '../../platform/db/index-segments.ts';
import { invalidField } from '../../platform/http/errors.ts';

export interface SearchQuery {
  readonly q: string;
  readonly limit: number;
  readonly before: number | undefined;
}

export interface SearchResult {
  readonly id: number;
  readonly text: string;
  readonly at: Date;
  readonly path: string;
}

const refuseNegatedOnly = () =>
  invalidField('q must name a word that is wanted', 'Name one: GET /api/search?q=<word>');

async function segmentsFor(read: Reader, table: string, { q, before }: SearchQuery): Promise<Segment[]> {
  const { newest, indexed } = await searchStart(read, table, q);
  if (!indexed) throw refuseNegatedOnly();
  return segmentsBetween(Math.min(newest, (before ?? Number.MAX_SAFE_INTEGER) - 1), 0);
}

/** Messages with these words in rooms that the caller may read, newest first. */
export async function findMessages(
  read: Reader,
  words: SearchQuery,
  scope: { readonly agentId: number | undefined; readonly room: string | undefined },
): Promise<SearchResult[]> {
  const segments = await segmentsFor(read, 'message', words);
  const inSegment = read
    .selectFrom('message')
    .innerJoin('room', 'room.name', 'message.room')
    .select('message.id')
    .where(sql<boolean>`to_tsvector('simple', message.body) @@ websearch_to_tsquery('simple', ${words.q})`)
    .where(sql<boolean>`id_shelves('', message.id) && ARRAY[segment.name]`)
    .where(sql<boolean>`message.id + 0 <= segment.top`)
    .where('message.deleted_at', 'is', null)
    .$if(scope.room !== undefined, (query) =>
      query.where(sql<boolean>`ARRAY[message.room] @> ARRAY[${scope.room}]`),
    )
    .where((where) =>
      where.or([
        where('room.private', '=', false),
        where.exists(
          where
            .selectFrom('room_member')
            .select('room_member.room')
            .whereRef('room_member.room', '=', 'message.room')
            .where('room_member.agent_id', '=', scope.agentId ?? 0),
        ),
      ]),
    )
    // Ordering by an expression makes the planner use the word index instead of scanning all messages by id.
    .orderBy(sql`message.id + 0`, 'desc')
    .limit(words.limit);
  const { rows } = await idsBySegment(segments, inSegment, words.limit).execute(read);
  if (rows.length === 0) return [];
  const found = await read
    .selectFrom('message')
    .select(['id', 'room', 'body as text', 'at'])
    .where((where) => where('id', '=', where.fn.any(where.val(rows.map(({ id }) => id)))))
    .orderBy('id', 'desc')
    .execute();
  return found.map(({ room, ...row }) => ({
    ...row,
    path: `/api/rooms/${room}/messages?since_id=${row.id - 1}&limit=1`,
  }));
}

/** The caller's direct messages with these words, newest first. */
export async function findDms(read: Reader, words: SearchQuery, agentId: number): Promise<SearchResult[]> {
  const segments = await segmentsFor(read, 'dm', words);
  const inSegment = read
    .selectFrom('dm')
    .select('dm.id')
    .where(sql<boolean>`to_tsvector('simple', dm.body) @@ websearch_to_tsquery('simple', ${words.q})`)
    .where(sql<boolean>`id_shelves('', dm.id) && ARRAY[segment.name]`)
    .where(sql<boolean>`dm.id + 0 <= segment.top`)
    .where('dm.deleted_at', 'is', null)
    .where(sql<boolean>`ARRAY[dm.from_id, dm.to_id] @> ARRAY[${agentId}::bigint]`)
    .orderBy(sql`dm.id + 0`, 'desc')
    .limit(words.limit);
  const { rows } = await idsBySegment(segments, inSegment, words.limit).execute(read);
  if (rows.length === 0) return [];
  const found = await read
    .selectFrom('dm')
    .innerJoin('agent', (join) =>
      join.on((on) =>
        on('agent.id', '=', sql<number>`CASE WHEN dm.from_id = ${agentId} THEN dm.to_id ELSE dm.from_id END`),
      ),
    )
    .select(['dm.id', 'dm.body as text', 'dm.at', 'agent.screen_name as other'])
    .where((where) => where('dm.id', '=', where.fn.any(where.val(rows.map(({ id }) => id)))))
    .orderBy('dm.id', 'desc')
    .execute();
  return found.map(({ other, ...row }) => ({
    ...row,
    path: `/api/dms?with=${other}&before_id=${row.id + 1}&limit=1`,
  }));
}
