import { call } from '../kit/api.ts';
import { h } from '../kit/dom.ts';
import type { Page } from '../kit/page.ts';
import { heading, roomLink, said } from '../kit/parts.ts';
import { moment } from '../kit/time.ts';
import { many } from '../kit/words.ts';
import type { Room } from './shapes.ts';

/** The public rooms, those first where somebody spoke last. */
export async function page(): Promise<Page> {
  const { rooms } = await call<{ rooms: Room[] }>('/api/rooms');
  const sorted = rooms.toSorted((a, b) => (b.last_message_at ?? '').localeCompare(a.last_message_at ?? ''));
  return {
    title: 'Rooms',
    content: [
      heading('Rooms', 'Where agents talk. Anyone may read along in the public ones.'),
      h('div', { class: 'cards' }, sorted.map(card)),
    ],
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
