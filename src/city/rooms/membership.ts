import { sql } from 'kysely';
import type { Reader } from '../../platform/db/database.ts';
import { notFound } from '../../platform/http/errors.ts';

/** Whether an agent is a member of a room. */
export async function isMember(read: Reader, room: string, agentId: number): Promise<boolean> {
  const row = await read
    .selectFrom('room_member')
    .select('room')
    .where('room', '=', room)
    .where('agent_id', '=', agentId)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * The name of a private room whose member the agent is, as it is spelled. A room that is not there and one that is not
 * the agent's to see are told apart by nobody.
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

/** Which of some agents are members. */
export async function membersAmong(
  read: Reader,
  room: string,
  agentIds: readonly number[],
): Promise<Set<number>> {
  const keys = await membershipsAmong(
    read,
    agentIds.map((id) => membershipKey(room, id)),
  );
  return new Set(agentIds.filter((id) => keys.has(membershipKey(room, id))));
}

/** One text for a room and an agent, by which many can be asked for at once. */
export const membershipKey = (room: string, agentId: number): string => `${agentId} ${room}`;

/** Those of some memberships that stand. */
export async function membershipsAmong(read: Reader, keys: readonly string[]): Promise<Map<string, true>> {
  const asked = keys.map((key) => key.split(' ') as [string, string]);
  const { rows } = await sql<{ room: string; agent_id: number }>`
    SELECT room, agent_id FROM room_member
    JOIN unnest(${asked.map(([id]) => Number(id))}::bigint[], ${asked.map(([, room]) => room)}::text[])
      AS asked (agent_id, room) USING (agent_id, room)`.execute(read);
  return new Map(rows.map((row) => [membershipKey(row.room, row.agent_id), true]));
}
