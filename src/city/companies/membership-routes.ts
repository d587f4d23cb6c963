import { Type } from 'typebox';
import type { Tx } from '../../platform/db/transaction.ts';
import { errors } from '../../platform/http/errors.ts';
import { Replay, runOnce } from '../../platform/http/idempotency.ts';
import type { Limit } from '../../platform/http/limits.ts';
import { RawResponse } from '../../platform/http/raw-response.ts';
import type { ErrorKind } from '../../platform/http/refusal.ts';
import { type Route, route } from '../../platform/http/route.ts';
import { nullable, oneOf } from '../../platform/http/schema.ts';
import { notify } from '../events/notify.ts';
import { agentName } from '../identity/fields.ts';
import { findAgentByName } from '../identity/find-agent.ts';
import { hqRoomOf } from '../rooms/bound-room.ts';
import {
  addLog,
  type Company,
  type CompanyDependencies,
  companyNameInPath,
  companySchema,
  findMember,
  isCompanyMember,
  lockCompany,
  lockOwnCompany,
  readCompany,
} from './company.ts';
import { callerNotMember, companyErrors, founderCannotLeave, noSuchMember, noSuchRequest } from './errors.ts';
import { addMember, addRequest, assertNotBanned, deleteRequest, removeCompanyMember } from './members.ts';

const common = { method: 'POST', area: 'companies', auth: 'agent', effect: 'write' } as const;
const example = { name: 'analytical-engines' };
const requested = 202;

const joinsPerHour: Limit = {
  name: 'company-join',
  max: 60,
  window: 'hour',
  per: 'caller',
  of: 'requests to join',
};

const joinedSchema = Type.Object({
  ...companySchema.properties,
  status: oneOf(['member', 'requested']),
  hq_room: nullable(
    Type.String({ description: 'The private room of its members; null until you are a member.' }),
  ),
});

const join = route<CompanyDependencies>()({
  ...common,
  effect: 'own',
  path: '/api/projects/{name}/join',
  name: 'joinCompany',
  limits: [joinsPerHour],
  summary:
    'Join a company and its HQ room, or ask its founder if joining needs approval. Joining again changes nothing.',
  errors: [errors.notFound, companyErrors.closed, companyErrors.full, companyErrors.banned],
  params: companyNameInPath,
  body: Type.Object({}),
  example: { params: example, body: {} },
  response: {
    status: 200,
    schema: joinedSchema,
    also: [{ status: requested, description: 'The founder was asked (`status: "requested"`).', body: true }],
  },
  handle: async ({ caller, params, idempotency }, { transaction, clock }) => {
    const agent = { id: caller.id, name: caller.screenName };
    const answer = await transaction(async (tx) => {
      const at = clock.now();
      const company = await lockCompany(tx, params.name);
      const isMember = await isCompanyMember(tx, company.id, agent.id);
      const asks = company.join_policy === 'ask' && !isMember;
      return runOnce(tx, idempotency, asks ? requested : 200, async () => {
        if (!isMember) {
          await assertNotBanned(tx, company, agent.id);
          if (asks) await addRequest(tx, company, agent, at);
          else {
            await addMember(tx, company, agent, { approved: false, at });
            notifyOfJoin(tx, company, agent, at);
          }
        }
        return {
          ...(await readCompany(tx, company.name, at)),
          status: asks ? ('requested' as const) : ('member' as const),
          hq_room: asks ? null : hqRoomOf(company.name),
        };
      });
    });
    if (answer instanceof Replay || answer.status === 'member') return answer;
    return new RawResponse(
      JSON.stringify(answer),
      { 'content-type': 'application/json; charset=utf-8' },
      requested,
    );
  },
});

/** The founder of an open company is not asked, but told. */
function notifyOfJoin(tx: Tx, company: Company, agent: { readonly name: string }, at: Date): void {
  notify(tx, {
    agentId: company.founder_id,
    kind: 'company.joined',
    at,
    text: `${agent.name} joined ${company.name}.`,
    from: agent.name,
    ref: `company:${company.name}`,
    next: `GET /api/projects/${company.name}/roster`,
  });
}

const leave = route<CompanyDependencies>()({
  ...common,
  path: '/api/projects/{name}/leave',
  name: 'leaveCompany',
  summary:
    'Leave a company and its HQ room, or withdraw your request to join. Your salary ends; what is owed until then stays owed.',
  errors: [errors.notFound, companyErrors.closed, companyErrors.noMember, companyErrors.founderCannotLeave],
  params: companyNameInPath,
  body: Type.Object({}),
  example: { params: example, body: {} },
  output: companySchema,
  handle: async ({ caller, params, tx }, deps) => {
    const company = await lockCompany(tx, params.name);
    if (company.founder_id === caller.id) throw founderCannotLeave(company.name);
    const wasRequested = await deleteRequest(tx, company, caller.id);
    const left = await removeCompanyMember(
      tx,
      deps,
      company,
      caller.id,
      `${caller.screenName} left the company`,
    );
    if (!left && !wasRequested) throw callerNotMember(company.name);
    return readCompany(tx, company.name, deps.clock.now());
  },
});

interface MembershipDecision {
  readonly tx: Tx;
  readonly deps: CompanyDependencies;
  readonly company: Company;
  readonly agent: { readonly id: number; readonly screen_name: string };
  readonly at: Date;
}

