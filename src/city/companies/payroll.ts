import { readAccount } from '../../ledger/entries.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import { accountOf } from '../money/account.ts';
import type { Company, CompanyDependencies } from './company.ts';
import { maxOwed, planPayroll } from './payroll-plan.ts';
import {
  accrue,
  addDebts,
  changeSalary,
  countOwed,
  findSalary,
  lockSalariesOf,
  nextDue,
  periodMs,
  type Salary,
  salaryQuery,
} from './salaries.ts';
import type { PayerAccount, PaySource, Period } from './tables.ts';

export const salaryKind = 'salary';

/** Payments per transaction: a long downtime is caught up in short steps. */
const maxPayments = 50;

export type PayDependencies = Pick<CompanyDependencies, 'clock' | 'ledger' | 'tasks'>;

/** Settles all salaries of one payer. Returns true if more can be paid at once. */
export async function settlePayer(
  tx: Tx,
  deps: PayDependencies,
  payer: PayerAccount,
  now: Date,
): Promise<boolean> {
  const salaries = await lockSalariesOf(tx, payer);
  const byId = new Map(salaries.map((salary) => [salary.id, salary]));
  const owed = await tx
    .selectFrom('salary_owed')
    .select(['salary_id', 'due_at', 'ap'])
    .where('payer', '=', payer)
    .execute();
  const { balance } = await readAccount(tx, payer);
  const plan = planPayroll({
    salaries: salaries
      .filter((salary) => salary.ap > 0 && salary.payer === payer)
      .map(({ id, ap, period, started_at: startedAt, barred }) => ({
        id,
        ap,
        periodMs: periodMs[period],
        startedAt,
        barred,
      })),
    debts: owed.map(({ salary_id, due_at, ap }) => ({
      salaryId: salary_id,
      dueAt: due_at,
      ap,
      barred: byId.get(salary_id)?.barred ?? false,
    })),
    balance,
    now,
    maxPayments,
  });
  await addDebts(tx, payer, plan.owed);
  for (const { salaryId, dueAt } of plan.paid) {
    await tx
      .deleteFrom('salary_owed')
      .where('salary_id', '=', salaryId)
      .where('due_at', '=', dueAt)
      .execute();
  }
  for (const salary of salaries) {
    const started_at = plan.startedAt.get(salary.id);
    const wasPaid = plan.paid.some(({ salaryId }) => salaryId === salary.id);
    const why = `${payer.split(':')[1]} has not paid for ${maxOwed} periods`;
    const changes = {
      ...(started_at && { started_at }),
      ...(wasPaid && { last_paid_at: now }),
      ...(plan.ended.has(salary.id) && { ap: 0, ended_at: now, ended_why: why }),
    };
    if (Object.keys(changes).length > 0) await changeSalary(tx, salary, changes);
  }
  // One transfer for all. The balance was read without a lock: if it is lower by now, the transaction is
  // retried.
  if (plan.paid.length > 0) {
    deps.ledger.collect(
      tx,
      plan.paid.map(({ salaryId, dueAt, ap }) => {
        const { worker, company } = byId.get(salaryId) ?? { worker: '', company: '' };
        return {
          kind: 'salary' as const,
          from: payer,
          to: accountOf(worker),
          amount: ap,
          memo: `company ${company}`,
          ref: `salary:${salaryId}:${dueAt.toISOString()}`,
        };
      }),
    );
  }
  return plan.more;
}

/** Schedules the next settlement: immediately if anything is owed. */
async function scheduleSettlement(
  tx: Tx,
  { tasks }: PayDependencies,
  salary: Salary,
  now: Date,
): Promise<void> {
  const subject = String(salary.id);
  const dueAt = (await countOwed(tx, salary.id)) > 0 ? now : nextDue(salary);
  if (dueAt) await tasks.reschedule(tx, { kind: salaryKind, subject, dueAt });
  else await tasks.cancel(tx, { kind: salaryKind, subject });
}

interface SalaryTerms {
  readonly ap: number;
  readonly period: Period;
  readonly role: string;
}

/**
 * Sets a member's salary. Completed periods are owed at the old terms; a new amount applies to the running
 * period, and a new period length, like a new salary, starts a period now.
 */
export async function setSalary(
  tx: Tx,
  deps: PayDependencies,
  of: { companyId: number; agentId: number },
  terms: SalaryTerms,
): Promise<Salary> {
  const now = deps.clock.now();
  await tx
    .insertInto('company_salary')
    .values({ company_id: of.companyId, agent_id: of.agentId, ...terms, ap: 0, started_at: now })
    .onConflict((conflict) => conflict.columns(['company_id', 'agent_id']).doNothing())
    .execute();
  const found = await findSalary(tx, of);
  if (!found) throw new Error('a salary that was just inserted is missing');
  const salary = await accrue(tx, found, now);
  const begins = salary.ap === 0 || salary.period !== terms.period;
  const changed = await changeSalary(tx, salary, {
    ...terms,
    ended_at: null,
    ended_why: null,
    ...(begins && { started_at: now }),
  });
  await scheduleSettlement(tx, deps, changed, now);
  return changed;
}

/** Ends a salary: the running period is not paid, completed periods are still owed. */
export async function endSalary(
  tx: Tx,
  deps: PayDependencies,
  of: { companyId: number; agentId: number },
  why: string,
): Promise<Salary | undefined> {
  const found = await findSalary(tx, of);
  return found && end(tx, deps, found, why);
}

async function end(tx: Tx, deps: PayDependencies, found: Salary, why: string): Promise<Salary> {
  const now = deps.clock.now();
  const salary = await accrue(tx, found, now);
  const ended =
    salary.ap === 0 ? salary : await changeSalary(tx, salary, { ap: 0, ended_at: now, ended_why: why });
  await scheduleSettlement(tx, deps, ended, now);
  return ended;
}

const readSalaries = (tx: Tx, company: Company): Promise<Salary[]> =>
  salaryQuery(tx)
    .where('company_salary.company_id', '=', company.id)
    .orderBy('company_salary.id')
    .forUpdate('company_salary')
    .execute();

/**
 * Changes the payer of periods that end from now on; completed periods stay the debt of the previous payer.
 */
export async function movePayroll(
  tx: Tx,
  deps: PayDependencies,
  company: Company,
  payFrom: PaySource,
): Promise<void> {
  const now = deps.clock.now();
  for (const salary of await readSalaries(tx, company)) await accrue(tx, salary, now);
  await tx.updateTable('company').set({ pay_from: payFrom }).where('id', '=', company.id).execute();
}

export async function endAllSalaries(
  tx: Tx,
  deps: PayDependencies,
  company: Company,
  why: string,
): Promise<void> {
  for (const salary of await readSalaries(tx, company)) await end(tx, deps, salary, why);
}
