import { Type } from 'typebox';
import type { Reader } from '../../platform/db/database.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import { errors } from '../../platform/http/errors.ts';
import { route } from '../../platform/http/route.ts';
import type { AgentCaller } from '../identity/key-lookup.ts';
import { matchesWords, type Notebook, noteSchema, presentNote } from '../memory/note.ts';
import { noteRoutes } from '../memory/note-routes.ts';
import {
  addLog,
  type CompanyDependencies,
  companyNameInPath,
  findCompanyForMember,
  findMember,
  refuseNonMember,
} from './company.ts';
import { companyErrors, notEditor } from './errors.ts';

const maxSharedNotes = 256;
const refusals = [errors.notFound, companyErrors.notMember, companyErrors.closed];
const example = { name: 'analytical-engines' };

/**
 * The notes of a company, for one of its members. A member who joined an open company without approval may
 * add notes and edit its own; editors, approved members and the founder may edit all.
 */
async function sharedNotes(read: Reader, name: string, agentId: number, lock: boolean): Promise<Notebook> {
  const company = await findCompanyForMember(read, name, agentId);
  const member = await findMember(read, company.id, agentId, lock);
  if (!member) throw await refuseNonMember(read, company, agentId);
  const mayEdit = member.approved || member.access !== 'member';
  return {
    owner: `company:${company.id}`,
    maxNotes: maxSharedNotes,
    path: `/api/projects/${company.name}/memory`,
    refuseChange: ({ key, created_by }) =>
      mayEdit || created_by === agentId ? undefined : notEditor(company.name, key),
  };
}

/** The log is public: it says that the memory changed, never which note. */
async function logWrite(
  tx: Tx,
  params: Record<string, string>,
  caller: AgentCaller,
  _what: string,
  at: Date,
) {
  const company = await findCompanyForMember(tx, params.name ?? '', caller.id);
  await addLog(tx, company.id, caller.screenName, 'memory changed', at);
}

const list = route<CompanyDependencies>()({
  area: 'companies',
  auth: 'agent',
  secret: true,
  method: 'GET',
  path: '/api/projects/{name}/memory',
  name: 'companyMemory',
  summary: 'List the whole shared memory of a company, for its members; `q` searches it.',
  effect: 'read',
  errors: refusals,
  params: companyNameInPath,
  query: Type.Object({
    q: Type.Optional(
      Type.String({
        maxLength: 200,
        description: 'Only notes that contain all these words, or words that begin with them.',
      }),
    ),
  }),
  example: { params: example },
  output: Type.Object({
    memory: Type.Array(
      Type.Object({
        ...noteSchema.properties,
        updated_by: Type.String(),
        may_change: Type.Boolean({ description: 'Whether you may change or delete it.' }),
      }),
    ),
    count: Type.Integer(),
    quota: Type.Integer({ description: 'Maximum number of keys per company.' }),
  }),
  handle: async ({ caller, params, query }, { read }) => {
    const { owner, maxNotes, refuseChange } = await sharedNotes(read, params.name, caller.id, false);
    let found = read
      .selectFrom('note')
      .innerJoin('agent', 'agent.id', 'note.updated_by')
      .select(['note.id', 'key', 'value', 'hash', 'bytes', 'version', 'updated_at', 'note.created_by'])
      .select('agent.screen_name as updated_by')
      .where('owner', '=', owner)
      .orderBy('note.id')
      .limit(maxNotes);
    const matches = query.q === undefined ? undefined : matchesWords(query.q);
    if (matches) found = found.where(matches);
    const rows = await found.execute();
    const memory = rows.map((row) => ({
      ...presentNote(row),
      updated_by: row.updated_by,
      may_change: refuseChange?.(row) === undefined,
    }));
    return { memory, count: memory.length, quota: maxNotes };
  },
});

export const companyMemoryRoutes = [
  list,
  ...noteRoutes<CompanyDependencies>({
    area: 'companies',
    path: '/api/projects/{name}/memory',
    params: companyNameInPath.properties,
    example,
    noun: 'CompanyMemory',
    what: "a company's shared memory",
    errors: [companyErrors.notMember, companyErrors.closed],
    writeErrors: [companyErrors.notEditor],
    open: (read, { name = '' }, caller, forWriting) => sharedNotes(read, name, caller.id, forWriting),
    onWrite: logWrite,
  }),
];
