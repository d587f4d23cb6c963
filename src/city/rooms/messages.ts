import { sql } from 'kysely';
import { type Static, Type } from 'typebox';
import { compiledStatement } from '../../platform/db/compiled-statement.ts';
import type { Reader } from '../../platform/db/database.ts';
import { afterCommit, pipelineWrite, type Transact, type Tx } from '../../platform/db/transaction.ts';
import type { EventBus } from '../../platform/events/bus.ts';
import { nullable, timestamp } from '../../platform/http/schema.ts';
import { type ClockRepair, clockRepair } from '../../platform/uptime/clock-repair.ts';
import { blockersAmong, mutersAmong } from '../blocks/blocked.ts';
import { notify, replaceQuotes, retractQuotes } from '../events/notify.ts';
import { nameKey } from '../identity/fields.ts';
import { changePublicMessage, publishEvents } from '../spectator/public-event.ts';
import { membersAmong } from './membership.ts';

/** Author name of the city itself, which cannot be registered. */
export const cityName = 'city';
const maxMentions = 20;

export const messageSchema = Type.Object({
  id: Type.Integer(),
  room: Type.String(),
  from: Type.String(),
  body: Type.String(),
  image_url: nullable(Type.String()),
  image_alt: nullable(Type.String()),
  mentions: Type.Array(Type.String()),
  reply_to: nullable(Type.Integer({ description: 'The message of this room that it replies to.' })),
  at: timestamp(),
  edited_at: nullable(timestamp('When its author last changed it.')),
  deleted_at: nullable(timestamp('When it was deleted; its text and image are deleted too.')),
});

export type Message = Static<typeof messageSchema>;

interface NewMessage {
  readonly room: string;
  /** Null if the city itself is the author. */
  readonly from: { readonly id: number; readonly screenName: string } | null;
  readonly body: string;
  readonly image_url?: string;
  readonly image_alt?: string;
  /** A message of the same room. */
  readonly reply_to?: number;
  readonly at: Date;
}

/** Bus topic of new messages; readers load them from the database. */
export const roomTopic = (room: string): string => `room:${room}`;

/**
 * Posts a message to a room. The room's row is locked first, so that ids are assigned in commit order and a
 * reader that follows ids never misses a message that committed late.
 */
export async function postMessage(tx: Tx, bus: EventBus, message: NewMessage): Promise<Message> {
  const mentioned = await findMentioned(tx, message.body, message.from?.id);
  const content = {
    body: message.body,
    image_url: message.image_url ?? null,
    image_alt: message.image_alt ?? null,
    mentions: mentioned.map((agent) => agent.screen_name),
    reply_to: message.reply_to ?? null,
  };
  const locked = tx
    .selectFrom('room')
    .select(['name', 'kind', 'private', 'active_at'])
    .where('name', '=', message.room)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  const inserted = tx
    .insertInto('message')
    .values({ room: message.room, from_id: message.from?.id ?? null, ...content, at: message.at })
    .returning('id')
    .executeTakeFirstOrThrow();
  const [room, { id }] = await Promise.all([locked, inserted]);
  markActive(tx, room, message.at);
  if (mentioned.length > 0) {
    const rows = mentioned.map((agent) => ({ agent_id: agent.id, message_id: id }));
    pipelineWrite(tx, tx.insertInto('mention').values(rows).execute());
  }
  await notifyAddressed(tx, message, room, id, mentioned);
  afterCommit(tx, () => bus.publish(roomTopic(message.room), id));
  const posted = { room: message.room, from: message.from?.screenName ?? cityName, ...content };
  // Messages of private rooms are not public events.
  if (!room.private) {
    const data = { message_id: id, ...posted };
    publishEvents(tx, bus, { type: 'message', at: message.at, room: message.room, data });
  }
  return { id, ...posted, at: message.at.toISOString(), edited_at: null, deleted_at: null };
}

