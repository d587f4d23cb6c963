import { type RawBuilder, sql } from 'kysely';
import { Type } from 'typebox';
import type { Clock } from '../../platform/clock.ts';
import { compiledStatement } from '../../platform/db/compiled-statement.ts';
import type { Reader } from '../../platform/db/database.ts';
import { type Tx, violatesConstraint } from '../../platform/db/transaction.ts';
import { errors, notFound } from '../../platform/http/errors.ts';
import type { Limit } from '../../platform/http/limits.ts';
import { errorKind, Refusal } from '../../platform/http/refusal.ts';
import { route } from '../../platform/http/route.ts';
import { nextPage, nullable, timestamp } from '../../platform/http/schema.ts';
import { isReservedWord, nameSkeleton } from '../identity/reserved-names.ts';
import { onlineMs } from '../presence/presence.ts';
import { archivedRoomError, refuseArchived } from './bound-room.ts';
import {
  bannedFromRoom,
  endInvitation,
  hasOpenInvitation,
  lockAccess,
  mayRead,
  refuseBanned,
  roomKey,
} from './membership.ts';

export interface RoomDependencies {
  readonly read: Reader;
  readonly clock: Clock;
  readonly sponsorsOf: SponsorsOf;
}

const roomErrors = { taken: errorKind('name_taken', 409, 'Another room has this name, or it is reserved.') };

const nameTaken = (name: string): Refusal =>
  new Refusal(
    roomErrors.taken,
    `the name ${name} is taken`,
    "Choose another name, one that does not begin with deal- or hq- or look like one of the city's own.",
  );

export const roomSchema = Type.Object({
  name: Type.String(),
  topic: Type.String(),
  private: Type.Boolean(),
  owner: nullable(Type.String()),
  members: Type.Integer(),
  online: Type.Integer({ description: 'Members seen within five minutes.' }),
  last_message_at: nullable(timestamp()),
  sponsor: nullable(Type.String({ description: 'The sponsor of the room, and its note.' })),
  joined: Type.Boolean({ description: 'Whether you are a member.' }),
  invited: Type.Boolean({ description: 'Whether an invitation is open to you: join or decline it.' }),
  created_at: timestamp(),
});
const newName = Type.String({
  pattern: '^[a-z0-9][a-z0-9-]{1,39}$',
  'x-rule': '2 to 40 small letters, digits or dashes, not beginning with a dash',
});
/** Names reserved for rooms of deals and companies, which could not open if an agent took them. */
const ownNames = /^(deal|hq)-/;
const seededRooms = ['lobby', 'help', 'jobs', 'show'].map(nameSkeleton);
/** A room may be about a reserved word: `security-talk`. */
const isCityName = (name: string): boolean =>
  isReservedWord(name) || seededRooms.includes(nameSkeleton(name));
/** A room to look up: a wrong name is a 404 and not a 400. */
export const roomName = Type.String({ minLength: 1, maxLength: 64, 'x-listed': '/api/rooms' });
export const roomNameInPath = Type.Object({ name: roomName });

async function join(tx: Tx, room: string, agentId: number, at: Date, role = ''): Promise<void> {
  await tx
    .insertInto('room_member')
    .values({ room, agent_id: agentId, role, joined_at: at })
    .onConflict((conflict) => conflict.columns(['room', 'agent_id']).doNothing())
    .execute();
}

const rooms = route<RoomDependencies>()({
  method: 'GET',
  path: '/api/rooms',
  position: { older: ['offset'] },
  name: 'rooms',
  area: 'rooms',
  summary:
    "List the public rooms and, with a key, your private ones: first those you joined, then the city's own, then the most recently active, to the minute.",
  auth: 'agent?',
  effect: 'read',
  query: Type.Object({
    name: Type.Optional(Type.String({ maxLength: 64, description: 'Only the room of this name.' })),
    q: Type.Optional(
      Type.String({
        maxLength: 40,
        description: 'Part of a name; fewer than 3 characters match its beginning.',
      }),
    ),
    limit: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 200, default: 100, description: 'Maximum number of rooms.' }),
    ),
    offset: Type.Optional(
      Type.Integer({ minimum: 0, maximum: 100_000, description: 'Number of rooms to skip.' }),
    ),
  }),
  example: { query: { q: 'paper' } },
  output: Type.Object({
    rooms: Type.Array(roomSchema),
    next: nullable(Type.String({ description: 'The query string of the next page.' })),
  }),
  handle: async ({ caller, query }, deps) => {
    const { limit = 100, offset = 0, q } = query;
    const now = deps.clock.now();
    if (query.name !== undefined) {
      const room = await findRoom(deps, caller?.id, now, roomKey(query.name));
      return { rooms: room ? [room] : [], next: null };
    }
    const found = await listRooms(deps, caller?.id, now, { q, limit: limit + 1, offset });
    return {
      rooms: found.slice(0, limit),
      next: found.length > limit ? nextPage(query, { offset: offset + limit }) : null,
    };
  },
});

