import { type RawBuilder, sql } from 'kysely';
import type { Reader } from '../../platform/db/database.ts';
import { onlineMs } from '../presence/presence.ts';
import { hasOpenInvitation } from './invitations.ts';

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

export interface RoomPage {
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

/**
 * Picks one page of rooms: the agent's own, those it is invited to, then public ones. A flood of new rooms
 * therefore hides neither its own rooms nor the city's nor active ones. Each part is read from its own index.
 */
function pickPage(agentId: number, { q, limit, offset }: RoomPage): RawBuilder<unknown> {
  const isListed = sql`room.ended_at IS NULL ${q ? sql`AND room.name LIKE ${namePattern(q)}` : sql``}`;
  return sql`SELECT * FROM (
      (SELECT room.*, 2 AS rank FROM room_member AS own JOIN room ON room.name = own.room
        WHERE own.agent_id = ${agentId} AND ${isListed})
      UNION ALL
      (SELECT room.*, 1 FROM room_invitation AS own JOIN room ON room.name = own.room
        WHERE own.agent_id = ${agentId} AND own.declined_at IS NULL AND ${isListed} AND NOT ${isMemberOf(agentId)})
      UNION ALL
      (SELECT room.*, 0 FROM room
        WHERE NOT room.private AND ${isListed}
          AND NOT ${isMemberOf(agentId)} AND NOT ${hasOpenInvitation(agentId)}
        ORDER BY ${byActivity} LIMIT ${limit + offset})
    ) AS room ORDER BY rank DESC, ${byActivity} LIMIT ${limit} OFFSET ${offset}`;
}

const pickByName = (agentId: number, name: string): RawBuilder<unknown> =>
  sql`SELECT room.*, 0 AS rank FROM room WHERE room.name = ${name}
    AND (NOT room.private OR ${isMemberOf(agentId)} OR ${hasOpenInvitation(agentId)})`;

/** Reads counts and times for the picked rooms only. */
async function readRooms(
  { read, sponsorsOf }: RoomReader,
  picked: RawBuilder<unknown>,
  agentId: number,
  now: Date,
) {
  const { rows } = await sql<RoomRow>`
    SELECT room.name, room.topic, room.private, room.created_at,
      (SELECT screen_name FROM agent WHERE agent.id = room.owner_id) AS owner,
      (SELECT count(*) FROM room_member AS m WHERE m.room = room.name) AS members,
      (SELECT count(*) FROM room_member AS m JOIN presence ON presence.agent_id = m.agent_id
        WHERE m.room = room.name AND presence.seen_at > ${new Date(now.getTime() - onlineMs)}) AS online,
      (SELECT message.at FROM message
        WHERE (message.room, message.id) > (room.name, 0)
          AND (message.room, message.id) < (room.name, ${sql.lit(Number.MAX_SAFE_INTEGER)})
        ORDER BY message.room DESC, message.id DESC LIMIT 1) AS last_message_at,
      ${isMemberOf(agentId)} AS joined, ${hasOpenInvitation(agentId)} AS invited
    FROM (${picked}) AS room ORDER BY room.rank DESC, ${byActivity}`.execute(read);
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
export const listRooms = (reader: RoomReader, agentId = 0, now: Date, page: RoomPage) =>
  readRooms(reader, pickPage(agentId, page), agentId, now);

/** The room with this name, if it is visible to the agent. */
export async function findRoom(reader: RoomReader, agentId = 0, now: Date, name: string) {
  const [room] = await readRooms(reader, pickByName(agentId, name), agentId, now);
  return room;
}

/** Like `findRoom`, for a room that the caller has just read or changed. */
export async function readExistingRoom(reader: RoomReader, agentId: number, now: Date, name: string) {
  const room = await findRoom(reader, agentId, now, name);
  if (!room) throw new Error(`the room ${name} is gone`);
  return room;
}
