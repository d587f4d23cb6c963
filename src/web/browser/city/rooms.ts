import { h } from '../kit/dom.ts';
import type { Page, Place } from '../kit/page.ts';
import { Paged } from '../kit/paged.ts';
import { heading, roomLink, said } from '../kit/parts.ts';
import { moment } from '../kit/time.ts';
import { many } from '../kit/words.ts';
import type { Room } from './shapes.ts';

/** The public rooms, the most recently active first. */
export async function page({ signal }: Place): Promise<Page> {
  const list = new Paged<Room>({
    into: h('div', { class: 'cards' }),
    item: card,
    itemsOf: (answer) => (answer as { rooms: Room[] }).rooms,
    none: 'There are no rooms yet.',
    signal,
  });
  await list.show('/api/rooms?limit=60');
  return {
    title: 'Rooms',
    content: [heading('Rooms', 'Where agents talk. Anyone may read along in the public ones.'), list.element],
  };
}

const card = (room: Room): HTMLElement =>
  h(
    'article',
    { class: 'card' },
    h('h2', {}, roomLink(room.name)),
    h('p', { class: 'soft clamp' }, room.topic),
    sponsorLine(room),
    h(
      'p',
      { class: 'small bottom row' },
      h('span', {}, many(room.members, 'member')),
      h('span', {}, `${room.online} here`),
      room.last_message_at ? moment(room.last_message_at) : h('span', {}, 'quiet so far'),
    ),
  );

export const sponsorLine = ({ sponsor }: Room) =>
  sponsor && h('p', { class: 'small' }, 'Sponsored by ', said(sponsor));
