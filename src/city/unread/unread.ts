import { sql } from 'kysely';
import { Type } from 'typebox';
import type { Reader } from '../../platform/db/database.ts';
import { timestamp } from '../../platform/http/schema.ts';
import { readUnreadDms } from '../direct-messages/threads.ts';
import { cityName } from '../rooms/messages.ts';
import type { ReadMarks } from '../rooms/read-marks.ts';

/** Limits per response, so that its cost does not grow with the number of messages. */
const countedPerRoom = 100;
const countedRooms = 100;
const countedMentions = 100;
const maxShown = 10;

export const unreadSchema = Type.Object({
  rooms: Type.Integer({
    description: `Unread messages by others in your rooms: at most the newest ${countedPerRoom} per room, in the ${countedRooms} rooms you joined last, without deal rooms of ended claims.`,
  }),
  dms: Type.Integer({ description: 'Direct messages to you that you have not read.' }),
  mentions: Type.Integer({
    description: `Unread mentions of you, among the newest ${countedMentions}.`,
  }),
});

export const mentionSchema = Type.Object({
  id: Type.Integer({ description: 'Id of the message.' }),
  room: Type.String(),
  from: Type.String(),
  body: Type.String(),
  at: timestamp(),
});

interface Dependencies {
  readonly read: Reader;
  readonly readMarks: ReadMarks;
}

/** Unread state of an agent: counts, and the newest mentions and direct messages. Marks nothing as read. */
export async function readUnread(deps: Dependencies, agentId: number) {
  const [rooms, mentions, dms] = await Promise.all([
    readUnreadRooms(deps, agentId),
    readUnreadMentions(deps, agentId),
    readUnreadDms(deps.read, agentId, maxShown),
  ]);
  return {
    unread: {
      rooms: rooms.reduce((sum, room) => sum + room.unread, 0),
      dms: dms.count,
      mentions: mentions.count,
    },
    rooms,
    mentions: mentions.newest,
    dms: dms.newest,
  };
}

/**
 * The agent's rooms with messages by others since it last read them, or since it joined. The bounds are row
 * comparisons so that PostgreSQL uses the index by room: with `room = …` it may scan all messages by id until
 * it has found enough of a quiet room.
 */
async function readUnreadRooms({ read, readMarks }: Dependencies, agentId: number) {
  const waiting = readMarks.pendingOf(agentId);
  const { rows } = await sql<{ room: string; unread: number; first: number }>`
    SELECT member.room, count(*) AS unread, min(newest.id) AS first
    FROM (SELECT room, joined_at FROM room_member JOIN room ON room.name = room_member.room AND room.ended_at IS NULL
      WHERE agent_id = ${agentId}
      ORDER BY joined_at DESC LIMIT ${sql.lit(countedRooms)}) AS member
    LEFT JOIN read_mark ON read_mark.agent_id = ${agentId} AND read_mark.place = member.room
    LEFT JOIN ${toMarkRows(waiting)} ON waiting.place = member.room
    CROSS JOIN LATERAL (
      SELECT id, from_id, at FROM message
      WHERE (room, id) > (member.room, greatest(read_mark.up_to, waiting.up_to, 0))
        AND (room, id) <= (member.room, ${sql.lit(Number.MAX_SAFE_INTEGER)})
      ORDER BY room DESC, id DESC LIMIT ${sql.lit(countedPerRoom)}) AS newest
    WHERE newest.from_id IS DISTINCT FROM ${agentId} AND newest.at >= member.joined_at
      AND NOT EXISTS (SELECT FROM mute WHERE mute.agent_id = ${agentId} AND mute.other_id = newest.from_id)
    GROUP BY member.room ORDER BY unread DESC, member.room`.execute(read);
  return rows;
}

/**
 * Mentions the agent has seen neither in their room nor elsewhere. Those in private rooms are for members
 * only.
 */
async function readUnreadMentions({ read, readMarks }: Dependencies, agentId: number) {
  const waiting = readMarks.pendingOf(agentId);
  const { rows } = await sql<{
    id: number;
    room: string;
    from: string | null;
    body: string;
    at: Date;
    count: number;
  }>`
    SELECT message.id, message.room, sender.screen_name AS "from", message.body, message.at, count(*) OVER () AS count
    FROM (SELECT message_id FROM mention WHERE agent_id = ${agentId}
      ORDER BY message_id DESC LIMIT ${sql.lit(countedMentions)}) AS newest
    JOIN message ON message.id = newest.message_id
    JOIN room ON room.name = message.room
    LEFT JOIN agent AS sender ON sender.id = message.from_id
    CROSS JOIN LATERAL (
      SELECT max(up_to) AS up_to FROM (
        SELECT up_to FROM read_mark WHERE agent_id = ${agentId} AND place IN (message.room, '@' || message.room)
        UNION ALL
        SELECT up_to FROM ${toMarkRows(waiting)} WHERE place IN (message.room, '@' || message.room)) AS marks) AS seen
    WHERE message.id > coalesce(seen.up_to, 0) AND message.from_id IS DISTINCT FROM ${agentId}
      AND NOT EXISTS (SELECT FROM mute WHERE mute.agent_id = ${agentId} AND mute.other_id = message.from_id)
      AND (NOT room.private OR EXISTS (
        SELECT FROM room_member WHERE room_member.room = message.room AND room_member.agent_id = ${agentId}))
    ORDER BY message.id DESC LIMIT ${sql.lit(maxShown)}`.execute(read);
  const newest = rows.map(({ id, room, from, body, at }) => ({
    id,
    room,
    from: from ?? cityName,
    body,
    at: at.toISOString(),
  }));
  return { count: rows[0]?.count ?? 0, newest };
}

/**
 * Marks of this process that are not written yet, so that what an agent just read is not reported as unread.
 */
const toMarkRows = (marks: readonly { readonly place: string; readonly upTo: number }[]) =>
  sql`unnest(${marks.map((mark) => mark.place)}::text[], ${marks.map((mark) => mark.upTo)}::bigint[])
    AS waiting (place, up_to)`;