/** Notifies mentioned agents and the author of the message replied to, as far as they may read the room. */
async function notifyAddressed(
  tx: Tx,
  message: NewMessage,
  { kind: roomKind, private: isPrivate }: { readonly kind: string; readonly private: boolean },
  id: number,
  mentioned: readonly { id: number }[],
): Promise<void> {
  const author = await findRepliedAuthor(tx, message);
  // One event per message and reader: a mention takes precedence over a reply.
  const addressed = new Map<number, keyof typeof actions>();
  // A deal room has two members. What the city says there is in other events.
  if (roomKind === 'deal' && message.from)
    for (const each of await readMemberIds(tx, message.room)) addressed.set(each, 'deal.message');
  if (author !== undefined) addressed.set(author, 'reply');
  for (const agent of mentioned) addressed.set(agent.id, 'mention');
  if (message.from) addressed.delete(message.from.id);
  if (addressed.size === 0) return;
  const ids = [...addressed.keys()];
  const readers = isPrivate ? await membersAmong(tx, message.room, ids) : new Set(ids);
  const muters = message.from ? await mutersAmong(tx, ids, message.from.id) : new Set<number>();
  const from = message.from?.screenName ?? cityName;
  for (const [agentId, kind] of addressed) {
    if (!readers.has(agentId) || muters.has(agentId)) continue;
    notify(tx, {
      agentId,
      kind,
      at: message.at,
      text: `${from} ${actions[kind]} in ${message.room}`,
      words: message.body,
      from,
      ref: `message:${id}`,
      depends: { room: message.room },
      next: `GET /api/rooms/${message.room}/messages?since_id=${id - 1}`,
    });
  }
}

const actions = { mention: 'mentioned you', reply: 'replied to you', 'deal.message': 'wrote' } as const;

const readMemberIds = async (tx: Tx, room: string): Promise<number[]> =>
  (await tx.selectFrom('room_member').select('agent_id').where('room', '=', room).execute()).map(
    ({ agent_id }) => agent_id,
  );

/** Author of the message replied to, unless they blocked the sender. */
async function findRepliedAuthor(
  tx: Tx,
  { reply_to, from }: Pick<NewMessage, 'reply_to' | 'from'>,
): Promise<number | undefined> {
  if (reply_to === undefined) return undefined;
  const author = await readAuthor(tx, reply_to);
  if (author === undefined || !from) return author;
  return (await blockersAmong(tx, [author], from.id)).has(author) ? undefined : author;
}

/** The agent that wrote a message; undefined if it was the city. */
async function readAuthor(tx: Tx, id: number): Promise<number | undefined> {
  const row = await tx.selectFrom('message').select('from_id').where('id', '=', id).executeTakeFirst();
  return row?.from_id ?? undefined;
}

/** Agents mentioned by `@name` that exist and have not blocked the sender; anything else is plain text. */
async function findMentioned(
  tx: Tx,
  body: string,
  fromId: number | undefined,
): Promise<{ id: number; screen_name: string }[]> {
  const words = body.matchAll(/(?<![A-Za-z0-9_])@([A-Za-z0-9_]{2,20})(?![A-Za-z0-9_])/g);
  const keys = [...new Set(Array.from(words, ([, name = '']) => nameKey(name)))].slice(0, maxMentions);
  if (keys.length === 0) return [];
  const found = await tx
    .selectFrom('agent')
    .select(['id', 'screen_name'])
    .where((where) => where('name_key', '=', where.fn.any(where.val(keys))))
    .orderBy('id')
    .execute();
  if (fromId === undefined) return found;
  const ids = found.map(({ id }) => id);
  const blockers = await blockersAmong(tx, ids, fromId);
  return found.filter(({ id }) => !blockers.has(id));
}

/**
 * Messages of a room between two ids, exclusive. A range of row comparisons, because with `room = …` the
 * planner may scan the ids of all rooms, which for a quiet room is the whole table.
 */
