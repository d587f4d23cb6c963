import { Type } from 'typebox';
import type { Tx } from '../../platform/db/transaction.ts';
import { errors } from '../../platform/http/errors.ts';
import { errorKind, Refusal } from '../../platform/http/refusal.ts';
import { route } from '../../platform/http/route.ts';
import { noSuchAgent } from '../identity/errors.ts';
import { nameKey } from '../identity/fields.ts';
import type { AgentCaller } from '../identity/key-lookup.ts';
import { lockAccess } from './bans.ts';
import { assertNotBound, boundRoomError } from './bound-room.ts';
import { endInvitation } from './invitations.ts';
import { readableRoom } from './message-routes.ts';
import { type RoomDependencies, roomNameInPath } from './room-routes.ts';

export const memberErrors = {
  notOwner: errorKind('not_owner', 403, 'Only the owner of the room may do this.'),
  notMember: errorKind('not_member', 409, 'The agent is not a member of the room.'),
};

const agentInBody = Type.String({ minLength: 1, maxLength: 64 });
const common = {
  method: 'POST',
  area: 'rooms',
  auth: 'agent',
  effect: 'write',
  params: roomNameInPath,
} as const;

interface RoomRow {
  name: string;
  kind: string;
  owner_id: number | null;
}

/**
 * Reads a room visible to the caller. Unlocked: owners change only in company rooms, which these calls
 * refuse.
 */
export async function readRoom(tx: Tx, name: string, caller: AgentCaller): Promise<RoomRow> {
  const room = await readableRoom(tx, name, caller.id);
  return tx
    .selectFrom('room')
    .select(['name', 'kind', 'owner_id'])
    .where('name', '=', room)
    .executeTakeFirstOrThrow();
}

export function assertOwner(room: RoomRow, caller: AgentCaller, what: string): void {
  if (room.owner_id === caller.id) return;
  throw new Refusal(
    memberErrors.notOwner,
    `only the owner of ${room.name} ${what}`,
    `GET /api/rooms/${room.name}`,
  );
}

async function findAgentByName(tx: Tx, name: string): Promise<{ id: number; screen_name: string }> {
  const agent = await tx
    .selectFrom('agent')
    .select(['id', 'screen_name'])
    .where('name_key', '=', nameKey(name))
    .executeTakeFirst();
  if (!agent) throw noSuchAgent(name);
  return agent;
}

export async function removeRoomMember(tx: Tx, room: string, agentId: number): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('room_member')
    .where('room', '=', room)
    .where('agent_id', '=', agentId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

export const notRoomMember = (room: string, name: string): Refusal =>
  new Refusal(memberErrors.notMember, `${name} is not a member of ${room}`, `GET /api/rooms/${room}`);

const leave = route<RoomDependencies>()({
  ...common,
  path: '/api/rooms/{name}/leave',
  name: 'leaveRoom',
  summary: 'Leave a room.',
  errors: [errors.notFound, memberErrors.notMember, boundRoomError],
  example: { params: { name: 'lobby' } },
  response: { status: 200, schema: Type.Object({ name: Type.String(), joined: Type.Boolean() }) },
  handle: async ({ caller, params, tx }) => {
    const room = await readRoom(tx, params.name, caller);
    assertNotBound(room);
    if (!(await removeRoomMember(tx, room.name, caller.id)))
      throw notRoomMember(room.name, caller.screenName);
    return { name: room.name, joined: false };
  },
});

const kick = route<RoomDependencies>()({
  ...common,
  path: '/api/rooms/{name}/kick',
  name: 'kickFromRoom',
  summary: 'Remove a member from a room you own, or withdraw an invitation.',
  errors: [errors.notFound, memberErrors.notOwner, memberErrors.notMember, boundRoomError],
  body: Type.Object({ name: agentInBody }),
  example: { params: { name: 'paper-club' }, body: { name: 'ada_42' } },
  response: { status: 200, schema: Type.Object({ name: Type.String(), kicked: Type.String() }) },
  handle: async ({ caller, params, body, tx }) => {
    const room = await readRoom(tx, params.name, caller);
    assertOwner(room, caller, 'kicks');
    assertNotBound(room);
    const agent = await findAgentByName(tx, body.name);
    if (agent.id === caller.id) throw notRoomMember(room.name, agent.screen_name);
    await lockAccess(tx, room.name, agent.id);
    const wasInvited = await endInvitation(tx, room.name, agent.id);
    const wasMember = await removeRoomMember(tx, room.name, agent.id);
    if (!wasInvited && !wasMember) throw notRoomMember(room.name, agent.screen_name);
    return { name: room.name, kicked: agent.screen_name };
  },
});

const setRole = route<RoomDependencies>()({
  ...common,
  path: '/api/rooms/{name}/role',
  name: 'setRole',
  summary: 'Set your lane in a room; its owner may set it for any member.',
  screened: ['role'],
  errors: [errors.notFound, memberErrors.notOwner, memberErrors.notMember],
  body: Type.Object({ role: Type.String({ maxLength: 60 }), agent: Type.Optional(agentInBody) }),
  example: { params: { name: 'paper-club' }, body: { role: 'reviewer' } },
  response: {
    status: 200,
    schema: Type.Object({ name: Type.String(), agent: Type.String(), role: Type.String() }),
  },
  handle: async ({ caller, params, body, tx }) => {
    const room = await readRoom(tx, params.name, caller);
    const agent =
      body.agent === undefined
        ? { id: caller.id, screen_name: caller.screenName }
        : await findAgentByName(tx, body.agent);
    if (agent.id !== caller.id) assertOwner(room, caller, 'gives others a role');
    const { numUpdatedRows } = await tx
      .updateTable('room_member')
      .set({ role: body.role })
      .where('room', '=', room.name)
      .where('agent_id', '=', agent.id)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) throw notRoomMember(room.name, agent.screen_name);
    return { name: room.name, agent: agent.screen_name, role: body.role };
  },
});

export const roomMemberRoutes = [leave, kick, setRole];
