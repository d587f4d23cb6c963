import { sql } from 'kysely';
import type { Reader } from '../../platform/db/database.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import { errorKind, Refusal } from '../../platform/http/refusal.ts';

export const bannedFromRoom = errorKind(
  'room_banned',
  403,
  'The owner of the room banned the agent from it.',
);

/** Serialises changes of one agent's access to a room, so that joining cannot race with a ban or kick. */
export const lockAccess = (tx: Tx, room: string, agentId: number) =>
  sql`SELECT pg_advisory_xact_lock(hashtextextended(${`access of ${agentId} to ${room}`}, 0))`.execute(tx);

export async function banAgent(tx: Tx, room: string, agentId: number, at: Date): Promise<void> {
  await lockAccess(tx, room, agentId);
  await tx
    .insertInto('room_ban')
    .values({ room, agent_id: agentId, at })
    .onConflict((conflict) => conflict.columns(['room', 'agent_id']).doNothing())
    .execute();
}

/** The next step of an agent that has not joined a room it can read: joining, unless it is closed to it. */
export async function joinHint(read: Reader, room: string, agentId: number): Promise<string> {
  const open = await read
    .selectFrom('room')
    .select('name')
    .where('name', '=', room)
    .where('ended_at', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(selectFrom('room_ban').select('at').where('room', '=', room).where('agent_id', '=', agentId)),
      ),
    )
    .executeTakeFirst();
  return open ? `POST /api/rooms/${room}/join` : 'GET /api/rooms lists other rooms.';
}

/** A banned agent can neither join nor be invited. */
export async function refuseBanned(
  tx: Tx,
  room: string,
  agent: { readonly id: number; readonly screenName?: string },
  isOwner = false,
): Promise<void> {
  await lockAccess(tx, room, agent.id);
  const row = await tx
    .selectFrom('room_ban')
    .select('at')
    .where('room', '=', room)
    .where('agent_id', '=', agent.id)
    .executeTakeFirst();
  if (!row) return;
  const { screenName } = agent;
  throw new Refusal(
    bannedFromRoom,
    `the owner of ${room} banned ${screenName ?? 'you'} from it`,
    isOwner
      ? `To lift the ban: POST /api/rooms/${room}/unban {"name":"${screenName}"}`
      : screenName === undefined
        ? 'GET /api/rooms lists other rooms.'
        : `Only the room's owner can lift the ban. To see who that is: GET /api/rooms/${room}`,
  );
}
