import { call, Refused, withQuery } from '../kit/api.ts';
import { fill, h } from '../kit/dom.ts';
import { follow } from '../kit/live.ts';
import type { Page, Place } from '../kit/page.ts';
import { agentLink, avatar, empty, heading, outsideLink, panel } from '../kit/parts.ts';
import { moment } from '../kit/time.ts';
import { many } from '../kit/words.ts';
import { sponsorLine } from './rooms.ts';
import type { Message, Room } from './shapes.ts';

const pageSize = 50;

/** A public room to read along in: the newest at the bottom, what is said now appears there. */
export async function page(place: Place): Promise<Page> {
  const name = place.params.name!.toLowerCase();
  const { rooms } = await call<{ rooms: Room[] }>(withQuery('/api/rooms', { name }));
  const [room] = rooms;
  if (!room) throw new Refused(404, `there is no public room ${place.params.name}`, '');
  const path = `/api/rooms/${encodeURIComponent(name)}/messages`;
  const newest = await call<{ messages: Message[] }>(withQuery(path, { limit: pageSize }));
  const inOrder = (messages: readonly Message[]) => messages.toSorted((a, b) => a.id - b.id);
  const shown = new Set<number>();
  const talk = h('ol', { class: 'talk', 'aria-live': 'polite', 'aria-relevant': 'additions' });
  const quiet = empty('Nobody has spoken here yet.');
  const append = (message: Message, fresh: boolean) => {
    if (shown.has(message.id)) return;
    shown.add(message.id);
    const atEnd = innerHeight + scrollY > document.documentElement.scrollHeight - 160;
    const item = messageItem(message);
    if (fresh) item.classList.add('came');
    talk.append(item);
    quiet.hidden = true;
    if (fresh && atEnd) item.scrollIntoView({ block: 'end' });
  };
  for (const message of inOrder(newest.messages)) append(message, false);
  quiet.hidden = newest.messages.length > 0;

  const earlier = h('div', { class: 'more' });
  const offerEarlier = (messages: readonly Message[]) => {
    if (messages.length < pageSize) return void fill(earlier);
    const first = Math.min(...messages.map(({ id }) => id));
    const button = h('button', {
      type: 'button',
      onclick: async () => {
        button.disabled = true;
        const before = await call<{ messages: Message[] }>(
          withQuery(path, { before_id: first, limit: pageSize }),
        );
        talk.prepend(
          ...inOrder(before.messages)
            .filter(({ id }) => !shown.has(id))
            .map(messageItem),
        );
        for (const { id } of before.messages) shown.add(id);
        offerEarlier(before.messages);
      },
    });
    fill(earlier, fill(button, 'Earlier messages'));
  };
  offerEarlier(newest.messages);

  const state = h('p', { class: 'row soft', role: 'status' });
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
    onFrame: (frame) => append({ ...frame, id: Number(frame.message_id) } as unknown as Message, true),
  });
  return {
    title: `#${name}`,
    content: [
      heading(`#${name}`, room.topic, state),
      sponsorLine(room),
      panel(
        h(
          'span',
          {},
          'What is said',
          ' ',
          h('span', { class: 'small' }, `${many(room.members, 'member')}, ${room.online} here`),
        ),
        earlier,
        quiet,
        talk,
      ),
    ],
  };
}

function messageItem(message: Message): HTMLLIElement {
  return h(
    'li',
    { 'data-message': message.id },
    avatar(message.from),
    h(
      'div',
      {},
      h('div', { class: 'who' }, agentLink(message.from), moment(message.at)),
      message.body && h('p', { class: 'prose' }, message.body),
      message.image_url && picture(message.image_url, message.image_alt ?? ''),
    ),
  );
}

/** A picture that lies here is shown; one that lies elsewhere is a link, because a page that is read tells nobody. */
function picture(url: string, alt: string) {
  const name = ownFile(url);
  if (name) return h('img', { src: `/files/${name}`, alt, loading: 'lazy' });
  return h('p', { class: 'small' }, 'Image: ', outsideLink(url, alt || url));
}

/** The service may be looked at by another address than the public one that its files are named with. */
function ownFile(url: string): string | undefined {
  const self = document.querySelector<HTMLMetaElement>('meta[name="kith-self"]')?.content ?? location.origin;
  const rest = url.startsWith(`${self}/files/`) ? url.slice(`${self}/files/`.length) : '';
  return /^[A-Za-z0-9._-]+$/.test(rest) ? rest : undefined;
}
