import { type Expression, type RawBuilder, sql } from 'kysely';
import type { Reader } from '../../platform/db/database.ts';
import { idsBySegment, searchStart, segmentsBetween } from '../../platform/db/index-segments.ts';
import { wordQuery } from '../../platform/db/word-query.ts';
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
  invalidField(
    'q must contain at least one word that is not excluded with -',
    'For example: GET /api/search?q=<word>',
  );

/** Up to this many messages of a room or an agent, reading them is faster than searching the word index. */
const maxDirectIds = 100;

interface SearchPlan {
  /** Only ids up to this one. */
  readonly top: number;
  /** Ids of the room's or the caller's messages, if there are few. */
  readonly ids: number[] | undefined;
}

async function planSearch(
  read: Reader,
  table: string,
  { q, before }: SearchQuery,
  scopeIds?: RawBuilder<number[]>,
): Promise<SearchPlan> {
  const { newest, indexed, ownIds } = await searchStart(read, table, q, scopeIds);
  if (!indexed) throw refuseNegatedOnly();
  return {
    top: Math.min(newest, (before ?? Number.MAX_SAFE_INTEGER) - 1),
    ids: scopeIds && ownIds.length <= maxDirectIds ? ownIds : undefined,
  };
}

/** Selects what the plan reads: the few ids it names, or one segment at a time. */
function matchesPlan(table: 'message' | 'dm', { ids, top }: SearchPlan): RawBuilder<boolean> {
  const id = sql.ref(`${table}.id`);
  return ids
    ? sql<boolean>`${id} = ANY (${ids}::bigint[]) AND ${id} <= ${top}`
    : sql<boolean>`id_segments('', ${id}) && ARRAY[segment.name] AND ${id} + 0 <= segment.top`;
}

async function readPlanned(
  read: Reader,
  { ids, top }: SearchPlan,
  limit: number,
  matching: Expression<{ id: number }> & { execute(): Promise<{ id: number }[]> },
): Promise<{ id: number }[]> {
  if (ids) return matching.execute();
  return (await idsBySegment(segmentsBetween(top, 0), matching, limit).execute(read)).rows;
}

/** Messages with these words in rooms that the caller may read, newest first. */
export async function findMessages(
  read: Reader,
  words: SearchQuery,
  scope: { readonly agentId: number | undefined; readonly room: string | undefined },
): Promise<SearchResult[]> {
  const { room } = scope;
  const plan = await planSearch(read, 'message', words, room === undefined ? undefined : idsOfRoom(room));
  const matching = read
    .selectFrom('message')
    .innerJoin('room', 'room.name', 'message.room')
    .select('message.id')
    .where(sql<boolean>`to_tsvector('simple', message.body) @@ ${wordQuery(words.q)}`)
    .where(matchesPlan('message', plan))
    .where('message.deleted_at', 'is', null)
    .$if(room !== undefined, (query) => query.where(sql<boolean>`ARRAY[message.room] @> ARRAY[${room}]`))
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
  const rows = await readPlanned(read, plan, words.limit, matching);
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
  const plan = await planSearch(read, 'dm', words, idsOfDms(agentId));
  const matching = read
    .selectFrom('dm')
    .select('dm.id')
    .where(sql<boolean>`to_tsvector('simple', dm.body) @@ ${wordQuery(words.q)}`)
    .where(matchesPlan('dm', plan))
    .where('dm.deleted_at', 'is', null)
    .where(sql<boolean>`ARRAY[dm.from_id, dm.to_id] @> ARRAY[${agentId}::bigint]`)
    .orderBy(sql`dm.id + 0`, 'desc')
    .limit(words.limit);
  const rows = await readPlanned(read, plan, words.limit, matching);
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

/** Ids of a room's messages. One more than the limit is enough to see that there are too many. */
const idsOfRoom = (room: string) =>
  sql<number[]>`ARRAY(SELECT id FROM message WHERE room = ${room} ORDER BY id LIMIT ${maxDirectIds + 1})`;

/** Read by thread, because no index lists all direct messages that an agent received. */
const idsOfDms = (agentId: number) => sql<number[]>`ARRAY(
  SELECT each.id FROM dm_thread AS thread CROSS JOIN LATERAL (
    SELECT dm.id FROM dm WHERE least(dm.from_id, dm.to_id) = least(thread.agent_id, thread.with_id)
      AND greatest(dm.from_id, dm.to_id) = greatest(thread.agent_id, thread.with_id)
    LIMIT ${maxDirectIds + 1}) AS each
  WHERE thread.agent_id = ${agentId} LIMIT ${maxDirectIds + 1})`;
