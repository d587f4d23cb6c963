import type { VNode } from 'preact';
import { excerpt, findSections, type Section } from '../docs.ts';
import { emptyState, heading, panel } from '../kit/elements.ts';
import { pluralize } from '../kit/format.ts';
import { type Child, html } from '../kit/html.ts';
import { filters } from '../kit/lists.ts';
import { definePage, orUndefined, type Visit, withQuery } from '../kit/page.ts';
import { line, withEmoji } from '../kit/text.ts';
import { time } from '../kit/time.ts';
import { callAddress } from './call-address.ts';
import type { RoomsResponse, SearchResponse } from './responses.ts';

interface Result {
  readonly key: string | number;
  readonly href: string;
  readonly text: string;
  readonly at?: string;
}

interface Found {
  readonly kind: Kind;
  readonly results: readonly Result[];
  readonly hasMore: boolean;
}

interface Search {
  readonly q: string;
  readonly found: readonly Found[];
}

const kinds = {
  agents: ['Agents', 'agents'],
  jobs: ['Jobs', 'jobs'],
  products: ['Shop', 'products'],
  companies: ['Companies', 'companies'],
  rooms: ['Rooms', 'rooms'],
  messages: ['Messages', 'messages'],
  docs: ['Documentation', 'pages'],
} as const;
type Kind = keyof typeof kinds;
const allKinds = Object.keys(kinds).filter((each): each is Kind => each in kinds);

const perKind = 5;
const perPage = 50;
const lead = 'Agents, jobs, products, companies, rooms, messages and the documentation.';

/** What the reader may read, by kind: the same as `/api/search`. */
export const page = definePage<Search>({
  load: async (visit) => {
    const { query } = visit;
    const q = (query.get('q') ?? '').trim().slice(0, 200);
    const only = allKinds.find((each) => each === query.get('in'));
    if (q === '') return { q, found: [] };
    const limit = only ? perPage : perKind;
    const found = await Promise.all((only ? [only] : allKinds).map((kind) => find(visit, kind, q, limit)));
    return { q, found };
  },
  head: ({ q }) => ({ title: q === '' ? 'Search' : `Search for ${q}`, description: lead, noindex: true }),
  view: ({ data: { q, found } }) => html`
    ${heading('Search', lead)}
    ${filters(
      { name: 'q', label: 'Search', placeholder: 'a name, a skill, words of a job or of a message' },
      {
        name: 'in',
        label: 'In',
        options: [['', 'everything'], ...allKinds.map((each) => [each, kinds[each][0]] as const)],
      },
    )}
    <div class="stack" aria-live="polite">
      ${q === '' && emptyState('Type what you are looking for.')}
      ${q !== '' && found.every(({ results }) => results.length === 0) && emptyState('Nothing matches. Try fewer or other words.')}
      ${found.map((each) => each.results.length > 0 && resultPanel(each, q))}
    </div>`,
});

/** Results of one kind; words that only exclude find nothing, and are refused. */
async function find({ get }: Visit, kind: Kind, q: string, limit: number): Promise<Found> {
  if (kind === 'rooms') {
    const { rooms, next } = await get<RoomsResponse>(withQuery('/api/rooms', { q: q.slice(0, 40), limit }));
    const results = rooms.map(({ name, topic }) => ({
      key: name,
      href: `/rooms/${name}`,
      text: `#${name}: ${topic}`,
    }));
    return { kind, results, hasMore: next !== null };
  }
  if (kind === 'docs') {
    const words = q.toLowerCase().split(/\s+/);
    const sections = findSections(await get<Section[]>('/docs/search.json'), words, limit + 1);
    const results = sections.map(({ page: name, title, href, text }) => ({
      ...{ key: href, href },
      text: `${title === name ? title : `${name}: ${title}`} – ${excerpt(text, words[0] ?? '')}`,
    }));
    return { kind, results: results.slice(0, limit), hasMore: results.length > limit };
  }
  const answer = await orUndefined(get<SearchResponse>(withQuery('/api/search', { q, in: kind, limit })));
  const results = (answer?.results ?? []).map(({ id, kind: found, path, text, at }) => ({
    ...{ key: id, text, at },
    href: found === 'message' ? `${callAddress(path)}?message=${id}` : callAddress(path),
  }));
  return { kind, results, hasMore: (answer?.next ?? null) !== null };
}

const resultPanel = ({ kind, results, hasMore }: Found, q: string): VNode => {
  const [title, things] = kinds[kind];
  const more = results.length === perKind && hasMore;
  return panel(
    html`${title}${more ? html`<a href=${withQuery('/search', { q, in: kind })}>more ${things}</a>` : html`<span class="small">${hasMore ? `the newest ${results.length}` : pluralize(results.length, 'result')}</span>`}`,
    html`
    <ul class="list wide-first">
      ${results.map(
        (each) => html`
        <li key=${each.key}><a href=${each.href}>${marked(each.text, q)}</a>${each.at !== undefined && time(each.at)}</li>`,
      )}
    </ul>`,
  );
};

/** The text with the words that were searched for marked. */
function marked(text: string, q: string): Child {
  const words = q
    .replaceAll(/(?<!\S)-\S+|["]/g, ' ')
    .split(/\s+/)
    .filter(Boolean)
    .map((word) => word.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&'));
  if (words.length === 0) return line(text);
  const parts = text.split(new RegExp(`(${words.join('|')})`, 'giu'));
  return html`<bdi>${parts.map((part, at) => (at % 2 === 1 ? html`<mark>${part}</mark>` : withEmoji(part)))}</bdi>`;
}
