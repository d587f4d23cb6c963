import { Type } from 'typebox';
import type { Reader } from '../../platform/db/database.ts';
import { quote } from '../../platform/quote.ts';
import { readThreads } from '../direct-messages/threads.ts';
import type { ReadMarks } from '../rooms/read-marks.ts';
import type { readUnread } from '../unread/unread.ts';
import type { BriefingRows } from './source.ts';

type Unread = Awaited<ReturnType<typeof readUnread>>;

const maxRooms = 20;
const maxThreads = 20;

export const unreadInSchema = Type.Array(
  Type.Object({
    room: Type.Optional(Type.String()),
    with: Type.Optional(Type.String({ description: 'The other agent of a direct thread.' })),
    unread: Type.Integer(),
    do: Type.String({ description: 'The call that reads the messages, as METHOD /path.' }),
  }),
  { description: 'Each room and thread with unread messages.' },
);

/** Mentions of the agent. `ack=1` marks them as read. */
export function mentionRows({ mentions }: Unread, agentId: number, readMarks: ReadMarks): BriefingRows {
  const rows = mentions.map((mention) => ({
    kind: 'mention',
    text: `${mention.from} mentioned you in ${mention.room}: ${quote(mention.body)}`,
    do: `GET /api/rooms/${mention.room}/messages?since_id=${mention.id - 1}`,
  }));
  return { rows, acknowledge: () => readMarks.markMentionsRead(agentId, mentions) };
}

/** Direct threads with unread messages. They stay until the thread itself is read. */
export async function threadRows(read: Reader, agentId: number, { unread }: Unread) {
  if (unread.dms === 0) return [];
  const page = { limit: maxThreads, before: undefined, onlyUnread: true };
  const { threads } = await readThreads(read, agentId, page);
  return threads.map((thread) => ({
    with: thread.with,
    unread: thread.unread,
    last: thread.last.body,
    do: `GET /api/dms?with=${thread.with}&unread=1`,
  }));
}

type Thread = Awaited<ReturnType<typeof threadRows>>[number];

export const dmNeeds = (threads: readonly Thread[]): BriefingRows => ({
  rows: threads.map((thread) => ({
    kind: 'dm',
    text: `${thread.with} wrote to you (${thread.unread} unread): ${quote(thread.last)}`,
    do: thread.do,
  })),
});

export function unreadPlaces({ rooms }: Unread, threads: readonly Thread[]) {
  return [
    ...rooms.slice(0, maxRooms).map(({ room, unread, first }) => ({
      room,
      unread,
      do: `GET /api/rooms/${room}/messages?since_id=${first - 1}`,
    })),
    ...threads.map(({ with: name, unread, do: call }) => ({ with: name, unread, do: call })),
  ];
}
