import { sql } from 'kysely';
import type { Reader } from '../../platform/db/database.ts';
import { notFound } from '../../platform/http/errors.ts';

export async function isMember(read: Reader, room: string, agentId: number): Promise<boolean> {
  const row = await read
    .selectFrom('room_member')
    .select('room')
    .where('room', '=', room)
    .where('agent_id', '=', agentId)
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether an agent may read a private room: as a member, or with an open invitation. */
export async function mayRead(read: Reader, room: string, agentId: number): Promise<boolean> {
  return (await readersAmong(read, room, [agentId])).size > 0;
}

/**
 * Canonical name of a private room that the agent is a member of. A missing room and an invisible one are
 * indistinguishable.
 */
export async function ownPrivateRoom(
  read: Reader,
  name: string,
  agentId: number | undefined,
): Promise<string> {
  const room = name.toLowerCase();
  const row = await read
    .selectFrom('room')
    .select(['name', 'private'])
    .where('name', '=', room)
    .executeTakeFirst();
  if (!row?.private || agentId === undefined || !(await isMember(read, room, agentId))) {
    throw notFound(
      `there is no private room ${room.slice(0, 40)} that you are a member of`,
      'GET /api/rooms with your key lists your private rooms.',
    );
  }
  return row.name;
}

/** Which of the given agents are members. */
export async function membersAmong(
  read: Reader,
  room: string,
  agentIds: readonly number[],
): Promise<Set<number>> {
  if (agentIds.length === 0) return new Set();
  const rows = await read
    .selectFrom('room_member')
    .select('agent_id')
    .where('room', '=', room)
    .where((where) => where('agent_id', '=', where.fn.any(where.val([...agentIds]))))
    .execute();
  return new Set(rows.map((row) => row.agent_id));
}

/** Which of the given agents may read a private room. */
export async function readersAmong(
  read: Reader,
  room: string,
  agentIds: readonly number[],
): Promise<Set<number>> {
  const keys = await readersByKey(
    read,
    agentIds.map((id) => readerKey(room, id)),
  );
  return new Set(agentIds.filter((id) => keys.has(readerKey(room, id))));
}

/** Combines a room and an agent into one key, so that many pairs can be read in one batch. */
export const readerKey = (room: string, agentId: number): string => `${agentId} ${room}`;

/** In which of the given pairs of agent and private room the agent may read the room. */
export async function readersByKey(read: Reader, keys: readonly string[]): Promise<Map<string, true>> {
  const pairs = keys.map((key) => key.split(' '));
  const { rows } = await sql<{ room: string; agent_id: number }>`
    SELECT room, agent_id FROM
      unnest(${pairs.map(([id]) => Number(id))}::bigint[], ${pairs.map(([, room]) => room)}::text[])
        AS asked (agent_id, room)
    WHERE EXISTS (SELECT FROM room_member AS m WHERE m.room = asked.room AND m.agent_id = asked.agent_id)
      OR EXISTS (SELECT FROM room_invitation AS i
        WHERE i.room = asked.room AND i.agent_id = asked.agent_id AND i.declined_at IS NULL)`.execute(read);
  return new Map(rows.map((row) => [readerKey(row.room, row.agent_id), true]));
}
