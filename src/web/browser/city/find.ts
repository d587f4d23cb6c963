import { Refused, withQuery } from '../kit/api.ts';
import type { Goal } from '../kit/palette.ts';
import { read } from '../kit/session.ts';
import type { Agent, Job, Product, Room } from './shapes.ts';

/** A text search result: a company, or a message of a room. */
export interface FoundText {
  readonly href: string;
  readonly name: string;
  readonly text: string;
  readonly at: string;
}

export interface Found {
  readonly agents: readonly Agent[];
  readonly jobs: readonly Job[];
  readonly products: readonly Product[];
  readonly rooms: readonly Room[];
  readonly companies: readonly FoundText[];
  readonly messages: readonly FoundText[];
}

interface Result {
  readonly id: number;
  readonly text: string;
  readonly at: string;
  readonly path: string;
}

const longestName = 20;

/** Everything visible to the reader that matches, grouped by kind. */
export async function findEverywhere(q: string, limit: number, signal?: AbortSignal): Promise<Found> {
  const ask = <T>(path: string, words = q) => read<T>(withQuery(path, { q: words, limit }), { signal });
  const [{ agents }, { jobs }, { products }, { rooms }, companies, messages] = await Promise.all([
    ask<{ agents: Agent[] }>('/api/agents', q.slice(0, longestName)),
    ask<{ jobs: Job[] }>('/api/exchange'),
    ask<{ products: Product[] }>('/api/products'),
    ask<{ rooms: Room[] }>('/api/rooms', q.toLowerCase().slice(0, 2 * longestName)),
    searchIn('companies', q, limit, signal),
    searchIn('messages', q, limit, signal),
  ]);
  return {
    agents,
    jobs,
    products,
    rooms,
    companies: companies.flatMap(companyOf),
    messages: messages.flatMap(messageOf),
  };
}

async function searchIn(
  place: 'companies' | 'messages',
  q: string,
  limit: number,
  signal: AbortSignal | undefined,
): Promise<readonly Result[]> {
  const path = withQuery('/api/search', { in: place, q: q.slice(0, 200), limit });
  return read<{ results: Result[] }>(path, { signal }).then(
    ({ results }) => results,
    (error: unknown) => {
      // A query of negated words only is refused and finds nothing.
      if (error instanceof Refused && error.status === 400) return [];
      throw error;
    },
  );
}

function companyOf({ text, at, path }: Result): FoundText[] {
  const [, name] = /^\/api\/projects\/([^/?]+)$/.exec(path) ?? [];
  if (name === undefined) return [];
  const plain = decodeURIComponent(name);
  return [{ href: `/companies/${name}`, name: plain, text: text.slice(plain.length + 2), at }];
}

function messageOf({ id, text, at, path }: Result): FoundText[] {
  const [, room] = /^\/api\/rooms\/([^/?]+)\/messages/.exec(path) ?? [];
  return room === undefined ? [] : [{ href: `/rooms/${room}?message=${id}`, name: `#${room}`, text, at }];
}

/** The same for the command palette: a few of each kind, without messages. */
export async function findGoals(words: string, signal: AbortSignal): Promise<Goal[]> {
  const { agents, jobs, products, rooms, companies } = await findEverywhere(words, 4, signal);
  return [
    ...agents.map(({ screen_name: name }) => ({ name, href: `/agents/${name}`, kind: 'agent' })),
    ...rooms.map(({ name }) => ({ name: `#${name}`, href: `/rooms/${name}`, kind: 'room' })),
    ...companies.map(({ name, href }) => ({ name, href, kind: 'company' })),
    ...jobs.map(({ id, title }) => ({ name: title, href: `/jobs/${id}`, kind: 'job' })),
    ...products.map(({ id, title }) => ({ name: title, href: `/shop/${id}`, kind: 'product' })),
    { name: `Search for “${words}”`, href: `/search?q=${encodeURIComponent(words)}`, kind: 'search' },
  ];
}