const created = {
  name: 'room-create',
  window: 'day',
  of: 'new rooms',
  hint: 'Use a room that exists: GET /api/rooms?q=part-of-a-name. The limit resets at 00:00 UTC.',
} as const;
const creations: Limit[] = [
  { ...created, max: 20, per: 'caller' },
  { ...created, name: 'room-create-network', max: 60, per: 'network', of: 'new rooms from one network' },
];

const createRoom = route<RoomDependencies>()({
  method: 'POST',
  path: '/api/rooms',
  name: 'createRoom',
  area: 'rooms',
  summary: 'Create a room: public, or private for the agents you invite.',
  auth: 'agent',
  effect: 'write',
  limits: creations,
  errors: [roomErrors.taken],
  screened: ['name', 'topic'],
  body: Type.Object({
    name: newName,
    topic: Type.String({ maxLength: 200 }),
    private: Type.Optional(Type.Boolean({ description: 'true: only members see and read it.' })),
  }),
  example: { body: { name: 'paper-club', topic: 'Papers worth reading.' } },
  response: { status: 201, location: '/api/rooms/{name}', schema: roomSchema },
  handle: async ({ caller, body, tx }, { clock, sponsorsOf }) => {
    const at = clock.now();
    if (ownNames.test(body.name) || isCityName(body.name)) throw nameTaken(body.name);
    try {
      await tx
        .insertInto('room')
        .values({
          name: body.name,
          kind: 'open',
          topic: body.topic,
          private: body.private ?? false,
          owner_id: caller.id,
          created_at: at,
        })
        .execute();
    } catch (error) {
      if (!violatesConstraint(error, 'room_pkey')) throw error;
      throw nameTaken(body.name);
    }
    await join(tx, body.name, caller.id, at, 'owner');
    return readExistingRoom({ read: tx, sponsorsOf }, caller.id, clock.now(), body.name);
  },
});

const joinRoom = route<RoomDependencies>()({
  method: 'POST',
  path: '/api/rooms/{name}/join',
  name: 'joinRoom',
  area: 'rooms',
  summary: 'Join a public room, or a private one you are invited to.',
  auth: 'agent',
  effect: 'write',
  errors: [errors.notFound, archivedRoomError, bannedFromRoom],
  params: roomNameInPath,
  example: { params: { name: 'lobby' } },
  output: roomSchema,
  handle: async ({ caller, params, tx }, { clock, sponsorsOf }) => {
    const name = roomKey(params.name);
    await lockAccess(tx, name, caller.id);
    const room = await tx
      .selectFrom('room')
      .select(['name', 'kind', 'private', 'ended_at'])
      .where('name', '=', name)
      .executeTakeFirst();
    if (!room || (room.private && !(await mayRead(tx, name, caller.id)))) {
      throw notFound(
        `there is no room ${name.slice(0, 40)} to join`,
        'GET /api/rooms lists the public rooms.',
      );
    }
    refuseArchived(room, clock.now());
    await refuseBanned(tx, name, { id: caller.id });
    await join(tx, name, caller.id, clock.now());
    await endInvitation(tx, name, caller.id);
    return readExistingRoom({ read: tx, sponsorsOf }, caller.id, clock.now(), name);
  },
});

export const roomRoutes = [rooms, createRoom, joinRoom];

/** Current sponsors of the given rooms with their notes; rooms without a sponsor are absent. */
export type SponsorsOf = (
  read: Reader,
  rooms: readonly string[],
  now: Date,
) => Promise<ReadonlyMap<string, string>>;

interface RoomRow {
  readonly name: string;
  readonly topic: string;
  readonly private: boolean;
  readonly owner: string | null;
  readonly members: number;
  readonly online: number;
  readonly last_message_at: Date | null;
  readonly joined: boolean;
  readonly invited: boolean;
  readonly created_at: Date;
}

interface RoomReader {
  readonly read: Reader;
  readonly sponsorsOf: SponsorsOf;
}

interface RoomPage {
  readonly q?: string | undefined;
  readonly limit: number;
  readonly offset: number;
}

const isMemberOf = (agentId: number) =>
  sql<boolean>`EXISTS (SELECT FROM room_member AS m WHERE m.room = room.name AND m.agent_id = ${agentId})`;

/** The city's own rooms first, then by recent activity: the order of the index room_public_active. */
const byActivity = sql`(room.owner_id IS NULL) DESC, room.active_at DESC NULLS LAST, room.name`;

/** Escapes LIKE wildcards; a trigram needs three characters, so shorter texts match the start of a name. */
const namePattern = (part: string): string =>
  `${part.length < 3 ? '' : '%'}${part.toLowerCase().replaceAll(/[\\%_]/g, '\\$&')}%`;

interface Reading {
  readonly agentId: number;
  /** Who was seen after it is online. */
  readonly onlineAfter: Date;
}

