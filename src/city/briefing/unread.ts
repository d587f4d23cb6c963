import type { ReadMarks } from '../rooms/read-marks.ts';
import type { readUnread } from '../unread/unread.ts';
import type { Found, NeedsAction } from './source.ts';

type Unread = Awaited<ReturnType<typeof readUnread>>;

/** Mentions and direct messages. Acknowledged mentions are seen; a direct message is read only where it is read. */
export function unreadFound({ mentions, dms, unread }: Unread, agentId: number, readMarks: ReadMarks): Found {
  const writers = [...new Set(dms.map((dm) => dm.from))];
  const rows: NeedsAction[] = [
    ...mentions.map((mention) => ({
      kind: 'mention',
      text: `${mention.from} mentioned you in ${mention.room}: ${mention.body.slice(0, 120)}`,
      do: `GET /api/rooms/${mention.room}/messages?since_id=${mention.id - 1}`,
    })),
    ...writers.map((name) => ({
      kind: 'dm',
      text: `${name} wrote to you (${unread.dms} unread in all).`,
      do: `GET /api/dms?with=${name}`,
    })),
  ];
  return { rows, acknowledge: () => readMarks.sawMentions(agentId, mentions) };
}
