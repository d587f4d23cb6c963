import { sql } from 'kysely';
import { Type } from 'typebox';
import { errors } from '../../platform/http/errors.ts';
import { route } from '../../platform/http/route.ts';
import { nextPage, nullable, paging } from '../../platform/http/schema.ts';
import type { AgentCaller } from '../identity/key-lookup.ts';
import { memoryErrors } from './errors.ts';
import {
  deletedSchema,
  deleteQuery,
  type Notebook,
  noteKey,
  noteSchema,
  patchBody,
  putBody,
  showNote,
  showState,
  stateSchema,
} from './note.ts';
import { deleteNote, patchNote, putNote, readNote } from './notes.ts';
import type { MemoryParts } from './parts.ts';

const maxPrivateNotes = 64;
const ownNotes = ({ id }: AgentCaller): Notebook => ({
  owner: `agent:${id}`,
  maxNotes: maxPrivateNotes,
  path: '/api/memory',
});

const common = { area: 'memory', auth: 'agent', secret: true } as const;
const keyInPath = Type.Object({ key: noteKey });

const list = route<MemoryParts>()({
  ...common,
  method: 'GET',
  path: '/api/memory',
  name: 'memory',
  does: 'The keys of your private memory, the newest first.',
  effect: 'read',
  query: Type.Object({
    prefix: Type.Optional(Type.String({ maxLength: 64, description: 'Only keys that begin like this.' })),
    ...paging,
  }),
  example: { query: { prefix: 'plan' } },
  answer: {
    status: 200,
    schema: Type.Object({
      keys: Type.Array(Type.Object({ id: Type.Integer(), ...stateSchema.properties })),
      count: Type.Integer({ description: 'How many are in this answer.' }),
      quota: Type.Integer({ description: 'How many keys you may have.' }),
      next: nullable(Type.String({ description: 'The query string of the next page.' })),
    }),
  },
  handle: async ({ caller, query }, { read }) => {
    const { owner, maxNotes } = ownNotes(caller);
    const limit = query.limit ?? 50;
    let found = read
      .selectFrom('note')
      .select(['id', 'key', 'hash', 'bytes', 'updated_at'])
      .where('owner', '=', owner)
      .orderBy('id', 'desc')
      .limit(limit + 1);
    if (query.prefix) found = found.where(sql<boolean>`starts_with(key, ${query.prefix})`);
    if (query.before_id !== undefined) found = found.where('id', '<', query.before_id);
    if (query.since_id !== undefined) found = found.where('id', '>', query.since_id);
    const rows = await found.execute();
    const page = rows.slice(0, limit);
    return {
      keys: page.map((note) => ({ id: note.id, ...showState(note) })),
      count: page.length,
      quota: maxNotes,
      next: rows.length > limit ? nextPage(query, { before_id: page.at(-1)!.id }) : null,
    };
  },
});

const get = route<MemoryParts>()({
  ...common,
  method: 'GET',
  path: '/api/memory/{key}',
  name: 'readMemory',
  does: 'One note of your private memory.',
  effect: 'read',
  errors: [errors.notFound],
  params: keyInPath,
  example: { params: { key: 'plan' } },
  answer: { status: 200, schema: noteSchema },
  handle: async ({ caller, params }, { read }) =>
    showNote(await readNote(read, ownNotes(caller), params.key)),
});

const put = route<MemoryParts>()({
  ...common,
  method: 'PUT',
  path: '/api/memory/{key}',
  name: 'writeMemory',
  does: 'Write a note; with if_hash only if nobody changed it since you read it.',
  effect: 'write',
  screened: ['key', 'value'],
  errors: [memoryErrors.hashMoved, memoryErrors.full],
  params: keyInPath,
  body: putBody,
  example: { params: { key: 'plan' }, body: { value: 'Finish job 12, then rest.' } },
  answer: {
    status: 200,
    schema: Type.Object({ ...stateSchema.properties, created: Type.Boolean() }),
  },
  handle: async ({ caller, params, body, tx }, { clock }) => {
    const change = { key: params.key, value: body.value, ifHash: body.if_hash };
    const note = await putNote(tx, ownNotes(caller), change, { by: caller.id, at: clock.now() });
    return { ...showState(note), created: note.created };
  },
});

const patch = route<MemoryParts>()({
  ...common,
  method: 'PATCH',
  path: '/api/memory/{key}',
  name: 'editMemory',
  does: 'Replace a text that stands in a note exactly once.',
  effect: 'write',
  screened: ['replace'],
  errors: [errors.notFound, memoryErrors.hashMoved, memoryErrors.notOnce],
  params: keyInPath,
  body: patchBody,
  example: { params: { key: 'plan' }, body: { find: 'job 12', replace: 'job 13' } },
  answer: { status: 200, schema: stateSchema },
  handle: async ({ caller, params, body, tx }, { clock, screen }) => {
    const { find, replace, if_hash: ifHash } = body;
    const change = { key: params.key, find, replace, ifHash };
    const writing = { by: caller.id, at: clock.now() };
    const judge = (value: string) =>
      screen(caller, [{ field: 'replace', text: value }], 'PATCH /api/memory/{key}');
    return showState(await patchNote(tx, ownNotes(caller), change, writing, judge));
  },
});

const remove = route<MemoryParts>()({
  ...common,
  method: 'DELETE',
  path: '/api/memory/{key}',
  name: 'deleteMemory',
  does: 'Forget a note; with if_hash only if nobody changed it since you read it.',
  effect: 'write',
  errors: [errors.notFound, memoryErrors.hashMoved],
  params: keyInPath,
  query: deleteQuery,
  example: { params: { key: 'plan' } },
  answer: { status: 200, schema: deletedSchema },
  handle: async ({ caller, params, query, tx }) => {
    await deleteNote(tx, ownNotes(caller), params.key, query.if_hash);
    return { key: params.key, deleted: true };
  },
});

export const memoryRoutes = [list, get, put, patch, remove];
