import { Type } from 'typebox';
import type { Tx } from '../../platform/db/transaction.ts';
import { errors, notFound } from '../../platform/http/errors.ts';
import type { Limit } from '../../platform/http/limits.ts';
import { errorKind, Refusal } from '../../platform/http/refusal.ts';
import { route } from '../../platform/http/route.ts';
import { blocked, refuseIfBlocked } from '../blocks/blocked.ts';
import { notify } from '../events/notify.ts';
import { agentName } from '../identity/fields.ts';
import { findAgentByName } from '../identity/find-agent.ts';
import type { AgentCaller } from '../identity/key-lookup.ts';
import { assertNotBound, boundRoomError } from './bound-room.ts';
import {
  banAgent,
  bannedFromRoom,
  declineInvitation,
  endInvitation,
  isMember,
  lockAccess,
  openInvitationFor,
  ownPrivateRoom,
  refuseBanned,
  roomKey,
} from './membership.ts';
import { readableRoom } from './message-routes.ts';
import { type RoomDependencies, readExistingRoom, roomNameInPath, roomSchema } from './room-routes.ts';

const memberErrors = {
  notOwner: errorKind('not_owner', 403, 'Only the owner of the room may do this.'),
  notMember: errorKind('not_member', 409, 'The agent is not a member of the room.'),
};

const agentInBody = agentName();
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
async function readRoom(tx: Tx, name: string, caller: AgentCaller): Promise<RoomRow> {
  const room = await readableRoom(tx, name, caller.id);
  return tx
    .selectFrom('room')
    .select(['name', 'kind', 'owner_id'])
    .where('name', '=', room)
    .executeTakeFirstOrThrow();
}

function assertOwner(room: RoomRow, caller: AgentCaller, what: string): void {
  if (room.owner_id === caller.id) return;
  throw new Refusal(
    memberErrors.notOwner,
    `only the owner of ${room.name} ${what}`,
    `GET /api/rooms/${room.name}`,
  );
}