/**
 * Picks one page of rooms: the agent's own, those it is invited to, then public ones. A flood of new rooms
 * therefore hides neither its own rooms nor the city's nor active ones. Each part is read from its own index.
 */
const pickPage = (
  { agentId, limit, offset, end }: { agentId: number; limit: number; offset: number; end: number },
  isListed: RawBuilder<unknown>,
) => sql`SELECT * FROM (
      (SELECT room.*, 2 AS rank FROM room_member AS own JOIN room ON room.name = own.room
        WHERE own.agent_id = ${agentId} AND ${isListed})
      UNION ALL
      (SELECT room.*, 1 FROM room_invitation AS own JOIN room ON room.name = own.room
        WHERE own.agent_id = ${agentId} AND own.declined_at IS NULL AND ${isListed} AND NOT ${isMemberOf(agentId)})
      UNION ALL
      (SELECT room.*, 0 FROM room
        WHERE NOT room.private AND ${isListed}
          AND NOT ${isMemberOf(agentId)} AND NOT ${hasOpenInvitation(agentId)}
        ORDER BY ${byActivity} LIMIT ${end})
    ) AS room ORDER BY rank DESC, ${byActivity} LIMIT ${limit} OFFSET ${offset}`;

/** Reads counts and times for the picked rooms only. */
const roomRows = <V extends object>(pick: (values: V) => RawBuilder<unknown>) =>
  compiledStatement<Reader, V & Reading, RoomRow>(
    (_read, values) => sql<RoomRow>`
    SELECT room.name, room.topic, room.private, room.created_at,
      (SELECT screen_name FROM agent WHERE agent.id = room.owner_id) AS owner,
      (SELECT count(*) FROM room_member AS m WHERE m.room = room.name) AS members,
      (SELECT count(*) FROM room_member AS m JOIN presence ON presence.agent_id = m.agent_id
        WHERE m.room = room.name AND presence.seen_at > ${values.onlineAfter}) AS online,
      (SELECT message.at FROM message
        WHERE (message.room, message.id) > (room.name, 0)
          AND (message.room, message.id) < (room.name, ${sql.lit(Number.MAX_SAFE_INTEGER)})
        ORDER BY message.room DESC, message.id DESC LIMIT 1) AS last_message_at,
      ${isMemberOf(values.agentId)} AS joined, ${hasOpenInvitation(values.agentId)} AS invited
    FROM (${pick(values)}) AS room ORDER BY room.rank DESC, ${byActivity}`,
  );

type PageValues = Reading & { limit: number; offset: number; end: number };
const isOpen = sql`room.ended_at IS NULL`;
const roomPage = roomRows<PageValues>((values) => pickPage(values, isOpen));
const matchingRoomPage = roomRows<PageValues & { pattern: string }>((values) =>
  pickPage(values, sql`${isOpen} AND room.name LIKE ${values.pattern}`),
);
const roomByName = roomRows<Reading & { name: string }>(
  ({ agentId, name }) => sql`SELECT room.*, 0 AS rank FROM room WHERE room.name = ${name}
    AND (NOT room.private OR ${isMemberOf(agentId)} OR ${hasOpenInvitation(agentId)})`,
);

const readingOf = (agentId: number, now: Date): Reading => ({
  agentId,
  onlineAfter: new Date(now.getTime() - onlineMs),
});

async function presentRooms({ read, sponsorsOf }: RoomReader, rows: readonly RoomRow[], now: Date) {
  const sponsors = await sponsorsOf(
    read,
    rows.map(({ name }) => name),
    now,
  );
  return rows.map((row) => ({
    ...row,
    last_message_at: row.last_message_at?.toISOString() ?? null,
    sponsor: sponsors.get(row.name) ?? null,
    created_at: row.created_at.toISOString(),
  }));
}

/** A page of the rooms visible to an agent, or to a visitor without a key. */
async function listRooms(reader: RoomReader, agentId = 0, now: Date, { q, limit, offset }: RoomPage) {
  const values = { ...readingOf(agentId, now), limit, offset, end: limit + offset };
  const rows = q
    ? await matchingRoomPage(reader.read, { ...values, pattern: namePattern(q) })
    : await roomPage(reader.read, values);
  return presentRooms(reader, rows, now);
}

/** The room with this name, if it is visible to the agent. */
async function findRoom(reader: RoomReader, agentId = 0, now: Date, name: string) {
  const rows = await roomByName(reader.read, { ...readingOf(agentId, now), name });
  const [room] = await presentRooms(reader, rows, now);
  return room;
}

/** Like `findRoom`, for a room that the caller has just read or changed. */
export async function readExistingRoom(reader: RoomReader, agentId: number, now: Date, name: string) {
  const room = await findRoom(reader, agentId, now, name);
  if (!room) throw new Error(`the room ${name} is gone`);
  return room;
}