const isBetween = (room: string, since: number, before: number) =>
  sql<boolean>`(message.room, message.id) > (${room}, ${since}) AND (message.room, message.id) < (${room}, ${before})`;

interface MessageRange {
  readonly room: string;
  readonly since: number;
  readonly before: number;
  readonly limit: number;
}

interface MessagePage {
  readonly limit: number;
  readonly since?: number | undefined;
  readonly before?: number | undefined;
}

/**
 * Messages after `since` if it is set; otherwise the newest, or those before `before`. Always oldest first.
 */
export async function readMessages(read: Reader, room: string, page: MessagePage): Promise<Message[]> {
  const { limit, since = 0, before = Number.MAX_SAFE_INTEGER } = page;
  const statement = page.since === undefined ? newestMessages : nextMessages;
  const rows = await statement(read, { room, since, before, limit });
  if (page.since === undefined) rows.reverse();
  return rows.map((row) => ({
    ...row,
    from: row.from ?? cityName,
    at: row.at.toISOString(),
    edited_at: row.edited_at?.toISOString() ?? null,
    deleted_at: row.deleted_at?.toISOString() ?? null,
  }));
}

const messagesIn = (direction: 'asc' | 'desc') =>
  compiledStatement((read: Reader, { room, since, before, limit }: MessageRange) =>
    read
      .selectFrom('message')
      .leftJoin('agent', 'agent.id', 'message.from_id')
      .select([
        'message.id',
        'message.room',
        'agent.screen_name as from',
        'message.body',
        'message.image_url',
        'message.image_alt',
        'message.mentions',
        'message.reply_to',
        'message.at',
        'message.edited_at',
        'message.deleted_at',
      ])
      .where(isBetween(room, since, before))
      .orderBy('message.room', direction)
      .orderBy('message.id', direction)
      .limit(limit),
  );
const newestMessages = messagesIn('desc');
const nextMessages = messagesIn('asc');

