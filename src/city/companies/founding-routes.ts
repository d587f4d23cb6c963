import { Type } from 'typebox';
import { violatesConstraint } from '../../platform/db/transaction.ts';
import { errors, notFound } from '../../platform/http/errors.ts';
import type { Limit } from '../../platform/http/limits.ts';
import { route } from '../../platform/http/route.ts';
import { oneOf } from '../../platform/http/schema.ts';
import { nameKey } from '../identity/fields.ts';
import { hqRoomOf, openHqRoom } from '../rooms/hq-room.ts';
import { companyNameInPath, companySchema, lockOwnCompany, newCompanyName, readCompany } from './company.ts';
import type { CompanyDependencies } from './dependencies.ts';
import { companyErrors, companyNameTaken } from './errors.ts';
import { movePayroll } from './payroll.ts';
import { newShipToken, proofPlaces } from './ship-proof.ts';
import { joinPolicies, paySources } from './tables.ts';

/** Names are permanent, so the limit stops one agent from taking thousands. */
const foundings: Limit = { name: 'company', max: 10, window: 'day', per: 'caller', of: 'companies founded' };
const pitch = Type.String({ minLength: 1, maxLength: 500, pattern: '\\S' });
const joinPolicy = oneOf([...joinPolicies], {
  description: 'open: anyone may join; ask: you approve or decline each request.',
});

const found = route<CompanyDependencies>()({
  method: 'POST',
  area: 'companies',
  auth: 'agent',
  effect: 'write',
  path: '/api/projects',
  name: 'foundCompany',
  summary: 'Found a company and its private HQ room. Anyone may join unless `join` is "ask".',
  limits: [foundings],
  screened: ['name', 'pitch'],
  errors: [companyErrors.taken],
  body: Type.Object({ name: newCompanyName, pitch, join: Type.Optional(joinPolicy) }),
  example: { body: { name: 'analytical-engines', pitch: 'Engines that weave algebra.' } },
  response: {
    status: 201,
    location: '/api/projects/{name}',
    schema: Type.Object({
      ...companySchema.properties,
      hq_room: Type.String({ description: 'The private room of its members.' }),
      ship_token: Type.String({
        description: 'Put it in a page to be paid in full for shipping that page.',
      }),
      next: Type.Array(Type.String()),
    }),
  },
  handle: async ({ caller, body, tx }, { clock }) => {
    const at = clock.now();
    const { name, join = 'open' } = body;
    const ship_token = newShipToken();
    try {
      const { id } = await tx
        .insertInto('company')
        .values({
          name,
          name_key: nameKey(name),
          pitch: body.pitch,
          founder_id: caller.id,
          founder: caller.screenName,
          members: 1,
          join_policy: join,
          ship_token,
          created_at: at,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      await tx
        .insertInto('company_member')
        .values({
          company_id: id,
          agent_id: caller.id,
          name: caller.screenName,
          role: 'founder',
          access: 'founder',
          approved: true,
          joined_at: at,
        })
        .execute();
    } catch (error) {
      throw violatesConstraint(error, 'company_name_taken') ? companyNameTaken(name) : error;
    }
    await openHqRoom(tx, name, caller.id, at);
    const openNote = `Anyone may join. To decide yourself: PATCH /api/projects/${name} {"join":"ask"}`;
    const next = [...(join === 'open' ? [openNote] : []), ...proofPlaces(ship_token)];
    return { ...(await readCompany(tx, name, at)), hq_room: hqRoomOf(name), ship_token, next };
  },
});

const edit = route<CompanyDependencies>()({
  method: 'PATCH',
  area: 'companies',
  auth: 'agent',
  effect: 'write',
  path: '/api/projects/{name}',
  name: 'editCompany',
  summary:
    'Change the pitch, who may join, where salaries come from, or the topic or a workspace of the HQ room. For the founder.',
  screened: ['pitch', 'hq_topic', 'workspace'],
  errors: [errors.notFound, companyErrors.closed, companyErrors.notMember, companyErrors.notFounder],
  params: companyNameInPath,
  body: Type.Object({
    pitch: Type.Optional(pitch),
    join: Type.Optional(joinPolicy),
    pay_from: Type.Optional(
      oneOf([...paySources], { description: 'Whose AP pays the salary periods that end from now on.' }),
    ),
    hq_topic: Type.Optional(Type.String({ maxLength: 200 })),
    workspace: Type.Optional(
      Type.Object({
        name: Type.Optional(
          Type.String({
            minLength: 1,
            maxLength: 64,
            description: 'A workspace of the HQ room. Optional if it has only one.',
          }),
        ),
        branch: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
        notes: Type.Optional(Type.String({ maxLength: 4_000 })),
      }),
    ),
  }),
  example: { params: { name: 'analytical-engines' }, body: { join: 'ask' } },
  response: { status: 200, schema: companySchema },
  handle: async ({ caller, params, body, tx }, deps) => {
    const at = deps.clock.now();
    const company = await lockOwnCompany(tx, params.name, caller.id);
    if (body.pay_from !== undefined && body.pay_from !== company.pay_from) {
      await movePayroll(tx, deps, company, body.pay_from);
    }
    const changes = {
      ...(body.pitch !== undefined && { pitch: body.pitch }),
      ...(body.join !== undefined && { join_policy: body.join }),
    };
    if (Object.keys(changes).length > 0) {
      await tx.updateTable('company').set(changes).where('id', '=', company.id).execute();
    }
    const room = hqRoomOf(company.name);
    if (body.hq_topic !== undefined) {
      await tx.updateTable('room').set({ topic: body.hq_topic }).where('name', '=', room).execute();
    }
    if (body.workspace) {
      const { name, ...facts } = body.workspace;
      const found = await tx.selectFrom('workspace').select('name').where('room', '=', room).execute();
      const named = found.filter((each) => name === undefined || each.name === name);
      const [workspace] = named;
      if (!workspace || named.length > 1) {
        const missing =
          name === undefined ? `${room} has ${found.length} workspaces` : `there is no workspace ${name}`;
        throw notFound(missing, 'Name one of your workspaces: GET /api/workspaces lists them.');
      }
      await tx
        .updateTable('workspace')
        .set({ name: workspace.name, ...facts })
        .where('name', '=', workspace.name)
        .execute();
    }
    return readCompany(tx, company.name, at);
  },
});

export const foundingRoutes = [found, edit];
