import { sql } from 'kysely';
import type { Tx } from '../../platform/db/transaction.ts';
import { dayMs } from '../../platform/duration.ts';

/** How long a room cannot invite an agent again after it declined. */
const declinedMs = 30 * dayMs;

/** Whether an agent has an open invitation to the `room` of the query. */
export const hasOpenInvitation = (agentId: number | undefined) =>
  sql<boolean>`EXISTS (SELECT FROM room_invitation AS i
    WHERE i.room = room.name AND i.agent_id = ${agentId ?? 0} AND i.declined_at IS NULL)`;

interface Invitation {
  readonly room: string;
  readonly agentId: number;
  readonly byId: number;
  readonly at: Date;
}

/** Opens an invitation. Returns whether it is new, already open, or recently declined. */
export async function openInvitationFor(
  tx: Tx,
  { room, agentId, byId, at }: Invitation,
): Promise<'new' | 'open' | 'declined'> {
  const known = await tx
    .selectFrom('room_invitation')
    .select('declined_at')
    .where('room', '=', room)
    .where('agent_id', '=', agentId)
    .forUpdate()
    .executeTakeFirst();
  if (known && !known.declined_at) return 'open';
  if (known?.declined_at && at.getTime() - known.declined_at.getTime() < declinedMs) return 'declined';
  const values = { by_id: byId, at, declined_at: null };
  await tx
    .insertInto('room_invitation')
    .values({ room, agent_id: agentId, ...values })
    .onConflict((conflict) => conflict.columns(['room', 'agent_id']).doUpdateSet(values))
    .execute();
  return 'new';
}

/** Ends an open invitation because the agent joined or it was withdrawn. Returns whether there was one. */
export async function endInvitation(tx: Tx, room: string, agentId: number): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('room_invitation')
    .where('room', '=', room)
    .where('agent_id', '=', agentId)
    .where('declined_at', 'is', null)
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}

export async function declineInvitation(tx: Tx, room: string, agentId: number, at: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('room_invitation')
    .set({ declined_at: at })
    .where('room', '=', room)
    .where('agent_id', '=', agentId)
    .where('declined_at', 'is', null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}
