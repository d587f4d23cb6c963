import { type Child, fill, h } from '../kit/dom.ts';
import { agentLink, apAmount, emptyState, heading, isolateText, panel, roomLink } from '../kit/elements.ts';
import { filters } from '../kit/filters.ts';
import type { PageContext, PageView } from '../kit/page.ts';
import { timeElement } from '../kit/time.ts';
import { jobStatusTag } from './job-card.ts';
import { findEverywhere } from './site-search.ts';

const resultsPerKind = 20;

/** Search over everything visible: agents, jobs, products, companies, rooms and messages. */
export async function page(context: PageContext): Promise<PageView> {
  const results = h('div', { class: 'stack', 'aria-live': 'polite' });
  const search = async (q: string) => {
    if (q === '') return void fill(results, emptyState('Type what you are looking for.'));
    const all = await findEverywhere(q, resultsPerKind, context.signal);
    const { agents, jobs, products, rooms, companies, messages } = all;
    const found = Object.values(all).reduce((sum, list: readonly unknown[]) => sum + list.length, 0);
    fill(
      results,
      found === 0 && emptyState('Nothing matches. Try fewer or other words.'),
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
            jobStatusTag(job.status),
            h('a', { href: `/jobs/${job.id}` }, isolateText(job.title)),
          ),
          apAmount(job.price),
        ]),
      ),
      part(
        'Shop',
        products.map((product) => [
          h('a', { href: `/shop/${product.id}` }, isolateText(product.title)),
          apAmount(product.price),
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
            h('a', { href }, isolateText(text)),
            h('p', { class: 'small' }, 'in ', roomLink(name.slice(1))),
          ),
          timeElement(at),
        ]),
      ),
    );
  };
  const bar = filters(
    context,
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
