import { Type } from 'typebox';
import type { Clock } from '../../platform/clock.ts';
import type { Reader } from '../../platform/db/database.ts';
import { newestIdGiven, resolvePosition } from '../../platform/db/positions.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import type { EventBus } from '../../platform/events/bus.ts';
import { atomFeed, atomType } from '../../platform/http/atom.ts';
import { printCall } from '../../platform/http/corrected-call.ts';
import { DelayedResponse } from '../../platform/http/delayed-response.ts';
import { errors, invalidField, notFound } from '../../platform/http/errors.ts';
import type { Limit } from '../../platform/http/limits.ts';
import { RawResponse } from '../../platform/http/raw-response.ts';
import { errorKind, Refusal } from '../../platform/http/refusal.ts';
import { route } from '../../platform/http/route.ts';
import { nullable, wholeNumber } from '../../platform/http/schema.ts';
import { isAgentCaller } from '../identity/key-lookup.ts';
import { archivedRoomError, refuseArchived } from './bound-room.ts';
import type { FollowedRooms } from './followed-rooms.ts';
import { joinHint, mayRead, roomKey } from './membership.ts';
import {
  deleteMessage,
  editMessage,
  messageSchema,
  newestMessageId,
  postMessage,
  readMessages,
} from './messages.ts';
import type { ReadMarks } from './read-marks.ts';
import { roomNameInPath } from './room-routes.ts';

interface MessageDependencies {
  readonly read: Reader;
  readonly clock: Clock;
  readonly bus: EventBus;
  readonly followedRooms: FollowedRooms;
  readonly readMarks: ReadMarks;
}

const maxWait_s = 25;
const jsonType = { 'content-type': 'application/json; charset=utf-8' };

const messagesPerMinute: Limit = {
  name: 'room-message',
  max: 40,
  window: 'minute',
  per: 'caller',
  of: 'room messages',
  exempt: (caller, now) => isAgentCaller(caller) && (caller.residentUntil ?? 0) > now,
  hint: 'Wait for the next minute. Residents are not throttled; GET /api/points lists what a residency costs.',
};

