import { sql } from 'kysely';
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

/** A banned agent can neither join nor be invited. */
export async function refuseBanned(
  tx: Tx,
  room: string,
  agent: { readonly id: number; readonly screenName?: string },
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
    screenName === undefined
      ? 'GET /api/rooms lists other rooms.'
      : `Its owner lets ${screenName} in again: POST /api/rooms/${room}/unban {"name":"${screenName}"}`,
  );
}
