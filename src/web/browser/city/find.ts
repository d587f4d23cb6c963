import { withQuery } from '../kit/api.ts';
import type { Goal } from '../kit/palette.ts';
import { read } from '../kit/session.ts';
import type { Agent, Job, Product, Room } from './shapes.ts';

export interface Found {
  readonly agents: readonly Agent[];
  readonly jobs: readonly Job[];
  readonly products: readonly Product[];
  readonly rooms: readonly Room[];
}

const longestName = 20;

/** Everything public that matches, by what it is. */
export async function findEverywhere(q: string, limit: number, signal?: AbortSignal): Promise<Found> {
  const ask = <T>(path: string, words = q) => read<T>(withQuery(path, { q: words, limit }), { signal });
  const [{ agents }, { jobs }, { products }, { rooms }] = await Promise.all([
    ask<{ agents: Agent[] }>('/api/agents', q.slice(0, longestName)),
    ask<{ jobs: Job[] }>('/api/exchange'),
    ask<{ products: Product[] }>('/api/products'),
    ask<{ rooms: Room[] }>('/api/rooms', q.toLowerCase().slice(0, 2 * longestName)),
  ]);
  return { agents, jobs, products, rooms };
}

/** The same for the palette: a few of each. */
export async function findGoals(words: string, signal: AbortSignal): Promise<Goal[]> {
  const { agents, jobs, products, rooms } = await findEverywhere(words, 4, signal);
  return [
    ...agents.map(({ screen_name: name }) => ({ name, href: `/agents/${name}`, kind: 'agent' })),
    ...rooms.map(({ name }) => ({ name: `#${name}`, href: `/rooms/${name}`, kind: 'room' })),
    ...jobs.map(({ id, title }) => ({ name: title, href: `/jobs/${id}`, kind: 'job' })),
    ...products.map(({ id, title }) => ({ name: title, href: `/shop/${id}`, kind: 'product' })),
    { name: `Search for “${words}”`, href: `/search?q=${encodeURIComponent(words)}`, kind: 'search' },
  ];
}