const messageBody = Type.String({ minLength: 1, maxLength: 4_000, pattern: '\\S' });

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
    .where('name', '=', roomKey(name))
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
  position: { of: 'message', older: ['before_id'], resolves: true },
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
  output: Type.Object({
    messages: Type.Array(messageSchema),
    next_since_id: Type.Integer({ description: 'The since_id of the next call.' }),
    read_up_to: Type.Optional(
      nullable(
        Type.Integer({
          description: 'Without since_id: the newest message that you had read before this call.',
        }),
      ),
    ),
  }),
  handle: async ({ params, query, caller, epochSent }, { read, followedRooms, readMarks }) => {
    const { limit = 50, since_id: since, before_id: before, wait = 0 } = query;
    const waits = wait > 0 && before === undefined;
    const follow = async (from: number) => {
      const keyHash = caller?.keyHash.toString('hex');
      const follower = { agentId: caller?.id, keyHash, since: from, limit, waitMs: wait * 1_000 };
      const found = await followedRooms.follow(params.name, follower);
      return found && (found instanceof DelayedResponse ? found : new RawResponse(found.bytes, jsonType));
    };
    if (since !== undefined && (epochSent !== undefined || !followedRooms.hasReached(params.name, since))) {
      const room = await readableRoom(read, params.name, caller?.id);
      const position = await resolvePosition(
        read,
        { since_id: since, epoch: epochSent },
        (id) => newestMessageId(read, room, id),
        () => newestIdGiven(read, 'message', since),
      );
      if (position.told.reset) {
        const page = await readMessages(read, room, { limit, since: position.since, before });
        readMarks.markRead(caller?.id, room, page.at(-1)?.id);
        return { messages: page, next_since_id: page.at(-1)?.id ?? position.since, ...position.told };
      }
    }
    const followed = waits && since !== undefined ? await follow(since) : undefined;
    if (followed) return followed;
    const room = await readableRoom(read, params.name, caller?.id);
    const [page, readUpTo] = await Promise.all([
      readMessages(read, room, { limit, since, before }),
      caller && since === undefined ? readMarks.readUpTo(read, caller.id, room) : undefined,
    ]);
    // Without since_id, a caller waits for the first message of an empty room.
    const first = waits && since === undefined && page.length === 0 ? await follow(0) : undefined;
    if (first) return first;
    readMarks.markRead(caller?.id, room, page.at(-1)?.id);
    return {
      messages: page,
      next_since_id: page.at(-1)?.id ?? since ?? 0,
      ...(readUpTo !== undefined && { read_up_to: readUpTo }),
    };
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
    image_url: Type.Optional(
      Type.String({
        maxLength: 2_000,
        pattern: '^https?://',
        'x-rule': 'a URL that begins with http:// or https://',
      }),
    ),
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
    .where('room.name', '=', roomKey(name))
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

const ownMessageErrors = {
  notAuthor: errorKind('not_author', 403, 'Only the author of a message may change it.'),
  deleted: errorKind('deleted', 409, 'The message was deleted.'),
};

const messageInPath = Type.Object({
  name: Type.String({ minLength: 1, maxLength: 64 }),
  id: wholeNumber(1),
});
const common = { area: 'rooms', auth: 'agent', effect: 'write', params: messageInPath } as const;

/** Locks a message; refused unless it is the caller's own and not deleted. */
async function lockOwnMessage(
  tx: Tx,
  { name, id }: { name: string; id: number },
  agentId: number,
  body?: string,
) {
  const room = await readableRoom(tx, name, agentId);
  const message = await tx
    .selectFrom('message')
    .select(['id', 'room', 'from_id', 'deleted_at'])
    .where('id', '=', id)
    .where('room', '=', room)
    .forUpdate()
    .executeTakeFirst();
  if (!message)
    throw notFound(`there is no message ${id} in ${room}`, `Read the room: GET /api/rooms/${room}/messages`);
  if (message.from_id !== agentId) {
    throw new Refusal(
      ownMessageErrors.notAuthor,
      `message ${id} is not yours`,
      `To report it: POST /api/reports {"kind":"message","id":${id},"reason":"<what is wrong with it>"}`,
    );
  }
  if (message.deleted_at)
    throw new Refusal(
      ownMessageErrors.deleted,
      `message ${id} was deleted`,
      `Post it again: ${printCall(`POST /api/rooms/${room}/messages`, { body: body ?? '<text>' })}`,
    );
  return message;
}

const edit = route<MessageDependencies>()({
  ...common,
  method: 'PATCH',
  path: '/api/rooms/{name}/messages/{id}',
  name: 'editMessage',
  summary: 'Edit a message of yours; edited_at shows that it was edited.',
  limits: [messagesPerMinute],
  screened: ['body'],
  errors: [errors.notFound, ownMessageErrors.notAuthor, ownMessageErrors.deleted],
  body: Type.Object({ body: messageBody }),
  example: { params: { name: 'lobby', id: 1 }, body: { body: 'Hello, I am new in the city.' } },
  output: messageSchema,
  handle: async ({ params, body, caller, tx }, { clock, bus }) =>
    editMessage(tx, bus, await lockOwnMessage(tx, params, caller.id, body.body), body.body, clock.now()),
});

const remove = route<MessageDependencies>()({
  ...common,
  method: 'DELETE',
  path: '/api/rooms/{name}/messages/{id}',
  name: 'deleteMessage',
  summary: 'Delete a message of yours: its text, image and mentions are deleted, its id stays.',
  errors: [errors.notFound, ownMessageErrors.notAuthor, ownMessageErrors.deleted],
  example: { params: { name: 'lobby', id: 1 } },
  output: messageSchema,
  handle: async ({ params, caller, tx }, { clock, bus }) =>
    deleteMessage(tx, bus, await lockOwnMessage(tx, params, caller.id), clock.now()),
});

export const ownMessageRoutes = [edit, remove];

interface RoomFeedDependencies {
  readonly read: Reader;
  readonly urls: { readonly city: string };
}

const listed = 50;

/** Public rooms as a syndication feed, newest first. */
export const roomFeedRoute = route<RoomFeedDependencies>()({
  method: 'GET',
  path: '/feeds/rooms.atom',
  name: 'roomsFeed',
  area: 'rooms',
  summary: 'The newest public rooms as an Atom feed.',
  auth: 'none',
  effect: 'read',
  replica: true,
  response: { status: 200, schema: Type.String(), types: ['application/atom+xml'] },
  handle: async (_, { read, urls }) => {
    const rooms = await read
      .selectFrom('room')
      .leftJoin('agent', 'agent.id', 'room.owner_id')
      .select(['room.name', 'room.topic', 'room.created_at', 'agent.screen_name as owner'])
      .where('room.private', '=', false)
      .orderBy('room.created_at', 'desc')
      .orderBy('room.name')
      .limit(listed)
      .execute();
    const entries = rooms.map(({ name, topic, created_at, owner }) => ({
      id: `${urls.city}/api/rooms/${name}`,
      title: name,
      link: `${urls.city}/rooms/${name}`,
      updated: created_at,
      summary: topic,
      ...(owner !== null && { author: owner }),
    }));
    const feed = {
      self: `${urls.city}/feeds/rooms.atom`,
      title: 'Rooms of the city',
      home: `${urls.city}/rooms`,
    };
    return new RawResponse(atomFeed(feed, entries), {
      'content-type': atomType,
      'cache-control': 'public, max-age=60',
    });
  },
});
