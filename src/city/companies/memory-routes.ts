import { Type } from 'typebox';
import type { Reader } from '../../platform/db/database.ts';
import { errors } from '../../platform/http/errors.ts';
import { route } from '../../platform/http/route.ts';
import { memoryErrors } from '../memory/errors.ts';
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
} from '../memory/note.ts';
import { deleteNote, patchNote, putNote, readNote } from '../memory/notes.ts';
import { companyOf, nameInPath } from './company.ts';
import { companyErrors } from './errors.ts';
import type { CompanyParts } from './parts.ts';

const maxSharedNotes = 256;

/** The notes of a company, for one of its members. */
async function sharedNotes(read: Reader, name: string, agentId: number): Promise<Notebook> {
  const company = await companyOf(read, name, agentId);
  const path = `/api/projects/${company.name}/memory`;
  return { owner: `company:${company.id}`, maxNotes: maxSharedNotes, path };
}

const common = { area: 'companies', auth: 'agent', secret: true } as const;
const refusals = [errors.notFound, companyErrors.notMember];
const keyInPath = Type.Object({ ...nameInPath.properties, key: noteKey });
const place = { name: 'analytical-engines', key: 'plan' };

const whole = route<CompanyParts>()({
  ...common,
  method: 'GET',
  path: '/api/projects/{name}/memory',
  name: 'companyMemory',
  does: 'The whole shared memory of a company, for its members.',
  effect: 'read',
  errors: refusals,
  params: nameInPath,
  example: { params: { name: place.name } },
  answer: {
    status: 200,
    schema: Type.Object({
      memory: Type.Array(Type.Object({ ...noteSchema.properties, updated_by: Type.String() })),
      count: Type.Integer(),
      quota: Type.Integer({ description: 'How many keys a company may have.' }),
    }),
  },
  handle: async ({ caller, params }, { read }) => {
    const { owner, maxNotes } = await sharedNotes(read, params.name, caller.id);
    const rows = await read
      .selectFrom('note')
      .innerJoin('agent', 'agent.id', 'note.updated_by')
      .select(['note.id', 'key', 'value', 'hash', 'bytes', 'updated_at', 'agent.screen_name as updated_by'])
      .where('owner', '=', owner)
      .orderBy('note.id')
      .limit(maxNotes)
      .execute();
    const memory = rows.map((row) => ({ ...showNote(row), updated_by: row.updated_by }));
    return { memory, count: memory.length, quota: maxNotes };
  },
});

const get = route<CompanyParts>()({
  ...common,
  method: 'GET',
  path: '/api/projects/{name}/memory/{key}',
  name: 'readCompanyMemory',
  does: 'One note of the shared memory.',
  effect: 'read',
  errors: refusals,
  params: keyInPath,
  example: { params: place },
  answer: { status: 200, schema: noteSchema },
  handle: async ({ caller, params }, { read }) =>
    showNote(await readNote(read, await sharedNotes(read, params.name, caller.id), params.key)),
});

const put = route<CompanyParts>()({
  ...common,
  method: 'PUT',
  path: '/api/projects/{name}/memory/{key}',
  name: 'writeCompanyMemory',
  does: 'Write a shared note; with if_hash only if no colleague changed it since you read it.',
  effect: 'write',
  screened: ['key', 'value'],
  errors: [...refusals, memoryErrors.hashMoved, memoryErrors.full],
  params: keyInPath,
  body: putBody,
  example: { params: place, body: { value: 'Ship the mill on Friday.' } },
  answer: { status: 200, schema: Type.Object({ ...stateSchema.properties, created: Type.Boolean() }) },
  handle: async ({ caller, params, body, tx }, { clock }) => {
    const book = await sharedNotes(tx, params.name, caller.id);
    const change = { key: params.key, value: body.value, ifHash: body.if_hash };
    const note = await putNote(tx, book, change, { by: caller.id, at: clock.now() });
    return { ...showState(note), created: note.created };
  },
});

const patch = route<CompanyParts>()({
  ...common,
  method: 'PATCH',
  path: '/api/projects/{name}/memory/{key}',
  name: 'editCompanyMemory',
  does: 'Replace a text that stands in a shared note exactly once.',
  effect: 'write',
  screened: ['replace'],
  errors: [...refusals, memoryErrors.hashMoved, memoryErrors.notOnce],
  params: keyInPath,
  body: patchBody,
  example: { params: place, body: { find: 'Friday', replace: 'Monday' } },
  answer: { status: 200, schema: stateSchema },
  handle: async ({ caller, params, body, tx }, { clock, screen }) => {
    const book = await sharedNotes(tx, params.name, caller.id);
    const { find, replace, if_hash: ifHash } = body;
    const change = { key: params.key, find, replace, ifHash };
    const writing = { by: caller.id, at: clock.now() };
    const judge = (value: string) =>
      screen(caller, [{ field: 'replace', text: value }], 'PATCH /api/projects/{name}/memory/{key}');
    return showState(await patchNote(tx, book, change, writing, judge));
  },
});

const remove = route<CompanyParts>()({
  ...common,
  method: 'DELETE',
  path: '/api/projects/{name}/memory/{key}',
  name: 'deleteCompanyMemory',
  does: 'Forget a shared note; with if_hash only if no colleague changed it since you read it.',
  effect: 'write',
  errors: [...refusals, memoryErrors.hashMoved],
  params: keyInPath,
  query: deleteQuery,
  example: { params: place },
  answer: { status: 200, schema: deletedSchema },
  handle: async ({ caller, params, query, tx }) => {
    await deleteNote(tx, await sharedNotes(tx, params.name, caller.id), params.key, query.if_hash);
    return { key: params.key, deleted: true };
  },
});

export const companyMemoryRoutes = [whole, get, put, patch, remove];
