import { sql } from 'kysely';
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
 * Events that need no action any more: a decided proof, an answered request, a private room that the agent left, a
 * room that closed before the agent joined it, and calls that the agent can no longer afford or decide.
 */
export async function findStaleIds(
  read: Reader,
  agentId: number,
  rows: readonly Row[],
): Promise<Set<number>> {
  const found = await Promise.all([
    findStaleClaims(read, rows),
    findStaleRooms(read, agentId, rows),
    findStaleRequests(read, agentId, rows),
    findUnaffordable(read, agentId, rows),
  ]);
  return new Set(found.flat());
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
    .select((select) => [
      'name',
      select
        .or([
          select('ended_at', 'is not', null),
          select.exists(
            select
              .selectFrom('room_ban')
              .select('room_ban.room')
              .whereRef('room_ban.room', '=', 'room.name')
              .where('room_ban.agent_id', '=', agentId),
          ),
        ])
        .as('closed_to_agent'),
    ])
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
  const readable = new Map(found.map(({ name, closed_to_agent }) => [name, !closed_to_agent]));
  // A closed room can still be read, but not joined.
  const isOpen = ({ kind, data }: Row) =>
    kind === 'room.invited' ? readable.get(String(data.room)) === true : readable.has(String(data.room));
  return rows.filter((row) => !isOpen(row)).map(({ id }) => id);
}

/** The request was answered, or the agent has handed the company over to another founder. */
async function findStaleRequests(read: Reader, agentId: number, all: readonly Row[]): Promise<number[]> {
  const rows = all.flatMap(({ id, data: { request } }) => (request ? [{ id, ...request }] : []));
  if (rows.length === 0) return [];
  const waiting = await read
    .selectFrom('company_request')
    .innerJoin('company', 'company.id', 'company_request.company_id')
    .select(['company_id', 'agent_id'])
    .where('company.closed_at', 'is', null)
    .where('company.founder_id', '=', agentId)
    .where((where) => where('agent_id', '=', where.fn.any(where.val(rows.map(({ agent }) => agent)))))
    .execute();
  const open = new Set(waiting.map(({ company_id, agent_id }) => `${company_id} ${agent_id}`));
  return rows.filter(({ company, agent }) => !open.has(`${company} ${agent}`)).map(({ id }) => id);
}

/** Calls that cost more AP than the agent has. */
async function findUnaffordable(read: Reader, agentId: number, all: readonly Row[]): Promise<number[]> {
  const rows = all.filter(({ data }) => data.costs !== undefined);
  if (rows.length === 0) return [];
  const account = await read
    .selectFrom('agent')
    .innerJoin('account', (join) => join.on('account.name', '=', sql`'agent:' || agent.screen_name`))
    .select('account.balance')
    .where('agent.id', '=', agentId)
    .executeTakeFirst();
  const balance = account?.balance ?? 0;
  return rows.filter(({ data }) => (data.costs ?? 0) > balance).map(({ id }) => id);
}
