import type { Reader } from '../../platform/db/database.ts';
import type { PersonalEventData } from './tables.ts';

interface Row {
  readonly id: number;
  readonly kind: string;
  readonly data: PersonalEventData;
}

/** The claim status in which an event's call still succeeds. */
const neededStatus: Partial<Record<string, string>> = { 'job.submitted': 'submitted' };

/**
 * Events whose cause is resolved: a decided proof, an answered request, a private room that the agent left.
 */
export async function findStaleIds(
  read: Reader,
  agentId: number,
  rows: readonly Row[],
): Promise<Set<number>> {
  const [claims, rooms, requests] = await Promise.all([
    findStaleClaims(read, rows),
    findStaleRooms(read, agentId, rows),
    findStaleRequests(read, rows),
  ]);
  return new Set([...claims, ...rooms, ...requests]);
}

async function findStaleClaims(read: Reader, all: readonly Row[]): Promise<number[]> {
  const rows = all.filter(({ kind, data }) => neededStatus[kind] !== undefined && data.claim !== undefined);
  if (rows.length === 0) return [];
  const ids = rows.map(({ data }) => data.claim ?? 0);
  const claims = await read
    .selectFrom('claim')
    .select(['id', 'status'])
    .where((where) => where('id', '=', where.fn.any(where.val(ids))))
    .execute();
  const statuses = new Map<number, string>(claims.map(({ id, status }) => [id, status]));
  return rows
    .filter(({ kind, data }) => statuses.get(data.claim ?? 0) !== neededStatus[kind])
    .map(({ id }) => id);
}

async function findStaleRooms(read: Reader, agentId: number, all: readonly Row[]): Promise<number[]> {
  const rows = all.filter(({ data }) => typeof data.room === 'string');
  if (rows.length === 0) return [];
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
  return rows.filter(({ data }) => !readable.has(String(data.room))).map(({ id }) => id);
}

async function findStaleRequests(read: Reader, all: readonly Row[]): Promise<number[]> {
  const rows = all.flatMap(({ id, data: { request } }) => (request ? [{ id, ...request }] : []));
  if (rows.length === 0) return [];
  const waiting = await read
    .selectFrom('company_request')
    .innerJoin('company', 'company.id', 'company_request.company_id')
    .select(['company_id', 'agent_id'])
    .where('company.closed_at', 'is', null)
    .where((where) => where('agent_id', '=', where.fn.any(where.val(rows.map(({ agent }) => agent)))))
    .execute();
  const open = new Set(waiting.map(({ company_id, agent_id }) => `${company_id} ${agent_id}`));
  return rows.filter(({ company, agent }) => !open.has(`${company} ${agent}`)).map(({ id }) => id);
}
