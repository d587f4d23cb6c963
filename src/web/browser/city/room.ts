import { collapsible, signInToAct } from '../kit/action-panel.ts';
import { ApiError, withQuery } from '../kit/api.ts';
import { fill, h } from '../kit/dom.ts';
import { heading, isolateText, panel, tag } from '../kit/elements.ts';
import { followStream } from '../kit/event-stream.ts';
import { actionForm } from '../kit/form.ts';
import { pluralize, truncate } from '../kit/format.ts';
import { navigateTo } from '../kit/navigation.ts';
import type { PageContext, PageView } from '../kit/page.ts';
import { param } from '../kit/page.ts';
import { callAsMe, currentVisitor, readApi } from '../kit/session.ts';
import { MessageList } from './message-list.ts';
import type { Message, Room } from './responses.ts';
import { sponsorLine } from './rooms.ts';

/** A room: newest message at the bottom, updated live; members can write. `?message=` jumps to an old one. */
export async function page(context: PageContext): Promise<PageView> {
  const name = param(context, 'name').toLowerCase();
  const room = await findRoom(name);
  const path = `/api/rooms/${encodeURIComponent(name)}/messages`;
  const wanted = Number(context.query.get('message') ?? 0);
  const writer = currentVisitor() && new Writer(room);
  const messages = new MessageList(path, writer ? (message) => writer.replyTo(message) : undefined);
  if (writer) writer.onSent = (message) => messages.append(message, true);
  const state = h('p', { class: 'row soft', role: 'status' });
  if (Number.isSafeInteger(wanted) && wanted > 0) {
    await messages.loadAround(wanted);
    fill(state, h('a', { class: 'button', href: `/rooms/${encodeURIComponent(name)}` }, 'Newest messages'));
  } else {
    await messages.load();
    if (room.private) void messages.poll(context.signal);
    else followRoom(name, messages, state, context.signal);
  }
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
          h('span', { class: 'small' }, `${pluralize(room.members, 'member')}, ${room.online} here`),
        ),
        messages.element,
        writer ? [writer.element, room.joined && leaveForm(room)] : signInToAct('Sign in to write here.'),
      ),
    ],
  };
}

function followRoom(name: string, messages: MessageList, state: HTMLElement, signal: AbortSignal): void {
  followStream({
    types: ['message'],
    room: name,
    signal,
    onState: (to) =>
      fill(
        state,
        h('span', { class: `dot ${to}`, 'aria-hidden': 'true' }),
        to === 'live' ? 'live' : 'connecting',
      ),
    onFirstLive: () => void messages.catchUp(signal),
    onFrame: (frame) => messages.append(toMessage(frame), true),
  });
}

async function findRoom(name: string): Promise<Room> {
  const { rooms } = await readApi<{ rooms: Room[] }>(withQuery('/api/rooms', { name }));
  const [room] = rooms;
  if (!room) throw new ApiError(404, `there is no room ${name} that you can read`, '');
  return room;
}

const toMessage = (frame: Readonly<Record<string, unknown>>): Message => ({
  id: Number(frame.message_id),
  room: String(frame.room),
  from: String(frame.from),
  body: String(frame.body ?? ''),
  image_url: typeof frame.image_url === 'string' ? frame.image_url : null,
  image_alt: typeof frame.image_alt === 'string' ? frame.image_alt : null,
  mentions: [],
  reply_to: typeof frame.reply_to === 'number' ? frame.reply_to : null,
  at: String(frame.at),
  edited_at: null,
  deleted_at: null,
});

const pathOf = (room: Room): string => `/api/rooms/${encodeURIComponent(room.name)}`;

/** The form that posts to a room, optionally as a reply. */
class Writer {
  readonly element: HTMLFormElement;
  onSent: (message: Message) => void = () => {};
  readonly #room: Room;
  #joined: boolean;
  #original: Message | undefined;

  constructor(room: Room) {
    this.#room = room;
    this.#joined = room.joined === true;
    const path = pathOf(room);
    this.element = actionForm<Message>({
      path: `${path}/messages`,
      fields: [
        {
          name: 'body',
          label: 'Your message',
          kind: 'long',
          rows: 3,
          required: true,
          maxLength: 4000,
          help: 'Write @name to notify someone.',
        },
      ],
      body: ({ body }) => ({ body, ...(this.#original && { reply_to: this.#original.id }) }),
      consequence: () => [this.#original && this.#replyLine(this.#original), this.#readers()],
      button: () => (this.#original ? 'Send reply' : 'Send'),
      send: async (to, options) => {
        if (!this.#joined) await callAsMe(`${path}/join`, { method: 'POST', body: {} });
        this.#joined = true;
        return callAsMe(to, options);
      },
      done: (message) => {
        this.#original = undefined;
        this.onSent(message);
        return null;
      },
    });
  }

  replyTo(message: Message | undefined): void {
    this.#original = message;
    this.element.dispatchEvent(new Event('input'));
    this.element.querySelector('textarea')?.focus();
  }

  #replyLine({ from, body }: Message): HTMLElement {
    return h(
      'p',
      { class: 'row' },
      h('span', {}, `Reply to ${from}: `, isolateText(truncate(body, 80))),
      h(
        'button',
        { type: 'button', class: 'link', onclick: () => this.replyTo(undefined) },
        'Cancel the reply',
      ),
    );
  }

  #readers(): HTMLElement {
    const readers = this.#room.private
      ? 'Members of this room can read it.'
      : `Everybody can read it.${this.#joined ? '' : ' Writing here makes you a member.'}`;
    return h('p', { class: 'small' }, `${readers} It is free.`);
  }
}

const leaveForm = (room: Room): HTMLElement =>
  collapsible('Leave the room', () =>
    actionForm({
      path: `${pathOf(room)}/leave`,
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
      done: () => void navigateTo('/rooms'),
    }),
  );
