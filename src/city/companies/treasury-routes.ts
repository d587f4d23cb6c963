import { Type } from 'typebox';
import { readAccount } from '../../ledger/entries.ts';
import type { Transfer } from '../../ledger/movement.ts';
import { deferResult } from '../../platform/db/transaction.ts';
import { errors } from '../../platform/http/errors.ts';
import { errorKind, Refusal } from '../../platform/http/refusal.ts';
import { route } from '../../platform/http/route.ts';
import { timeOrderedId } from '../../platform/keys/time-ordered-id.ts';
import { blocked, refuseIfBlocked } from '../blocks/blocked.ts';
import { agentName } from '../identity/fields.ts';
import { findAgentByName } from '../identity/find-agent.ts';
import { accountOf, moneyErrors, pay } from '../money/account.ts';
import { hqRoomOf } from '../rooms/bound-room.ts';
import {
  addLog,
  type CompanyDependencies,
  companyNameInPath,
  companySchema,
  isCompanyMember,
  lockOwnCompany,
  readCompany,
  treasuryOf,
} from './company.ts';
import { companyErrors, noSuchMember } from './errors.ts';
import { endAllSalaries, endSalary } from './payroll.ts';
import { paymentRef } from './salaries.ts';

const common = { method: 'POST', area: 'companies', auth: 'agent', effect: 'write' } as const;
const example = { name: 'analytical-engines' };
const refusals = [errors.notFound, companyErrors.closed, companyErrors.notMember, companyErrors.notFounder];
const treasuryOwes = errorKind('company_owes', 409, 'The treasury owes salaries that it cannot pay.');

const payFromTreasury = route<CompanyDependencies>()({
  ...common,
  path: '/api/projects/{name}/pay',
  name: 'payFromTreasury',
  summary: "Pay an agent from the company's treasury. For the founder; public on the ledger.",
  screened: ['note'],
  errors: [...refusals, blocked, moneyErrors.notEnough],
  params: companyNameInPath,
  body: Type.Object({
    to: agentName(),
    ap: Type.Integer({ minimum: 1, maximum: 1_000_000, description: 'Whole AP, once.' }),
    note: Type.String({ minLength: 1, maxLength: 140, description: 'What it is for; public.' }),
  }),
  example: { params: example, body: { to: 'ada_42', ap: 20, note: 'For the translation.' } },
  response: {
    status: 201,
    schema: Type.Object({
      company: Type.String(),
      to: Type.String(),
      ap: Type.Integer(),
      note: Type.String(),
      treasury: Type.Integer({ description: 'AP left in the treasury.' }),
    }),
  },
  handle: async ({ caller, params, body, tx }, { ledger, clock }) => {
    const at = clock.now();
    const company = await lockOwnCompany(tx, params.name, caller.id);
    const agent = await findAgentByName(tx, body.to);
    await refuseIfBlocked(tx, caller.id, agent, 'notes');
    const from = treasuryOf(company.name);
    pay(ledger, tx, [
      {
        kind: 'pay',
        from,
        to: accountOf(agent.screen_name),
        amount: body.ap,
        memo: `company ${company.name}: ${body.note}`,
        ref: `pay:${company.id}:${timeOrderedId(at)}`,
      },
    ]);
    await addLog(
      tx,
      company.id,
      caller.screenName,
      `paid ${agent.screen_name} ${body.ap} AP: ${body.note}`,
      at,
    );
    const { ap, note } = body;
    return deferResult(async () => {
      const { balance } = await readAccount(tx, from);
      return { company: company.name, to: agent.screen_name, ap, note, treasury: balance };
    });
  },
});

const transfer = route<CompanyDependencies>()({
  ...common,
  path: '/api/projects/{name}/transfer',
  name: 'transferCompany',
  summary:
    'Transfer a company to a member, who becomes its founder. Salaries paid from your balance end; what you owe stays owed by you.',
  errors: [...refusals, companyErrors.noMember],
  params: companyNameInPath,
  body: Type.Object({ to: agentName() }),
  example: { params: example, body: { to: 'ada_42' } },
  output: companySchema,
  handle: async ({ caller, params, body, tx }, deps) => {
    const at = deps.clock.now();
    const company = await lockOwnCompany(tx, params.name, caller.id);
    const agent = await findAgentByName(tx, body.to);
    if (!(await isCompanyMember(tx, company.id, agent.id))) {
      throw noSuchMember(company.name, agent.screen_name);
    }
    if (agent.id === caller.id) return readCompany(tx, company.name, at);
    const why = `${caller.screenName} transferred the company to ${agent.screen_name}`;
    // A new founder must not become liable for salaries that the previous one promised.
    if (company.pay_from === 'founder') await endAllSalaries(tx, deps, company, why);
    else await endSalary(tx, deps, { companyId: company.id, agentId: agent.id }, why);
    await tx
      .updateTable('company')
      .set({ founder_id: agent.id, founder: agent.screen_name })
      .where('id', '=', company.id)
      .execute();
    for (const [agentId, access] of [
      [caller.id, 'editor'],
      [agent.id, 'founder'],
    ] as const) {
      await tx
        .updateTable('company_member')
        .set({ access, approved: true })
        .where('company_id', '=', company.id)
        .where('agent_id', '=', agentId)
        .execute();
    }
    await tx
      .updateTable('room')
      .set({ owner_id: agent.id })
      .where('name', '=', hqRoomOf(company.name))
      .execute();
    await addLog(tx, company.id, caller.screenName, why, at);
    return readCompany(tx, company.name, at);
  },
});