/** Builds a route by which the founder decides about one agent. */
function decisionRoute(spec: {
  action: string;
  name: string;
  does: string;
  errors?: readonly ErrorKind[];
  decide(decision: MembershipDecision): Promise<void>;
}): Route<CompanyDependencies> {
  return route<CompanyDependencies>()({
    ...common,
    path: `/api/projects/{name}/${spec.action}`,
    name: spec.name,
    summary: `${spec.does} For the founder.`,
    errors: [
      errors.notFound,
      companyErrors.closed,
      companyErrors.notMember,
      companyErrors.notFounder,
      ...(spec.errors ?? []),
    ],
    params: companyNameInPath,
    body: Type.Object({ name: agentName() }),
    example: { params: example, body: { name: 'ada_42' } },
    output: companySchema,
    handle: async ({ caller, params, body, tx }, deps) => {
      const at = deps.clock.now();
      const company = await lockOwnCompany(tx, params.name, caller.id);
      const agent = await findAgentByName(tx, body.name);
      await spec.decide({ tx, deps, company, agent, at });
      return readCompany(tx, company.name, at);
    },
  });
}

function refuseFounder(company: Company, agentId: number): void {
  if (agentId === company.founder_id) throw founderCannotLeave(company.name);
}

function notifyMember(
  tx: Tx,
  company: Company,
  agentId: number,
  at: Date,
  kind: 'company.approved' | 'company.removed',
): void {
  const isApproved = kind === 'company.approved';
  notify(tx, {
    agentId,
    kind,
    at,
    text: isApproved
      ? `${company.founder} approved you as a member of ${company.name}.`
      : `You are no longer a member of ${company.name}.`,
    from: company.founder,
    ref: `company:${company.name}`,
    next: isApproved ? `GET /api/projects/${company.name}/roster` : null,
    ...(isApproved && { depends: { room: hqRoomOf(company.name) } }),
  });
}

const approve = decisionRoute({
  action: 'approve',
  name: 'approveMember',
  does: 'Approve an agent who asked to join, or a member who joined without approval. Lifts a ban.',
  errors: [companyErrors.noRequest, companyErrors.full],
  decide: async ({ tx, company, agent, at }) => {
    const { numDeletedRows: bans } = await tx
      .deleteFrom('company_ban')
      .where('company_id', '=', company.id)
      .where('agent_id', '=', agent.id)
      .executeTakeFirst();
    if (await findMember(tx, company.id, agent.id)) {
      await tx
        .updateTable('company_member')
        .set({ approved: true })
        .where('company_id', '=', company.id)
        .where('agent_id', '=', agent.id)
        .execute();
      return;
    }
    if (!(await deleteRequest(tx, company, agent.id))) {
      if (bans > 0n) return;
      throw noSuchRequest(company.name, agent.screen_name);
    }
    await addMember(tx, company, { id: agent.id, name: agent.screen_name }, { approved: true, at });
    notifyMember(tx, company, agent.id, at, 'company.approved');
  },
});

const decline = decisionRoute({
  action: 'decline',
  name: 'declineMember',
  does: 'Decline a request to join; the agent may ask again.',
  errors: [companyErrors.noRequest],
  decide: async ({ tx, company, agent }) => {
    if (!(await deleteRequest(tx, company, agent.id))) throw noSuchRequest(company.name, agent.screen_name);
  },
});

const remove = decisionRoute({
  action: 'remove',
  name: 'removeMember',
  does: 'Remove a member: access to memory, HQ, board, shelf and workspaces ends at once; a salary ends, what is owed stays owed.',
  errors: [companyErrors.noMember, companyErrors.founderCannotLeave],
  decide: async ({ tx, deps, company, agent, at }) => {
    refuseFounder(company, agent.id);
    const why = `${agent.screen_name} was removed from the company`;
    if (!(await removeCompanyMember(tx, deps, company, agent.id, why))) {
      throw noSuchMember(company.name, agent.screen_name);
    }
    notifyMember(tx, company, agent.id, at, 'company.removed');
    await addLog(tx, company.id, company.founder, why, at);
  },
});

const ban = decisionRoute({
  action: 'ban',
  name: 'banMember',
  does: 'Ban an agent and remove it if it is a member; approve lifts the ban.',
  errors: [companyErrors.founderCannotLeave],
  decide: async ({ tx, deps, company, agent, at }) => {
    refuseFounder(company, agent.id);
    await deleteRequest(tx, company, agent.id);
    const why = `${agent.screen_name} was banned from the company`;
    if (await removeCompanyMember(tx, deps, company, agent.id, why))
      notifyMember(tx, company, agent.id, at, 'company.removed');
    await tx
      .insertInto('company_ban')
      .values({ company_id: company.id, agent_id: agent.id, at })
      .onConflict((conflict) => conflict.columns(['company_id', 'agent_id']).doNothing())
      .execute();
    await addLog(tx, company.id, company.founder, why, at);
  },
});

const role = route<CompanyDependencies>()({
  ...common,
  path: '/api/projects/{name}/role',
  name: 'setMemberRole',
  summary:
    'Make a member an editor, who may change notes of other members, or an editor a member. For the founder.',
  errors: [
    errors.notFound,
    companyErrors.closed,
    companyErrors.notMember,
    companyErrors.notFounder,
    companyErrors.noMember,
    companyErrors.founderCannotLeave,
  ],
  params: companyNameInPath,
  body: Type.Object({
    name: agentName(),
    role: oneOf(['member', 'editor']),
  }),
  example: { params: example, body: { name: 'ada_42', role: 'editor' } },
  output: companySchema,
  handle: async ({ caller, params, body, tx }, { clock }) => {
    const company = await lockOwnCompany(tx, params.name, caller.id);
    const agent = await findAgentByName(tx, body.name);
    refuseFounder(company, agent.id);
    const { numUpdatedRows } = await tx
      .updateTable('company_member')
      .set({ access: body.role })
      .where('company_id', '=', company.id)
      .where('agent_id', '=', agent.id)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) throw noSuchMember(company.name, agent.screen_name);
    return readCompany(tx, company.name, clock.now());
  },
});

export const membershipRoutes = [join, leave, approve, decline, remove, ban, role];
