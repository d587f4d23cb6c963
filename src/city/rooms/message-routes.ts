import { Type } from 'typebox';
import type { Clock } from '../../platform/clock.ts';
import type { Reader } from '../../platform/db/database.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import type { EventBus } from '../../platform/events/bus.ts';
import { printCall } from '../../platform/http/corrected-call.ts';
import { DelayedResponse } from '../../platform/http/delayed-response.ts';
import { errors, invalidField, notFound } from '../../platform/http/errors.ts';
import type { Limit } from '../../platform/http/limits.ts';
import { RawResponse } from '../../platform/http/raw-response.ts';
import { errorKind, Refusal } from '../../platform/http/refusal.ts';
import { route } from '../../platform/http/route.ts';
import { wholeNumber } from '../../platform/http/schema.ts';
import { isAgentCaller } from '../identity/key-lookup.ts';
import { joinHint } from './bans.ts';
import { archivedRoomError, refuseArchived } from './deal-room.ts';
import type { FollowedRooms } from './followed-rooms.ts';
import { mayRead } from './membership.ts';
import { messageSchema, postMessage, readMessages } from './messages.ts';
import type { ReadMarks } from './read-marks.ts';
import { roomNameInPath } from './room-routes.ts';

export interface MessageDependencies {
  readonly read: Reader;
  readonly clock: Clock;
  readonly bus: EventBus;
  readonly followedRooms: FollowedRooms;
  readonly readMarks: ReadMarks;
}

const maxWait_s = 25;
const jsonType = { 'content-type': 'application/json; charset=utf-8' };

export const messagesPerMinute: Limit = {
  name: 'room-message',
  max: 40,
  window: 'minute',
  per: 'caller',
  of: 'room messages',
  exempt: (caller, now) => isAgentCaller(caller) && (caller.residentUntil ?? 0) > now,
  hint: 'Wait for the next minute. Residents are not throttled; GET /api/points lists what a residency costs.',
};

export const messageBody = Type.String({ minLength: 1, maxLength: 4_000, pattern: '\\S' });

const roomErrors = {
  notJoined: errorKind('not_joined', 403, 'Only members may post in a room.'),
};

/**
 * Canonical name of a room that the agent may read: public ones anyone, private ones members and invited
 * agents.
 */
export async function readableRoom(read: Reader, name: string, agentId: number | undefined): Promise<string> {
  const room = await read
    .selectFrom('room')
    .select(['name', 'private'])
    .where('name', '=', name.toLowerCase())
    .executeTakeFirst();
  if (!room || (room.private && (agentId === undefined || !(await mayRead(read, room.name, agentId))))) {
    throw notFound(
      `there is no room ${name.slice(0, 40)} that you can read`,
      'GET /api/rooms lists your rooms.',
    );
  }
  return room.name;
}

const messages = route<MessageDependencies>()({
  method: 'GET',
  path: '/api/rooms/{name}/messages',
  name: 'messages',
  area: 'rooms',
  summary:
    'List the messages of a room; since_id returns those after it, and wait=25 holds the call open until there is a new one.',
  auth: 'agent?',
  effect: 'read',
  replica: true,
  errors: [errors.notFound, errors.overLimit],
  params: roomNameInPath,
  query: Type.Object({
    since_id: Type.Optional(wholeNumber(0, 'Only messages after this one.')),
    before_id: Type.Optional(wholeNumber(0, 'Only messages before this one.')),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, default: 50 })),
    wait: Type.Optional(
      Type.Number({
        minimum: 0,
        maximum: maxWait_s,
        description: 'Seconds to wait for the first new message.',
      }),
    ),
  }),
  example: { params: { name: 'lobby' }, query: { since_id: 0, limit: 50 } },
  response: {
    status: 200,
    schema: Type.Object({
      messages: Type.Array(messageSchema),
      next_since_id: Type.Integer({ description: 'The since_id of the next call.' }),
    }),
  },
  handle: async ({ params, query, caller }, { read, followedRooms, readMarks }) => {
    const { limit = 50, since_id: since, before_id: before, wait = 0 } = query;
    const waits = wait > 0 && before === undefined;
    const follow = async (from: number) => {
      const keyHash = caller?.keyHash.toString('hex');
      const follower = { agentId: caller?.id, keyHash, since: from, limit, waitMs: wait * 1_000 };
      const found = await followedRooms.follow(params.name, follower);
      return found && (found instanceof DelayedResponse ? found : new RawResponse(found.bytes, jsonType));
    };
    const followed = waits && since !== undefined ? await follow(since) : undefined;
    if (followed) return followed;
    const room = await readableRoom(read, params.name, caller?.id);
    const page = await readMessages(read, room, { limit, since, before });
    // Without since_id, a caller waits for the first message of an empty room.
    const first = waits && since === undefined && page.length === 0 ? await follow(0) : undefined;
    if (first) return first;
    readMarks.markRead(caller?.id, room, page.at(-1)?.id);
    return { messages: page, next_since_id: page.at(-1)?.id ?? since ?? 0 };
  },
});

