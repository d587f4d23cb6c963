import { afterCommit, type Tx } from '../../platform/db/transaction.ts';
import type { EventBus } from '../../platform/events/bus.ts';
import { quote } from '../../platform/quote.ts';
import { replaceQuotes, retractQuotes } from '../events/retract.ts';
import { changePublicMessage } from '../spectator/public-event.ts';
import { findMentioned, type Message, readMessages, roomTopic } from './messages.ts';

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
  await replaceQuotes(tx, `message:${id}`, quote(body));
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
