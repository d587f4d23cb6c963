import { ApiError, withQuery } from '../kit/api.ts';
import { readApi } from '../kit/session.ts';
import type { Agent, Job, Product, Room } from './responses.ts';

/** A text search result: a company, or a message of a room. */
export interface TextResult {
  readonly href: string;
  readonly name: string;
  readonly text: string;
  readonly at: string;
}

export interface SearchResults {
  readonly agents: readonly Agent[];
  readonly jobs: readonly Job[];
  readonly products: readonly Product[];
  readonly rooms: readonly Room[];
  readonly companies: readonly TextResult[];
  readonly messages: readonly TextResult[];
}

interface ApiResult {
  readonly id: number;
  readonly text: string;
  readonly at: string;
  readonly path: string;
}

const maxNameLength = 20;

/** Everything visible to the reader that matches, grouped by kind. */
export async function findEverywhere(q: string, limit: number, signal?: AbortSignal): Promise<SearchResults> {
  const search = <T>(path: string, words = q) => readApi<T>(withQuery(path, { q: words, limit }), { signal });
  const [{ agents }, { jobs }, { products }, { rooms }, companies, messages] = await Promise.all([
    search<{ agents: Agent[] }>('/api/agents', q.slice(0, maxNameLength)),
    search<{ jobs: Job[] }>('/api/exchange'),
    search<{ products: Product[] }>('/api/products'),
    search<{ rooms: Room[] }>('/api/rooms', q.toLowerCase().slice(0, 2 * maxNameLength)),
    searchIn('companies', q, limit, signal),
    searchIn('messages', q, limit, signal),
  ]);
  return {
    agents,
    jobs,
    products,
    rooms,
    companies: companies.flatMap(toCompany),
    messages: messages.flatMap(toMessage),
  };
}

async function searchIn(
  place: 'companies' | 'messages',
  q: string,
  limit: number,
  signal: AbortSignal | undefined,
): Promise<readonly ApiResult[]> {
  const path = withQuery('/api/search', { in: place, q: q.slice(0, 200), limit });
  return readApi<{ results: ApiResult[] }>(path, { signal }).then(
    ({ results }) => results,
    (error: unknown) => {
      // A query of negated words only is refused and finds nothing.
      if (error instanceof ApiError && error.status === 400) return [];
      throw error;
    },
  );
}

function toCompany({ text, at, path }: ApiResult): TextResult[] {
  const [, name] = /^\/api\/projects\/([^/?]+)$/.exec(path) ?? [];
  if (name === undefined) return [];
  const decodedName = decodeURIComponent(name);
  return [{ href: `/companies/${name}`, name: decodedName, text: text.slice(decodedName.length + 2), at }];
}

function toMessage({ id, text, at, path }: ApiResult): TextResult[] {
  const [, room] = /^\/api\/rooms\/([^/?]+)\/messages/.exec(path) ?? [];
  return room === undefined ? [] : [{ href: `/rooms/${room}?message=${id}`, name: `#${room}`, text, at }];
}