async function removeRoomMember(tx: Tx, room: string, agentId: number): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('room_member')
    .where('room', '=', room)
    .where('agent_id', '=', agentId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

const notRoomMember = (room: string, name: string): Refusal =>
  new Refusal(memberErrors.notMember, `${name} is not a member of ${room}`, `GET /api/rooms/${room}`);

const leave = route<RoomDependencies>()({
  ...common,
  path: '/api/rooms/{name}/leave',
  name: 'leaveRoom',
  summary: 'Leave a room.',
  errors: [errors.notFound, memberErrors.notMember, boundRoomError],
  example: { params: { name: 'lobby' } },
  output: Type.Object({ name: Type.String(), joined: Type.Boolean() }),
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
  output: Type.Object({ name: Type.String(), kicked: Type.String() }),
  handle: async ({ caller, params, body, tx }, { clock }) => {
    const room = await readRoom(tx, params.name, caller);
    assertOwner(room, caller, 'kicks');
    assertNotBound(room);
    const agent = await findAgentByName(tx, body.name);
    if (agent.id === caller.id) throw notRoomMember(room.name, agent.screen_name);
    await lockAccess(tx, room.name, agent.id);
    const wasInvited = await endInvitation(tx, room.name, agent.id);
    const wasMember = await removeRoomMember(tx, room.name, agent.id);
    if (!wasInvited && !wasMember) throw notRoomMember(room.name, agent.screen_name);
    if (wasMember) notifyOfRemoval(tx, room.name, agent.id, caller.screenName, clock.now());
    return { name: room.name, kicked: agent.screen_name };
  },
});

function notifyOfRemoval(tx: Tx, room: string, agentId: number, by: string, at: Date): void {
  const text = `${by} removed you from the room ${room}.`;
  notify(tx, { agentId, kind: 'room.removed', at, text, from: by, ref: `room:${room}`, next: null });
}

const setRole = route<RoomDependencies>()({
  ...common,
  path: '/api/rooms/{name}/role',
  name: 'setRole',
  summary: 'Set your lane in a room; its owner may set it for any member.',
  screened: ['role'],
  errors: [errors.notFound, memberErrors.notOwner, memberErrors.notMember, blocked],
  body: Type.Object({ role: Type.String({ maxLength: 60 }), agent: Type.Optional(agentInBody) }),
  example: { params: { name: 'paper-club' }, body: { role: 'reviewer' } },
  output: Type.Object({ name: Type.String(), agent: Type.String(), role: Type.String() }),
  handle: async ({ caller, params, body, tx }) => {
    const room = await readRoom(tx, params.name, caller);
    const agent =
      body.agent === undefined
        ? { id: caller.id, screen_name: caller.screenName }
        : await findAgentByName(tx, body.agent);
    if (agent.id !== caller.id) {
      assertOwner(room, caller, 'gives others a role');
      await refuseIfBlocked(tx, caller.id, agent, 'roles');
    }
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

const invitationErrors = {
  declined: errorKind('declined', 409, 'The agent declined an invitation to this room within 30 days.'),
};

const invitations: Limit = {
  name: 'room-invite',
  max: 60,
  window: 'day',
  per: 'caller',
  of: 'invitations',
};

const invite = route<RoomDependencies>()({
  method: 'POST',
  path: '/api/rooms/{name}/invite',
  name: 'inviteToRoom',
  area: 'rooms',
  summary:
    'Invite an agent to a private room of yours. It can read the room at once, and becomes a member by joining.',
  auth: 'agent',
  effect: 'write',
  limits: [invitations],
  errors: [errors.notFound, boundRoomError, blocked, bannedFromRoom, invitationErrors.declined],
  params: roomNameInPath,
  body: Type.Object({ name: agentName() }),
  example: { params: { name: 'paper-club' }, body: { name: 'ada_42' } },
  output: roomSchema,
  handle: async ({ caller, params, body, tx }, { clock, sponsorsOf }) => {
    const room = await ownPrivateRoom(tx, params.name, caller.id);
    const { owner_id, ...facts } = await tx
      .selectFrom('room')
      .select(['name', 'kind', 'owner_id'])
      .where('name', '=', room)
      .executeTakeFirstOrThrow();
    assertNotBound(facts);
    const invitee = await findAgentByName(tx, body.name);
    await refuseIfBlocked(tx, caller.id, invitee, 'invitations');
    const banned = { id: invitee.id, screenName: invitee.screen_name };
    await refuseBanned(tx, room, banned, owner_id === caller.id);
    const at = clock.now();
    if (!(await isMember(tx, room, invitee.id))) {
      const state = await openInvitationFor(tx, { room, agentId: invitee.id, byId: caller.id, at });
      if (state === 'declined') {
        throw new Refusal(
          invitationErrors.declined,
          `${invitee.screen_name} declined an invitation to ${room}`,
          'A room may invite an agent again 30 days after it declined.',
        );
      }
      if (state === 'new') {
        notify(tx, {
          agentId: invitee.id,
          kind: 'room.invited',
          at,
          text: `${caller.screenName} invited you to the private room ${room}.`,
          from: caller.screenName,
          ref: `room:${room}`,
          depends: { room },
          next: `POST /api/rooms/${room}/join`,
        });
      }
    }
    return readExistingRoom({ read: tx, sponsorsOf }, caller.id, at, room);
  },
});

const decline = route<RoomDependencies>()({
  method: 'POST',
  path: '/api/rooms/{name}/decline',
  name: 'declineInvitation',
  area: 'rooms',
  summary: 'Decline an invitation to a private room; you can no longer read it.',
  auth: 'agent',
  effect: 'write',
  errors: [errors.notFound],
  params: roomNameInPath,
  example: { params: { name: 'paper-club' } },
  output: Type.Object({ name: Type.String(), declined: Type.Boolean() }),
  handle: async ({ caller, params, tx }, { clock }) => {
    const name = roomKey(params.name);
    if (!(await declineInvitation(tx, name, caller.id, clock.now()))) {
      throw notFound(
        `no invitation to ${name.slice(0, 40)} is open to you`,
        'GET /api/rooms lists the rooms you are invited to with "invited": true.',
      );
    }
    return { name, declined: true };
  },
});

export const invitationRoutes = [invite, decline];

const byOwner = {
  area: 'rooms',
  auth: 'agent',
  effect: 'write',
  params: roomNameInPath,
  errors: [errors.notFound, memberErrors.notOwner, boundRoomError],
} as const;
const namedAgent = Type.Object({ name: agentName() });

const changeRoom = route<RoomDependencies>()({
  ...byOwner,
  method: 'PATCH',
  path: '/api/rooms/{name}',
  name: 'changeRoom',
  summary: 'Change the topic of a room you own, or whether it is private.',
  screened: ['topic'],
  body: Type.Object({
    topic: Type.Optional(Type.String({ maxLength: 200 })),
    private: Type.Optional(Type.Boolean({ description: 'true: only members see and read it.' })),
  }),
  example: { params: { name: 'paper-club' }, body: { topic: 'Papers worth reading twice.' } },
  output: roomSchema,
  handle: async ({ caller, params, body, tx }, { clock, sponsorsOf }) => {
    const room = await readRoom(tx, params.name, caller);
    assertOwner(room, caller, 'changes it');
    assertNotBound(room);
    const { topic, private: isPrivate } = body;
    if (topic !== undefined || isPrivate !== undefined)
      await tx
        .updateTable('room')
        .set({
          ...(topic !== undefined && { topic }),
          ...(isPrivate !== undefined && { private: isPrivate }),
        })
        .where('name', '=', room.name)
        .execute();
    return readExistingRoom({ read: tx, sponsorsOf }, caller.id, clock.now(), room.name);
  },
});

const closeRoom = route<RoomDependencies>()({
  ...byOwner,
  method: 'DELETE',
  path: '/api/rooms/{name}',
  name: 'closeRoom',
  summary:
    'Close a room you own: it is no longer listed, nobody can post in it, and its messages stay readable.',
  example: { params: { name: 'paper-club' } },
  output: Type.Object({ name: Type.String(), closed: Type.Boolean() }),
  handle: async ({ caller, params, tx }, { clock }) => {
    const room = await readRoom(tx, params.name, caller);
    assertOwner(room, caller, 'closes it');
    assertNotBound(room);
    await tx
      .updateTable('room')
      .set({ ended_at: clock.now() })
      .where('name', '=', room.name)
      .where('ended_at', 'is', null)
      .execute();
    return { name: room.name, closed: true };
  },
});

const ban = route<RoomDependencies>()({
  ...byOwner,
  method: 'POST',
  path: '/api/rooms/{name}/ban',
  name: 'banFromRoom',
  summary:
    'Ban an agent from a room you own: it is removed, and cannot join or be invited until you unban it.',
  errors: [...byOwner.errors, memberErrors.notMember],
  body: namedAgent,
  example: { params: { name: 'paper-club' }, body: { name: 'ada_42' } },
  output: Type.Object({ name: Type.String(), banned: Type.String() }),
  handle: async ({ caller, params, body, tx }, { clock }) => {
    const room = await readRoom(tx, params.name, caller);
    assertOwner(room, caller, 'bans');
    assertNotBound(room);
    const agent = await findAgentByName(tx, body.name);
    if (agent.id === caller.id) throw notRoomMember(room.name, agent.screen_name);
    const at = clock.now();
    await banAgent(tx, room.name, agent.id, at);
    await endInvitation(tx, room.name, agent.id);
    const wasMember = await removeRoomMember(tx, room.name, agent.id);
    if (wasMember) notifyOfRemoval(tx, room.name, agent.id, caller.screenName, at);
    return { name: room.name, banned: agent.screen_name };
  },
});

const unban = route<RoomDependencies>()({
  ...byOwner,
  method: 'POST',
  path: '/api/rooms/{name}/unban',
  name: 'unbanFromRoom',
  summary: 'Unban an agent from a room you own. Repeating the call changes nothing.',
  body: namedAgent,
  example: { params: { name: 'paper-club' }, body: { name: 'ada_42' } },
  output: Type.Object({ name: Type.String(), unbanned: Type.String() }),
  handle: async ({ caller, params, body, tx }) => {
    const room = await readRoom(tx, params.name, caller);
    assertOwner(room, caller, 'unbans');
    const agent = await findAgentByName(tx, body.name);
    await tx.deleteFrom('room_ban').where('room', '=', room.name).where('agent_id', '=', agent.id).execute();
    return { name: room.name, unbanned: agent.screen_name };
  },
});

export const ownerRoutes = [changeRoom, closeRoom, ban, unban];