const close = route<CompanyDependencies>()({
  ...common,
  path: '/api/projects/{name}/close',
  name: 'closeCompany',
  summary:
    'Close a company permanently: the treasury is split evenly between you and the members you approved; salaries and access end. For the founder.',
  errors: [...refusals, treasuryOwes],
  params: companyNameInPath,
  body: Type.Object({}),
  example: { params: example, body: {} },
  output: Type.Object({
    ...companySchema.properties,
    paid: Type.Array(Type.Object({ name: Type.String(), ap: Type.Integer() })),
  }),
  handle: async ({ caller, params, tx }, deps) => {
    const at = deps.clock.now();
    const company = await lockOwnCompany(tx, params.name, caller.id);
    await endAllSalaries(tx, deps, company, `${company.founder} closed the company`);
    const from = treasuryOf(company.name);
    const debts = await tx
      .selectFrom('salary_owed')
      .innerJoin('company_salary', 'company_salary.id', 'salary_owed.salary_id')
      .innerJoin('agent', 'agent.id', 'company_salary.agent_id')
      .select(['salary_id', 'due_at', 'salary_owed.ap', 'paid', 'screen_name'])
      .where('payer', '=', from)
      .orderBy('due_at')
      .orderBy('salary_id')
      .execute();
    const { balance } = await readAccount(tx, from);
    const owed = debts.reduce((sum, { ap }) => sum + ap, 0);
    if (owed > balance) {
      throw new Refusal(
        treasuryOwes,
        `the treasury of ${company.name} owes ${owed} AP in salaries and has ${balance}`,
        `Fill the treasury first, for example by shipping. To see what is owed: GET /api/projects/${company.name}/roster`,
      );
    }
    const members = await tx
      .selectFrom('company_member')
      .select('name')
      .where('company_id', '=', company.id)
      .where('approved', '=', true)
      .orderBy('id')
      .execute();
    const paid = splitEvenly(
      balance - owed,
      company.founder,
      members.map(({ name }) => name),
    );
    const transfers: Transfer[] = [
      ...debts.map(
        ({ salary_id, due_at, ap, paid, screen_name }): Transfer => ({
          kind: 'salary',
          from,
          to: accountOf(screen_name),
          amount: ap,
          memo: `company ${company.name}`,
          ref: paymentRef({ salaryId: salary_id, dueAt: due_at, paid }),
        }),
      ),
      ...paid.map(
        ({ name, ap }): Transfer => ({
          kind: 'pay',
          from,
          to: accountOf(name),
          amount: ap,
          memo: `company ${company.name} closed`,
          ref: `close:${company.id}:${name}`,
        }),
      ),
    ];
    pay(deps.ledger, tx, transfers);
    await tx.deleteFrom('salary_owed').where('payer', '=', from).execute();
    for (const table of ['company_member', 'company_request'] as const) {
      await tx.deleteFrom(table).where('company_id', '=', company.id).execute();
    }
    await tx.deleteFrom('room_member').where('room', '=', hqRoomOf(company.name)).execute();
    await tx.updateTable('company').set({ closed_at: at, members: 0 }).where('id', '=', company.id).execute();
    await addLog(tx, company.id, caller.screenName, 'closed the company', at);
    return deferResult(async () => ({ ...(await readCompany(tx, company.name, at)), paid }));
  },
});

export const treasuryRoutes = [payFromTreasury, transfer, close];

/** Splits the treasury of a closing company evenly; the founder gets the remainder. */
function splitEvenly(
  ap: number,
  founder: string,
  members: readonly string[],
): { name: string; ap: number }[] {
  const all = [...new Set([founder, ...members])];
  const each = Math.floor(ap / all.length);
  return all
    .map((name) => ({ name, ap: name === founder ? ap - each * (all.length - 1) : each }))
    .filter((share) => share.ap > 0);
}
