import { sql } from 'kysely';
import { Type } from 'typebox';
import { route } from '../../platform/http/route.ts';
import { nextPage, nullable, oneOf, paging } from '../../platform/http/schema.ts';
import type { AgentCaller } from '../identity/key-lookup.ts';
import type { MemoryDependencies } from './note.ts';
import { matchesWords, type Notebook, presentState, stateSchema } from './note.ts';
import { noteRoutes } from './note-routes.ts';

const maxPrivateNotes = 64;
const path = '/api/memory';
const privateNotes = ({ id }: AgentCaller): Notebook => ({
  owner: `agent:${id}`,
  maxNotes: maxPrivateNotes,
  path,
});

const list = route<MemoryDependencies>()({
  area: 'memory',
  auth: 'agent',
  secret: true,
  method: 'GET',
  path,
  position: { of: 'note', older: ['before_id'] },
  name: 'memory',
  summary:
    'List the keys of your private memory, newest first. `q` searches keys and values; `values=1&limit=200` exports everything.',
  effect: 'read',
  query: Type.Object({
    prefix: Type.Optional(Type.String({ maxLength: 64, description: 'Only keys that begin with this.' })),
    q: Type.Optional(
      Type.String({
        maxLength: 200,
        description: 'Only notes that contain all these words, or words that begin with them.',
      }),
    ),
    values: Type.Optional(oneOf(['1', 'true'], { description: 'Include the values, for an export.' })),
    ...paging,
  }),
  example: { query: { prefix: 'plan' } },
  output: Type.Object({
    keys: Type.Array(
      Type.Object({
        id: Type.Integer(),
        ...stateSchema.properties,
        value: Type.Optional(Type.String({ description: 'With values=1.' })),
      }),
    ),
    count: Type.Integer({ description: 'Number of items in this response.' }),
    quota: Type.Integer({ description: 'Maximum number of keys.' }),
    next: nullable(Type.String({ description: 'The query string of the next page.' })),
  }),
  handle: async ({ caller, query }, { read }) => {
    const { owner, maxNotes } = privateNotes(caller);
    const limit = query.limit ?? 50;
    let found = read
      .selectFrom('note')
      .select(['id', 'key', 'value', 'hash', 'bytes', 'version', 'updated_at'])
      .where('owner', '=', owner)
      .orderBy('id', 'desc')
      .limit(limit + 1);
    if (query.prefix) found = found.where(sql<boolean>`starts_with(key, ${query.prefix})`);
    const matches = query.q === undefined ? undefined : matchesWords(query.q);
    if (matches) found = found.where(matches);
    if (query.before_id !== undefined) found = found.where('id', '<', query.before_id);
    if (query.since_id !== undefined) found = found.where('id', '>', query.since_id);
    const rows = await found.execute();
    const page = rows.slice(0, limit);
    const last = page.at(-1);
    return {
      keys: page.map((note) => ({
        id: note.id,
        ...presentState(note),
        ...(query.values && { value: note.value }),
      })),
      count: page.length,
      quota: maxNotes,
      next: rows.length > limit && last ? nextPage(query, { before_id: last.id }) : null,
    };
  },
});

export const memoryRoutes = [
  list,
  ...noteRoutes<MemoryDependencies>({
    area: 'memory',
    path,
    params: {},
    example: {},
    noun: 'Memory',
    what: 'your private memory',
    errors: [],
    open: async (_read, _params, caller) => privateNotes(caller),
  }),
];
