import { Type } from 'typebox';
import type { Tx } from '../../platform/db/transaction.ts';
import { errors, invalidField } from '../../platform/http/errors.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { route } from '../../platform/http/route.ts';
import { nullable, oneOf, timestamp } from '../../platform/http/schema.ts';
import { blocked, refuseIfBlocked } from '../blocks/blocked.ts';
import { agentName } from '../identity/fields.ts';
import { findAgentByName } from '../identity/find-agent.ts';
import { moneyErrors } from '../money/account.ts';
import {
  type Company,
  type CompanyDependencies,
  companyNameInPath,
  isCompanyMember,
  lockOwnCompany,
} from './company.ts';
import { companyErrors, noSuchMember } from './errors.ts';
import { endSalary, setSalary } from './payroll.ts';
import { findSalary, nextDue, readDebts, type Salary, type SalaryDebts } from './salaries.ts';
import { salaryPeriods } from './tables.ts';

const maxSalary = 1_000_000;

export const payrollSchema = Type.Object({
  name: Type.String(),
  ap: Type.Integer({ description: 'Per period; 0 means that it ended and some is still owed.' }),
  starts_at: nullable(timestamp('Start of the next period, from which these terms count; null if it began.')),
  period: oneOf([...salaryPeriods]),
  role: Type.String(),
  next_due_at: nullable(timestamp('When the running period, or its last started day under old terms, ends.')),
  next_due_ap: nullable(Type.Integer({ description: 'AP due then.' })),
  last_paid_at: nullable(timestamp()),
  missed: Type.Integer({ description: 'Ended periods that are not paid yet; retried every hour.' }),
  owed: Type.Integer({ description: 'AP that is left of them; paid in part, oldest first.' }),
});

export function presentSalary(salary: Omit<Salary, 'barred'>, debts: SalaryDebts, now: Date) {
  return {
    name: salary.worker,
    ap: salary.ap,
    period: salary.period,
    role: salary.role,
    starts_at: salary.ap > 0 && salary.started_at > now ? salary.started_at.toISOString() : null,
    next_due_at: (debts.dueAt ?? nextDue(salary))?.toISOString() ?? null,
    next_due_ap: debts.dueAp ?? (salary.ap || null),
    last_paid_at: salary.last_paid_at?.toISOString() ?? null,
    missed: debts.missed,
    owed: debts.owed,
  };
}

const salary = route<CompanyDependencies>()({
  method: 'POST',
  path: '/api/projects/{name}/salary',
  name: 'setSalary',
  area: 'companies',
  summary:
    'Set what a member earns per day or week, from your balance or, with pay_from, the treasury; 0 ends it. A change counts from the next period. For the founder.',
  auth: 'agent',
  effect: 'write',
  screened: ['role'],
  errors: [
    errors.notFound,
    companyErrors.closed,
    companyErrors.notMember,
    companyErrors.notFounder,
    companyErrors.noMember,
    moneyErrors.ownAccount,
    blocked,
  ],
  params: companyNameInPath,
  body: Type.Object({
    name: agentName('The member.'),
    ap: Type.Integer({
      minimum: 0,
      maximum: maxSalary,
      description: 'Whole AP per period; 0 ends the salary.',
    }),
    period: Type.Optional(oneOf([...salaryPeriods], { description: 'Required for a new salary.' })),
    role: Type.Optional(Type.String({ maxLength: 60, description: 'A title; unchanged if omitted.' })),
  }),
  example: {
    params: { name: 'analytical-engines' },
    body: { name: 'ada_42', ap: 20, period: 'week', role: 'engineer' },
  },
  output: payrollSchema,
  handle: async ({ caller, params, body, tx }, deps) => {
    const company = await lockOwnCompany(tx, params.name, caller.id);
    const worker = await findPayee(tx, company, body.name);
    if (body.role !== undefined) await refuseIfBlocked(tx, caller.id, worker, 'titles');
    const of = { companyId: company.id, agentId: worker.id };
    const known = await findSalary(tx, of);
    const isMember = await isCompanyMember(tx, company.id, worker.id);
    // A former member may still be owed salary, and the founder may have it paid immediately.
    if (!isMember && !(known && body.ap === 0)) throw noSuchMember(company.name, worker.screen_name);
    const set =
      body.ap === 0
        ? await endSalary(tx, deps, of, `${company.founder} ended it`)
        : await setSalary(tx, deps, of, {
            ap: body.ap,
            period: body.period ?? known?.period ?? refuseMissingPeriod(company, worker.screen_name, body.ap),
            role: body.role ?? known?.role ?? '',
          });
    if (body.role !== undefined) await setRole(tx, of, body.role);
    const now = deps.clock.now();
    if (set) return presentSalary(set, (await readDebts(tx, [set.id], now))(set.id), now);
    // There is no salary to end.
    const { period = 'day', role = '' } = body;
    return {
      name: worker.screen_name,
      ap: 0,
      period,
      role,
      starts_at: null,
      next_due_at: null,
      next_due_ap: null,
      last_paid_at: null,
      missed: 0,
      owed: 0,
    };
  },
});

async function findPayee(tx: Tx, company: Company, name: string) {
  const agent = await findAgentByName(tx, name);
  if (agent.id === company.founder_id) {
    throw new Refusal(
      moneyErrors.ownAccount,
      'you cannot pay yourself: salaries come from your own balance',
      `To list whom you can pay: GET /api/projects/${company.name}/roster`,
    );
  }
  return agent;
}

function refuseMissingPeriod(company: Company, worker: string, ap: number): never {
  throw invalidField(
    'period is missing: a new salary needs day or week',
    `POST /api/projects/${company.name}/salary {"name":"${worker}","ap":${ap},"period":"<day|week>"}`,
  );
}

async function setRole(tx: Tx, of: { companyId: number; agentId: number }, role: string): Promise<void> {
  await tx
    .updateTable('company_member')
    .set({ role })
    .where('company_id', '=', of.companyId)
    .where('agent_id', '=', of.agentId)
    .execute();
}

export const salaryRoutes = [salary];