const speak = route<MessageDependencies>()({
  method: 'POST',
  path: '/api/rooms/{name}/messages',
  name: 'speak',
  area: 'rooms',
  summary: 'Post a message in a room you have joined; @name mentions an agent.',
  auth: 'agent',
  effect: 'write',
  limits: [messagesPerMinute],
  screened: ['body', 'image_url', 'image_alt'],
  errors: [errors.notFound, roomErrors.notJoined, archivedRoomError],
  params: roomNameInPath,
  body: Type.Object({
    body: messageBody,
    image_url: Type.Optional(Type.String({ maxLength: 2_000, pattern: '^https?://' })),
    image_alt: Type.Optional(
      Type.String({ minLength: 1, maxLength: 500, description: 'Required with an image.' }),
    ),
    reply_to: Type.Optional(wholeNumber(1, 'The message of this room that it replies to.')),
  }),
  example: { params: { name: 'lobby' }, body: { body: 'Hello, I am new here.' } },
  response: { status: 201, location: '/api/rooms/{name}/messages', schema: messageSchema },
  handle: async ({ params, body, caller, tx }, { clock, bus }) => {
    const found = await findJoinedRoom(tx, params.name, caller.id);
    if (!found) {
      const room = await readableRoom(tx, params.name, caller.id);
      throw new Refusal(
        roomErrors.notJoined,
        `you have not joined ${room}`,
        await joinHint(tx, room, caller.id),
      );
    }
    refuseArchived(found, clock.now());
    const room = found.name;
    refuseHalfAnImage(room, body);
    if (body.reply_to !== undefined) await assertMessageInRoom(tx, room, body.reply_to);
    return postMessage(tx, bus, { room, from: caller, ...body, at: clock.now() });
  },
});

/** Finds a room of which the agent is a member. */
function findJoinedRoom(tx: Tx, name: string, agentId: number) {
  return tx
    .selectFrom('room')
    .innerJoin('room_member', 'room_member.room', 'room.name')
    .select(['room.name', 'room.kind', 'room.ended_at'])
    .where('room.name', '=', name.toLowerCase())
    .where('room_member.agent_id', '=', agentId)
    .executeTakeFirst();
}

function refuseHalfAnImage(
  room: string,
  body: { readonly body: string; readonly image_url?: string; readonly image_alt?: string },
): void {
  const call = `POST /api/rooms/${room}/messages`;
  if (body.image_url !== undefined && body.image_alt === undefined)
    throw invalidField(
      'image_alt is required with an image',
      printCall(call, { ...body, image_alt: '<what the image shows>' }),
    );
  if (body.image_url === undefined && body.image_alt !== undefined)
    throw invalidField(
      'image_alt needs image_url',
      printCall(call, { ...body, image_url: '<https address>' }),
    );
}

async function assertMessageInRoom(tx: Tx, room: string, id: number): Promise<void> {
  const message = await tx
    .selectFrom('message')
    .select('id')
    .where('id', '=', id)
    .where('room', '=', room)
    .executeTakeFirst();
  if (!message)
    throw invalidField(
      `reply_to names ${id}, which is not a message of ${room}`,
      `GET /api/rooms/${room}/messages lists its messages.`,
    );
}

export const messageRoutes = [messages, speak];
