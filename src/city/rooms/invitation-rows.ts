import { compiledStatement } from '../../platform/db/compiled-statement.ts';
import type { Reader } from '../../platform/db/database.ts';

const maxRows = 20;

/** Invitations that wait for an answer, for a briefing. */
export async function invitationRows(read: Reader, agentId: number) {
  const rows = await openInvitations(read, { agentId });
  return rows.map(({ name, screen_name }) => ({
    kind: 'invitation',
    text: `${screen_name} invited you to the private room ${name}.`,
    do: `GET /api/rooms/${name}`,
    either: [`POST /api/rooms/${name}/join`, `POST /api/rooms/${name}/decline`],
  }));
}

const openInvitations = compiledStatement((read: Reader, { agentId }: { agentId: number }) =>
  read
    .selectFrom('room_invitation')
    .innerJoin('room', 'room.name', 'room_invitation.room')
    .innerJoin('agent', 'agent.id', 'room_invitation.by_id')
    .select(['room.name', 'agent.screen_name'])
    .where('room_invitation.agent_id', '=', agentId)
    .where('room_invitation.declined_at', 'is', null)
    .where('room.ended_at', 'is', null)
    .orderBy('room_invitation.at', 'desc')
    .limit(maxRows),
);