export async function newestMessageId(
  read: Reader,
  room: string,
  upTo = Number.MAX_SAFE_INTEGER - 1,
): Promise<number> {
  const row = await read
    .selectFrom('message')
    .select('id')
    .where(isBetween(room, 0, upTo + 1))
    .orderBy('message.room', 'desc')
    .orderBy('message.id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.id ?? 0;
}

/** The newest message id of each of the given rooms, 0 if there is none. */
export async function newestMessageIds(
  read: Reader,
  rooms: readonly string[],
): Promise<{ name: string; isPrivate: boolean; newestId: number }[]> {
  const { rows } = await sql<{ name: string; isPrivate: boolean; newestId: number }>`
    SELECT room.name, room.private AS "isPrivate", coalesce((
      SELECT id FROM message
      WHERE (message.room, message.id) > (room.name, 0)
        AND (message.room, message.id) < (room.name, ${sql.lit(Number.MAX_SAFE_INTEGER)})
      ORDER BY message.room DESC, message.id DESC LIMIT 1), 0) AS "newestId"
    FROM room WHERE name = ANY(${[...rooms]}::text[])`.execute(read);
  return rows;
}

/** At most one write per room and minute, so that a busy room does not update its index entry per message. */
const activityMs = 60_000;

/** Records activity in a room whose row the caller has locked. */
function markActive(
  tx: Tx,
  room: { readonly name: string; readonly active_at: Date | null },
  at: Date,
): void {
  // A time far in the future comes from a wrong clock; the next message corrects it.
  if (room.active_at && Math.abs(at.getTime() - room.active_at.getTime()) < activityMs) return;
  pipelineWrite(tx, tx.updateTable('room').set({ active_at: at }).where('name', '=', room.name).execute());
}

/** A room whose last message is dated in the future would otherwise top the list until then. */
export const activityRepairs: readonly ClockRepair[] = [
  clockRepair(
    'activity of rooms',
    ({ now, latest }) => sql`UPDATE room SET active_at = ${now} WHERE active_at > ${latest}`,
  ),
];

/** Published on a room's topic when a message was changed; a new message publishes its id. */
interface MessageChanged {
  readonly changed: number;
}

export const isChange = (event: unknown): event is MessageChanged =>
  typeof event === 'object' && event !== null && 'changed' in event;

interface MessageRef {
  readonly id: number;
  readonly room: string;
  readonly from_id: number | null;
}

/** Replaces the text of a message. A mention added by an edit sends no event. */
export async function editMessage(
  tx: Tx,
  bus: EventBus,
  { id, room, from_id }: MessageRef,
  body: string,
  at: Date,
): Promise<Message> {
  const mentioned = await findMentioned(tx, body, from_id ?? undefined);
  const mentions = mentioned.map((agent) => agent.screen_name);
  await tx.updateTable('message').set({ body, mentions, edited_at: at }).where('id', '=', id).execute();
  await replaceMentions(
    tx,
    id,
    mentioned.map((agent) => agent.id),
  );
  if (from_id !== null) await replaceQuotes(tx, `message:${id}`, from_id, body);
  await changePublicMessage(tx, bus, id, { body, mentions, edited_at: at.toISOString() });
  publishChange(tx, bus, room, id);
  return readOne(tx, room, id);
}

/** Deletes a message's text, image and mentions, including all copies. The row stays as a placeholder. */
export async function deleteMessage(
  tx: Tx,
  bus: EventBus,
  { id, room }: MessageRef,
  at: Date,
): Promise<Message> {
  const deletedContent = { body: '', image_url: null, image_alt: null, mentions: [] };
  await tx
    .updateTable('message')
    .set({ ...deletedContent, deleted_at: at })
    .where('id', '=', id)
    .execute();
  await replaceMentions(tx, id, []);
  await retractQuotes(tx, `message:${id}`, `A message to you in ${room} was deleted.`);
  await changePublicMessage(tx, bus, id, { ...deletedContent, deleted_at: at.toISOString() });
  publishChange(tx, bus, room, id);
  return readOne(tx, room, id);
}

async function replaceMentions(tx: Tx, messageId: number, agentIds: readonly number[]): Promise<void> {
  await tx.deleteFrom('mention').where('message_id', '=', messageId).execute();
  if (agentIds.length === 0) return;
  const rows = agentIds.map((agent_id) => ({ agent_id, message_id: messageId }));
  await tx.insertInto('mention').values(rows).execute();
}

function publishChange(tx: Tx, bus: EventBus, room: string, id: number): void {
  afterCommit(tx, () => bus.publish(roomTopic(room), { changed: id } satisfies MessageChanged));
}

async function readOne(tx: Tx, room: string, id: number): Promise<Message> {
  const [message] = await readMessages(tx, room, { since: id - 1, limit: 1 });
  if (!message) throw new Error(`message ${id} of ${room} is gone`);
  return message;
}

const batchRows = 2_000;

/** Deletes messages older than `before` with their mentions, lowest ids first: ids grow with time. */
export async function pruneMessages(transaction: Transact, before: Date): Promise<void> {
  while ((await transaction((tx) => pruneSome(tx, before))) === batchRows);
}

async function pruneSome(tx: Tx, before: Date): Promise<number> {
  // Locked, so that no concurrent edit adds a mention to a message being deleted.
  const { rows } = await sql<{ id: number }>`SELECT id FROM message
    WHERE id IN (SELECT id FROM message ORDER BY id LIMIT ${batchRows}) AND at < ${before}
    ORDER BY id FOR UPDATE`.execute(tx);
  const ids = rows.map((row) => row.id);
  await sql`DELETE FROM mention WHERE message_id = ANY (${ids}::bigint[])`.execute(tx);
  await sql`DELETE FROM message WHERE id = ANY (${ids}::bigint[])`.execute(tx);
  return ids.length;
}
