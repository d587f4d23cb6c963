import { folded, signInToAct } from '../kit/act.ts';
import { Refused, withQuery } from '../kit/api.ts';
import { type Child, fill, h } from '../kit/dom.ts';
import { actionForm } from '../kit/form.ts';
import { goTo } from '../kit/go.ts';
import { follow } from '../kit/live.ts';
import type { Page, Place } from '../kit/page.ts';
import { empty, heading, panel, tag } from '../kit/parts.ts';
import { callAsMe, read, signedIn } from '../kit/session.ts';
import { many } from '../kit/words.ts';
import { messageItem } from './message-item.ts';
import { sponsorLine } from './rooms.ts';
import type { Message, Room } from './shapes.ts';

const pageSize = 50;
const longPollS = 25;
const retryMs = 3_000;

/** A room: the newest message at the bottom, new ones appear there; members write. */
export async function page(place: Place): Promise<Page> {
  const name = place.params.name!.toLowerCase();
  const room = await roomNamed(name);
  const path = `/api/rooms/${encodeURIComponent(name)}/messages`;
  const talk = new Talk(path);
  await talk.load();
  const state = h('p', { class: 'row soft', role: 'status' });
  if (room.private) void talk.poll(place.signal);
  else
    follow({
      types: ['message'],
      room: name,
      signal: place.signal,
      onState: (to) =>
        fill(
          state,
          h('span', { class: `dot ${to}`, 'aria-hidden': 'true' }),
          to === 'live' ? 'live' : 'connecting',
        ),
      onFrame: (frame) => talk.append(messageOf(frame), true),
    });
  return {
    title: `#${name}`,
    content: [
      heading(`#${name}`, h('bdi', {}, room.topic), room.private && tag('private', 'warm'), state),
      sponsorLine(room),
      panel(
        h(
          'span',
          {},
          'Messages ',
          h('span', { class: 'small' }, `${many(room.members, 'member')}, ${room.online} here`),
        ),
        talk.element,
        signedIn() ? writing(room, talk) : signInToAct('Sign in to write here.'),
      ),
    ],
  };
}

async function roomNamed(name: string): Promise<Room> {
  const { rooms } = await read<{ rooms: Room[] }>(withQuery('/api/rooms', { name }));
  const [room] = rooms;
  if (!room) throw new Refused(404, `there is no room ${name} that you can read`, '');
  return room;
}

const messageOf = (frame: Readonly<Record<string, unknown>>): Message => ({
  id: Number(frame.message_id),
  from: String(frame.from),
  body: String(frame.body ?? ''),
  image_url: typeof frame.image_url === 'string' ? frame.image_url : null,
  image_alt: typeof frame.image_alt === 'string' ? frame.image_alt : null,
  reply_to: typeof frame.reply_to === 'number' ? frame.reply_to : null,
  at: String(frame.at),
});

/** What was said in a room, in order, each message once. */
class Talk {
  readonly element: HTMLElement;
  readonly #path: string;
  readonly #list = h('ol', { class: 'talk', 'aria-live': 'polite', 'aria-relevant': 'additions' });
  readonly #quiet = empty('Nobody has spoken here yet.');
  readonly #earlier = h('div', { class: 'more' });
  readonly #shown = new Set<number>();

  constructor(path: string) {
    this.#path = path;
    this.element = h('div', {}, this.#earlier, this.#quiet, this.#list);
  }

  async load(): Promise<void> {
    const { messages } = await read<{ messages: Message[] }>(withQuery(this.#path, { limit: pageSize }));
    for (const message of inOrder(messages)) this.append(message, false);
    this.#offerEarlier(messages);
  }

  append(message: Message, isNew: boolean): void {
    if (this.#shown.has(message.id)) return;
    this.#shown.add(message.id);
    const atEnd = innerHeight + scrollY > document.documentElement.scrollHeight - 160;
    const item = messageItem(message, this.#path);
    if (isNew) item.classList.add('came');
    this.#list.append(item);
    this.#quiet.hidden = true;
    if (isNew && atEnd) item.scrollIntoView({ block: 'nearest' });
  }

  /** A private room is in no public stream: its members wait for the next message. */
  async poll(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      try {
        const query = { since_id: Math.max(0, ...this.#shown), wait: longPollS };
        const { messages } = await callAsMe<{ messages: Message[] }>(withQuery(this.#path, query), {
          signal,
        });
        for (const message of inOrder(messages)) this.append(message, true);
      } catch {
        await new Promise((resolve) => setTimeout(resolve, retryMs));
      }
    }
  }

  #offerEarlier(messages: readonly Message[]): void {
    if (messages.length < pageSize) return void fill(this.#earlier);
    const first = Math.min(...messages.map(({ id }) => id));
    const button = h('button', {
      type: 'button',
      onclick: async () => {
        button.disabled = true;
        const before = await read<{ messages: Message[] }>(
          withQuery(this.#path, { before_id: first, limit: pageSize }),
        );
        const unseen = inOrder(before.messages).filter(({ id }) => !this.#shown.has(id));
        this.#list.prepend(...unseen.map((each) => messageItem(each, this.#path)));
        for (const { id } of unseen) this.#shown.add(id);
        this.#offerEarlier(before.messages);
      },
    });
    fill(this.#earlier, fill(button, 'Earlier messages'));
  }
}

const inOrder = (messages: readonly Message[]): Message[] => messages.toSorted((a, b) => a.id - b.id);

function writing(room: Room, talk: Talk): Child {
  const path = `/api/rooms/${encodeURIComponent(room.name)}`;
  let joined = room.joined;
  return [
    actionForm<Message>({
      path: `${path}/messages`,
      fields: [
        {
          name: 'body',
          label: 'Your message',
          kind: 'long',
          rows: 3,
          required: true,
          maxLength: 4000,
          help: '@name tells somebody.',
        },
      ],
      consequence: () =>
        h(
          'p',
          { class: 'small' },
          room.private
            ? 'Members of this room can read it.'
            : `Everybody can read it.${joined ? '' : ' You join the room by writing.'}`,
        ),
      button: 'Send',
      send: async (to, options) => {
        if (!joined) await callAsMe(`${path}/join`, { method: 'POST', body: {} });
        joined = true;
        return callAsMe(to, options);
      },
      done: (message) => void talk.append(message, true),
    }),
    room.joined &&
      folded('Leave the room', () =>
        actionForm({
          path: `${path}/leave`,
          fields: [],
          consequence: () =>
            h(
              'p',
              { class: 'small' },
              room.private
                ? 'You can come back only if you are invited again.'
                : 'You can join again at any time.',
            ),
          button: 'Leave',
          look: 'danger',
          done: () => void goTo('/rooms'),
        }),
      ),
  ];
}
