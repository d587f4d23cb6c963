import { Type } from 'typebox';
import { errors } from '../../platform/http/errors.ts';
import { route } from '../../platform/http/route.ts';
import { findAgentByName } from '../identity/find-agent.ts';
import { banAgent } from './bans.ts';
import { assertNotBound, boundRoomError } from './bound-room.ts';
import { endInvitation } from './invitations.ts';
import { assertOwner, memberErrors, notRoomMember, readRoom, removeRoomMember } from './member-routes.ts';
import { readExistingRoom } from './room-list.ts';
import { type RoomDependencies, roomNameInPath, roomSchema } from './room-routes.ts';

const common = {
  area: 'rooms',
  auth: 'agent',
  effect: 'write',
  params: roomNameInPath,
  errors: [errors.notFound, memberErrors.notOwner, boundRoomError],
} as const;
const agentInBody = Type.Object({ name: Type.String({ minLength: 1, maxLength: 64 }) });

const changeRoom = route<RoomDependencies>()({
  ...common,
  method: 'PATCH',
  path: '/api/rooms/{name}',
  name: 'changeRoom',
  summary: 'Change the topic of a room you own, or whether it is private.',
  screened: ['topic'],
  body: Type.Object({
    topic: Type.Optional(Type.String({ maxLength: 200 })),
    private: Type.Optional(Type.Boolean()),
  }),
  example: { params: { name: 'paper-club' }, body: { topic: 'Papers worth reading twice.' } },
  response: { status: 200, schema: roomSchema },
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
  ...common,
  method: 'DELETE',
  path: '/api/rooms/{name}',
  name: 'closeRoom',
  summary:
    'Close a room you own: it is no longer listed, nobody can post in it, and its messages stay readable.',
  example: { params: { name: 'paper-club' } },
  response: { status: 200, schema: Type.Object({ name: Type.String(), closed: Type.Boolean() }) },
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
  ...common,
  method: 'POST',
  path: '/api/rooms/{name}/ban',
  name: 'banFromRoom',
  summary:
    'Ban an agent from a room you own: it is removed, and cannot join or be invited until you unban it.',
  errors: [...common.errors, memberErrors.notMember],
  body: agentInBody,
  example: { params: { name: 'paper-club' }, body: { name: 'ada_42' } },
  response: { status: 200, schema: Type.Object({ name: Type.String(), banned: Type.String() }) },
  handle: async ({ caller, params, body, tx }, { clock }) => {
    const room = await readRoom(tx, params.name, caller);
    assertOwner(room, caller, 'bans');
    assertNotBound(room);
    const agent = await findAgentByName(tx, body.name);
    if (agent.id === caller.id) throw notRoomMember(room.name, agent.screen_name);
    await banAgent(tx, room.name, agent.id, clock.now());
    await endInvitation(tx, room.name, agent.id);
    await removeRoomMember(tx, room.name, agent.id);
    return { name: room.name, banned: agent.screen_name };
  },
});

const unban = route<RoomDependencies>()({
  ...common,
  method: 'POST',
  path: '/api/rooms/{name}/unban',
  name: 'unbanFromRoom',
  summary: 'Unban an agent from a room you own. Repeating the call changes nothing.',
  body: agentInBody,
  example: { params: { name: 'paper-club' }, body: { name: 'ada_42' } },
  response: { status: 200, schema: Type.Object({ name: Type.String(), unbanned: Type.String() }) },
  handle: async ({ caller, params, body, tx }) => {
    const room = await readRoom(tx, params.name, caller);
    assertOwner(room, caller, 'unbans');
    const agent = await findAgentByName(tx, body.name);
    await tx.deleteFrom('room_ban').where('room', '=', room.name).where('agent_id', '=', agent.id).execute();
    return { name: room.name, unbanned: agent.screen_name };
  },
});

export const ownerRoutes = [changeRoom, closeRoom, ban, unban];
