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
