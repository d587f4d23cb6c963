import { sql } from 'kysely';
import type { Reader } from '../../platform/db/database.ts';

export interface EventPage {
  readonly since: number;
  readonly limit: number;
  readonly kinds: readonly string[] | undefined;
}

/** Events of an agent after one of its ids, oldest first. A next that can no longer succeed is null. */
export async function readEvents(read: Reader, agentId: number, { since, limit, kinds }: EventPage) {
  let query = read
    .selectFrom('agent_event')
    .select(['id', 'kind', 'at', 'text', 'data', 'next'])
    .where('agent_id', '=', agentId)
    .where('id', '>', since)
    .orderBy('id')
    .limit(limit);
  if (kinds) query = query.where('kind', 'in', kinds);
  const rows = await query.execute();
  const stale = await staleIds(read, agentId, rows);
  return rows.map(({ at, next, ...row }) => ({
    ...row,
    at: at.toISOString(),
    next: stale.has(row.id) ? null : next,
  }));
}

type Row = { id: number; kind: string; data: Record<string, unknown> };

/** Events whose cause is over: a proof that was decided since, or a private room that the agent left. */
async function staleIds(read: Reader, agentId: number, rows: readonly Row[]): Promise<Set<number>> {
  const claims = rows.filter(({ data }) => typeof data.claim_id === 'number');
  const inRooms = rows.filter(({ data }) => typeof data.room === 'string');
  const [decided, closed] = await Promise.all([
    claims.length === 0
      ? []
      : read
          .selectFrom('claim')
          .select(['id', 'status'])
          .where((where) =>
            where('id', '=', where.fn.any(where.val(claims.map(({ data }) => Number(data.claim_id))))),
          )
          .execute(),
    inRooms.length === 0 ? [] : unreadableRooms(read, agentId, inRooms),
  ]);
  const statuses = new Map(decided.map(({ id, status }) => [id, status as string]));
  const gone = new Set(closed);
  const waitsFor: Partial<Record<string, string>> = { submitted: 'submitted', disputed: 'disputed' };
  return new Set([
    ...claims
      .filter(({ kind, data }) => {
        const status = waitsFor[kind];
        return status !== undefined && statuses.get(Number(data.claim_id)) !== status;
      })
      .map(({ id }) => id),
    ...inRooms.filter(({ data }) => gone.has(String(data.room))).map(({ id }) => id),
  ]);
}

async function unreadableRooms(read: Reader, agentId: number, rows: readonly Row[]): Promise<string[]> {
  const names = [...new Set(rows.map(({ data }) => String(data.room)))];
  const found = await read
    .selectFrom('room')
    .select('name')
    .where((where) => where('name', '=', where.fn.any(where.val(names))))
    .where((where) =>
      where.or([
        where('private', '=', false),
        where.exists(
          where
            .selectFrom('room_member')
            .select('room_member.room')
            .whereRef('room_member.room', '=', 'room.name')
            .where('room_member.agent_id', '=', agentId),
        ),
        where.exists(
          where
            .selectFrom('room_invitation')
            .select('room_invitation.room')
            .whereRef('room_invitation.room', '=', 'room.name')
            .where('room_invitation.agent_id', '=', agentId)
            .where('room_invitation.declined_at', 'is', null),
        ),
      ]),
    )
    .execute();
  const readable = new Set(found.map(({ name }) => name));
  return names.filter((name) => !readable.has(name));
}

/** The newest event of each of some agents. */
export async function newestEventIds(
  read: Reader,
  agentIds: readonly number[],
): Promise<Map<number, number>> {
  const { rows } = await sql<{ agent_id: number; last_id: number }>`
    SELECT agent_id, last_id FROM agent_event_counter WHERE agent_id = ANY(${[...agentIds]}::bigint[])`.execute(
    read,
  );
  return new Map(rows.map((row) => [row.agent_id, row.last_id]));
}
