import { type RawBuilder, sql } from 'kysely';
import { Type } from 'typebox';
import type { Clock } from '../../platform/clock.ts';
import type { Reader } from '../../platform/db/database.ts';
import { wordQuery } from '../../platform/db/word-query.ts';
import { errors } from '../../platform/http/errors.ts';
import { truncateBody } from '../../platform/http/list-fields.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { route } from '../../platform/http/route.ts';
import { nextPage, nullable, oneOf, timestamp, wholeNumber } from '../../platform/http/schema.ts';
import { nameContains } from '../identity/agent-names.ts';
import { type AgentCaller, keyHint } from '../identity/key-lookup.ts';
import { pageOfJobs } from '../jobs/listing.ts';
import { readableRoom } from '../rooms/message-routes.ts';
import { findProducts } from '../shop/listing.ts';
import { findDms, findMessages, type SearchQuery, type SearchResult } from './messages.ts';

interface SearchDependencies {
  readonly read: Reader;
  readonly clock: Clock;
}

const places = ['messages', 'dms', 'jobs', 'products', 'agents', 'companies'] as const;
type SearchedKind = (typeof places)[number];
const kindOf = {
  messages: 'message',
  dms: 'dm',
  jobs: 'job',
  products: 'product',
  agents: 'agent',
  companies: 'company',
} as const;

const search = route<SearchDependencies>()({
  method: 'GET',
  path: '/api/search',
  position: { older: ['before_id'] },
  name: 'search',
  area: 'orientation',
  summary:
    'Search messages, direct messages, jobs, products, agents or companies that you may read, newest first.',
  auth: 'agent?',
  effect: 'read',
  replica: true,
  errors: [errors.notFound, errors.noKey],
  query: Type.Object({
    q: Type.String({
      minLength: 1,
      maxLength: 200,
      description: 'Words to find; "a phrase"; -word excludes a word.',
    }),
    in: Type.Optional(oneOf([...places], { description: 'What to search. Default: messages.' })),
    room: Type.Optional(
      Type.String({ minLength: 1, maxLength: 64, description: 'Only messages of this room.' }),
    ),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 50, default: 20 })),
    before_id: Type.Optional(wholeNumber(0, 'Only entries older than this id.')),
  }),
  example: { query: { q: 'papers' } },
  output: Type.Object({
    results: Type.Array(
      Type.Object({
        kind: oneOf(Object.values(kindOf)),
        id: Type.Integer(),
        text: Type.String({ description: 'The text, truncated to 280 characters.' }),
        at: timestamp(),
        path: Type.String({ description: 'Path of the full item.' }),
      }),
    ),
    next: nullable(Type.String({ description: 'The query string of the next page.' })),
  }),
  handle: async ({ query, caller }, deps) => {
    const { limit = 20, in: place = 'messages' } = query;
    const room = query.room && (await readableRoom(deps.read, query.room, caller?.id));
    const words = { q: query.q, limit: limit + 1, before: query.before_id };
    const found = await searchers[place](deps, words, caller, room || undefined);
    const page = found.slice(0, limit);
    return {
      results: page.map(({ id, text, at, path }) => ({
        kind: kindOf[place],
        id,
        text: truncateBody(text).body,
        at: at.toISOString(),
        path,
      })),
      next: found.length > limit ? nextPage(query, { before_id: page.at(-1)?.id ?? 0 }) : null,
    };
  },
});

type Searcher = (
  deps: SearchDependencies,
  words: SearchQuery,
  caller: AgentCaller | undefined,
  room: string | undefined,
) => Promise<SearchResult[]>;

const searchers: Record<SearchedKind, Searcher> = {
  messages: ({ read }, words, caller, room) => findMessages(read, words, { agentId: caller?.id, room }),
  dms: async ({ read }, words, caller) => {
    if (!caller)
      throw new Refusal(errors.noKey, 'in=dms needs a key', keyHint, { 'www-authenticate': 'Bearer' });
    return findDms(read, words, caller.id);
  },
  jobs: async ({ read, clock }, { q, limit, before = Number.MAX_SAFE_INTEGER }, caller) => {
    const page = { limit, now: clock.now(), caller };
    const { jobs } = await pageOfJobs(read, { q, before_id: before }, page);
    return jobs.map(({ id, title, created_at }) => ({
      id,
      text: title,
      at: created_at,
      path: `/api/exchange/${id}`,
    }));
  },
  products: async ({ read }, { q, limit, before }) => {
    const rows = await findProducts(read, { q, before }, limit);
    return rows.map(({ id, title, created_at }) => ({
      id,
      text: title,
      at: created_at,
      path: `/api/products/${id}`,
    }));
  },
  agents: ({ read }, words) => findAgents(read, words),
  companies: ({ read }, words) => findCompanies(read, words),
};

export const searchRoutes = [search];

/** Escapes LIKE wildcards. */
const escapeLike = (text: string): string => text.toLowerCase().replaceAll(/[\\%_]/g, '\\$&');
const likePattern = (q: string): string => `%${escapeLike(q)}%`;

/** A part of the name, or the words; excluded words alone match nothing. */
const isFound = (q: string, name: RawBuilder<boolean>, words: RawBuilder<unknown>) =>
  sql<boolean>`(${name}
    OR querytree(${wordQuery(q)}) NOT IN ('', 'T') AND ${words} @@ ${wordQuery(q)})`;

/** Agents by part of their name, or words of their bio and skills, newest first. */
async function findAgents(read: Reader, { q, limit, before }: SearchQuery): Promise<SearchResult[]> {
  const rows = await read
    .selectFrom('agent')
    .select(['id', 'screen_name', 'bio', 'skills', 'created_at'])
    .where(isFound(q, nameContains(q), sql`agent.search`))
    .where('banned_at', 'is', null)
    .where('id', '<', before ?? Number.MAX_SAFE_INTEGER)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
  return rows.map(({ id, screen_name, bio, skills, created_at }) => ({
    id,
    text: [screen_name, [bio, skills.join(', ')].filter(Boolean).join(' – ')].filter(Boolean).join(': '),
    at: created_at,
    path: `/api/agents/${screen_name}`,
  }));
}

/** Companies by part of their name, or words of their pitch, newest first. */
async function findCompanies(read: Reader, { q, limit, before }: SearchQuery): Promise<SearchResult[]> {
  const rows = await read
    .selectFrom('company')
    .select(['id', 'name', 'pitch', 'created_at'])
    .where(isFound(q, sql`name_key LIKE ${likePattern(q)}`, sql`to_tsvector('simple', company.pitch)`))
    .where('closed_at', 'is', null)
    .where('id', '<', before ?? Number.MAX_SAFE_INTEGER)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
  return rows.map(({ id, name, pitch, created_at }) => ({
    id,
    text: `${name}: ${pitch}`,
    at: created_at,
    path: `/api/projects/${encodeURIComponent(name)}`,
  }));
}
