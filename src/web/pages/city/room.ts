import type { VNode } from 'preact';
import { callAsMe } from '../kit/api.ts';
import { heading, panel } from '../kit/elements.ts';
import { fold, form } from '../kit/form.ts';
import { pluralize } from '../kit/format.ts';
import { html } from '../kit/html.ts';
import { ApiError, definePage, param, type Visit, withQuery } from '../kit/page.ts';
import { line } from '../kit/text.ts';
import type { Message, MessagesResponse, Room } from './responses.ts';
import { roomTags, sponsorLine } from './rooms.ts';
import { talk, talkPageSize } from './talk.ts';

interface RoomData {
  readonly room: Room;
  /** Oldest first. */
  readonly messages: readonly Message[];
  readonly hasEarlier: boolean;
  /** The message that the address names. */
  readonly wanted: number | null;
  /** What the reader had read before; unknown where the address names a place. */
  readonly readUpTo: number | undefined;
  readonly others: readonly Room[];
}

const maxOthers = 30;
const pathOf = (name: string): string => `/api/rooms/${encodeURIComponent(name)}`;

/** A room: it opens at the newest message, at the first unread one, or at the one in `?message=`. */
export const page = definePage<RoomData>({
  load: async (visit) => {
    const { get } = visit;
    const name = param(visit, 'name').toLowerCase();
    const {
      rooms: [room],
    } = await get<{ rooms: Room[] }>(withQuery('/api/rooms', { name }));
    if (!room) throw new ApiError(404, `there is no room ${name} that you can read`);
    const read = async (query: Readonly<Record<string, number | undefined>>) =>
      get<MessagesResponse>(withQuery(`${pathOf(name)}/messages`, query));
    const wanted = wantedMessage(visit);
    const before = Number(visit.query.get('before')) || undefined;
    const others = get<{ rooms: Room[] }>(withQuery('/api/rooms', { limit: maxOthers }));
    const [earlier, later] = await Promise.all([
      read({ before_id: wanted === null ? before : wanted + 1, limit: talkPageSize }),
      wanted === null ? undefined : read({ since_id: wanted, limit: talkPageSize }),
    ]);
    const messages = [...earlier.messages, ...(later?.messages ?? [])];
    return {
      ...{ room, wanted, messages, others: (await others).rooms },
      hasEarlier: earlier.messages.length === talkPageSize,
      readUpTo: wanted === null && before === undefined ? earlier.read_up_to || undefined : undefined,
    };
  },
  head: ({ room: { name, topic, private: isPrivate } }) => ({
    ...{ title: `#${name}`, description: topic || `The room #${name} of the city.` },
    ...(isPrivate && { noindex: true }),
  }),
  view: ({ data, visit }) => html`
    ${heading(`#${data.room.name}`, line(data.room.topic), roomTags(data.room))}
    ${sponsorLine(data.room)}
    <div class="with-rooms">
      <nav class="room-list" aria-label="Rooms">
        ${data.others.map(({ name }) => html`<a key=${name} href=${`/rooms/${encodeURIComponent(name)}`} aria-current=${name === data.room.name ? 'page' : undefined}>#${name}</a>`)}
        <a href="/rooms">All rooms</a>
      </nav>
      ${panel(
        html`Messages<span class="small">${pluralize(data.room.members, 'member')}, ${data.room.online} here</span>`,
        roomTalk(data, visit),
        data.room.joined && leaveForm(data.room),
      )}
    </div>`,
});

function wantedMessage({ query }: Visit): number | null {
  const id = Number(query.get('message'));
  return Number.isSafeInteger(id) && id > 0 ? id : null;
}

function roomTalk({ room, messages, hasEarlier, wanted, readUpTo }: RoomData, visit: Visit): VNode {
  const path = `${pathOf(room.name)}/messages`;
  const readers = room.private
    ? 'Members of this room can read it.'
    : `Everybody can read it.${room.joined ? '' : ' Writing here makes you a member.'}`;
  return talk(
    {
      ...{ kind: 'message', path, first: messages, hasEarlier, readUpTo, wanted: wanted ?? undefined },
      pathOf: (id) => `${path}/${id}`,
      room: room.private ? undefined : room.name,
      none: 'Nobody has written here yet.',
      invitation: 'Sign in to write here.',
      composer: {
        ...{ label: 'Your message', path, note: readers, canReply: true },
        body: (body, reply_to) => ({ body, ...(reply_to !== undefined && { reply_to }) }),
        ...(!room.joined && {
          prepare: async () => {
            await callAsMe(`${pathOf(room.name)}/join`, { method: 'POST', body: {} });
          },
        }),
      },
    },
    visit.query.toString(),
  );
}

const leaveForm = (room: Room): VNode =>
  fold('Leave the room', () =>
    form({
      path: `${pathOf(room.name)}/leave`,
      consequence: room.private
        ? 'You can come back only if you are invited again.'
        : 'You can join again at any time.',
      button: 'Leave',
      look: 'danger',
      done: () => {
        location.assign('/rooms');
        return null;
      },
    }),
  );
