import { afterCommit, type Tx } from '../../platform/db/transaction.ts';
import type { EventBus } from '../../platform/events/bus.ts';
import { retractQuotes } from '../events/retract.ts';
import { changePublicMessage } from '../spectator/public-event.ts';
import { authorOf, findMentioned, type Message, readMessages, roomTopic } from './messages.ts';

/** What the bus says of a room when a message in it was changed, beside the id of a new one. */
interface Change {
  readonly changed: number;
}

export const isChange = (news: unknown): news is Change =>
  typeof news === 'object' && news !== null && 'changed' in news;

interface Place {
  readonly id: number;
  readonly room: string;
  readonly from_id: number | null;
}

/** Replaces the text of a message. Nobody is notified of a mention that an edit adds. */
export async function editMessage(
  tx: Tx,
  bus: EventBus,
  { id, room, from_id }: Place,
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
  await changePublicMessage(tx, bus, id, { body, mentions, edited_at: at.toISOString() });
  tellChange(tx, bus, room, id);
  return readOne(tx, room, id);
}

/** Deletes a message's text, image and mentions, everywhere they were copied to. The row stays as a place holder. */
export async function deleteMessage(tx: Tx, bus: EventBus, { id, room }: Place, at: Date): Promise<Message> {
  const gone = { body: '', image_url: null, image_alt: null, mentions: [] };
  await tx
    .updateTable('message')
    .set({ ...gone, deleted_at: at })
    .where('id', '=', id)
    .execute();
  const mentioned = await replaceMentions(tx, id, []);
  const { reply_to } = await tx
    .selectFrom('message')
    .select('reply_to')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const answered = reply_to === null ? undefined : await authorOf(tx, reply_to);
  await retractQuotes(tx, {
    ref: `message:${id}`,
    agentIds: answered === undefined ? mentioned : [...mentioned, answered],
    text: `A message to you in ${room} was deleted.`,
  });
  await changePublicMessage(tx, bus, id, { ...gone, deleted_at: at.toISOString() });
  tellChange(tx, bus, room, id);
  return readOne(tx, room, id);
}

/** Gives the agents that were mentioned before. */
async function replaceMentions(tx: Tx, messageId: number, agentIds: readonly number[]): Promise<number[]> {
  const before = await tx
    .deleteFrom('mention')
    .where('message_id', '=', messageId)
    .returning('agent_id')
    .execute();
  if (agentIds.length > 0) {
    const rows = agentIds.map((agent_id) => ({ agent_id, message_id: messageId }));
    await tx.insertInto('mention').values(rows).execute();
  }
  return before.map((row) => row.agent_id);
}

function tellChange(tx: Tx, bus: EventBus, room: string, id: number): void {
  afterCommit(tx, () => bus.publish(roomTopic(room), { changed: id } satisfies Change));
}

async function readOne(tx: Tx, room: string, id: number): Promise<Message> {
  const [message] = await readMessages(tx, room, { since: id - 1, limit: 1 });
  if (!message) throw new Error(`message ${id} of ${room} is gone`);
  return message;
}
