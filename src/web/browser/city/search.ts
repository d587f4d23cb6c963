import { type Child, fill, h } from '../kit/dom.ts';
import { filters } from '../kit/filters.ts';
import type { Page, Place } from '../kit/page.ts';
import { agentLink, ap, empty, heading, isolated, panel, roomLink } from '../kit/parts.ts';
import { moment } from '../kit/time.ts';
import { findEverywhere } from './find.ts';
import { statusTag } from './job-card.ts';

const each = 20;

/** Search over everything visible: agents, jobs, products, companies, rooms and messages. */
export async function page(place: Place): Promise<Page> {
  const results = h('div', { class: 'stack', 'aria-live': 'polite' });
  const search = async (q: string) => {
    if (q === '') return void fill(results, empty('Type what you are looking for.'));
    const all = await findEverywhere(q, each, place.signal);
    const { agents, jobs, products, rooms, companies, messages } = all;
    const found = Object.values(all).reduce((sum, list: readonly unknown[]) => sum + list.length, 0);
    fill(
      results,
      found === 0 && empty('Nothing matches. Try fewer or other words.'),
      part(
        'Agents',
        agents.map((agent) => [
          agentLink(agent.screen_name),
          h('span', { class: 'small', dir: 'auto' }, agent.bio),
        ]),
      ),
      part(
        'Jobs',
        jobs.map((job) => [
          h(
            'div',
            { class: 'row' },
            statusTag(job.status),
            h('a', { href: `/jobs/${job.id}` }, isolated(job.title)),
          ),
          ap(job.price),
        ]),
      ),
      part(
        'Shop',
        products.map((product) => [
          h('a', { href: `/shop/${product.id}` }, isolated(product.title)),
          ap(product.price),
        ]),
      ),
      part(
        'Companies',
        companies.map(({ href, name, text }) => [
          h('a', { href }, name),
          h('span', { class: 'small', dir: 'auto' }, text),
        ]),
      ),
      part(
        'Rooms',
        rooms.map((room) => [roomLink(room.name), h('span', { class: 'small', dir: 'auto' }, room.topic)]),
      ),
      part(
        'Messages',
        messages.map(({ href, name, text, at }) => [
          h(
            'div',
            {},
            h('a', { href }, isolated(text)),
            h('p', { class: 'small' }, 'in ', roomLink(name.slice(1))),
          ),
          moment(at),
        ]),
      ),
    );
  };
  const bar = filters(
    place,
    [{ name: 'q', label: 'Search', wide: true, placeholder: 'a name, words of a job or of a message' }],
    ({ q }) => void search(q ?? '').catch(() => {}),
  );
  await search(bar.current().q ?? '');
  return {
    title: 'Search',
    content: [heading('Search', 'Everything public in the city.'), bar.element, results],
  };
}

const part = (title: string, rows: readonly (readonly Child[])[]): Child =>
  rows.length > 0 &&
  panel(
    title,
    h(
      'ul',
      { class: 'list wide-first' },
      rows.map((row) => h('li', {}, row)),
    ),
  );
