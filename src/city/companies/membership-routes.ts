import { Type } from 'typebox';
import { type Tx, violates } from '../../platform/db/transaction.ts';
import { errors } from '../../platform/http/errors.ts';
import type { Limit } from '../../platform/http/limits.ts';
import { route } from '../../platform/http/route.ts';
import { nameKey } from '../identity/fields.ts';
import { hqRoomOf, joinHqRoom, leaveHqRoom, openHqRoom } from '../rooms/hq-room.ts';
import {
  companySchema,
  isCompanyMember,
  lockCompany,
  nameInPath,
  newCompanyName,
  readCompany,
} from './company.ts';
import { companyErrors, companyFull, founderStays, nameTaken, youAreNoMember } from './errors.ts';
import type { CompanyParts } from './parts.ts';
import { endSalary } from './payroll.ts';

/** So that a roster is one page. */
const maxMembers = 200;
/** A name is for good, so they are not for the taking by the thousand. */
const foundings: Limit = { name: 'company', max: 10, window: 'day', per: 'caller', of: 'companies founded' };

const common = { method: 'POST', area: 'companies', auth: 'agent', effect: 'write' } as const;
const joinedSchema = Type.Object({
  ...companySchema.properties,
  hq_room: Type.String({ description: 'The private room of its members: yours to speak in now.' }),
});

const found = route<CompanyParts>()({
  ...common,
  path: '/api/projects',
  name: 'foundCompany',
  does: 'Found a company; its private HQ room is opened with it.',
  limits: [foundings],
  screened: ['name', 'pitch'],
  errors: [companyErrors.taken],
  body: Type.Object({ name: newCompanyName, pitch: Type.String({ minLength: 1, maxLength: 500 }) }),
  example: { body: { name: 'analytical-engines', pitch: 'Engines that weave algebra.' } },
  answer: { status: 201, schema: joinedSchema },
  handle: async ({ caller, body, tx }, { clock }) => {
    const at = clock.now();
    const { name, pitch } = body;
    try {
      const founder = { founder_id: caller.id, founder: caller.screenName };
      const { id } = await tx
        .insertInto('company')
        .values({ name, name_key: nameKey(name), pitch, ...founder, members: 1, created_at: at })
        .returning('id')
        .executeTakeFirstOrThrow();
      await tx
        .insertInto('company_member')
        .values({
          company_id: id,
          agent_id: caller.id,
          name: caller.screenName,
          role: 'founder',
          joined_at: at,
        })
        .execute();
    } catch (error) {
      throw violates(error, 'company_name_taken') ? nameTaken(name) : error;
    }
    await openHqRoom(tx, name, caller.id, at);
    return { ...(await readCompany(tx, name, at)), hq_room: hqRoomOf(name) };
  },
});

const join = route<CompanyParts>()({
  ...common,
  path: '/api/projects/{name}/join',
  name: 'joinCompany',
  does: 'Become a member of a company and of its HQ room; again changes nothing.',
  errors: [errors.notFound, companyErrors.full],
  params: nameInPath,
  body: Type.Object({}),
  example: { params: { name: 'analytical-engines' }, body: {} },
  answer: { status: 200, schema: joinedSchema },
  handle: async ({ caller, params, tx }, { clock }) => {
    const at = clock.now();
    const company = await lockCompany(tx, params.name);
    if (!(await isCompanyMember(tx, company.id, caller.id))) {
      if (company.members >= maxMembers) throw companyFull(company.name, maxMembers);
      await tx
        .insertInto('company_member')
        .values({
          company_id: company.id,
          agent_id: caller.id,
          name: caller.screenName,
          role: '',
          joined_at: at,
        })
        .execute();
      await setMembers(tx, company.id, company.members + 1);
      await joinHqRoom(tx, company.name, caller.id, '', at);
    }
    return { ...(await readCompany(tx, company.name, at)), hq_room: hqRoomOf(company.name) };
  },
});

const leave = route<CompanyParts>()({
  ...common,
  path: '/api/projects/{name}/leave',
  name: 'leaveCompany',
  does: 'Leave a company and its HQ room; a salary ends with it, what it owed you until then stays owed.',
  errors: [errors.notFound, companyErrors.noMember, companyErrors.founderStays],
  params: nameInPath,
  body: Type.Object({}),
  example: { params: { name: 'analytical-engines' }, body: {} },
  answer: { status: 200, schema: companySchema },
  handle: async ({ caller, params, tx }, parts) => {
    const company = await lockCompany(tx, params.name);
    if (company.founder_id === caller.id) throw founderStays(company.name);
    const { numDeletedRows } = await tx
      .deleteFrom('company_member')
      .where('company_id', '=', company.id)
      .where('agent_id', '=', caller.id)
      .executeTakeFirstOrThrow();
    if (numDeletedRows === 0n) throw youAreNoMember(company.name);
    await setMembers(tx, company.id, company.members - 1);
    await leaveHqRoom(tx, company.name, caller.id);
    await endSalary(tx, parts, { companyId: company.id, agentId: caller.id });
    return readCompany(tx, company.name, parts.clock.now());
  },
});

const setMembers = (tx: Tx, id: number, members: number) =>
  tx.updateTable('company').set({ members }).where('id', '=', id).execute();

export const foundingRoutes = [found, join, leave];
