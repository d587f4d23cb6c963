import { readAccount } from '../../ledger/entries.ts';
import { StaleStateRetry, type Tx } from '../../platform/db/transaction.ts';
import { hourMs } from '../../platform/duration.ts';
import { quickBackoff, type TaskKind } from '../../platform/scheduler/task-kind.ts';
import { workThrough } from '../../platform/scheduler/work-through.ts';
import { notify } from '../events/notify.ts';
import { accountOf } from '../money/account.ts';
import type { Company, CompanyDependencies } from './company.ts';
import { maxOwed, planPayroll } from './payroll-plan.ts';
import {
  accrue,
  addDebts,
  changeSalary,
  endPeriod,
  findSalary,
  lockSalariesOf,
  nextDue,
  paymentRef,
  periodMs,
  readDebts,
  reduceDebt,
  type Salary,
  salaryQuery,
} from './salaries.ts';
import type { PayerAccount, PaySource, Period } from './tables.ts';

const salaryKind = 'salary';

/** Payments per transaction: a long downtime is caught up in short steps. */
const maxPayments = 50;

export type PayDependencies = Pick<CompanyDependencies, 'clock' | 'ledger' | 'tasks'>;

/** Settles all salaries of one payer. Returns true if more can be paid at once. */
async function settlePayer(tx: Tx, deps: PayDependencies, payer: PayerAccount, now: Date): Promise<boolean> {
  const salaries = await lockSalariesOf(tx, payer);
  const byId = new Map(salaries.map((salary) => [salary.id, salary]));
  const owed = await tx
    .selectFrom('salary_owed')
    .select(['salary_id', 'due_at', 'ap', 'paid'])
    .where('payer', '=', payer)
    .where('due_at', '<=', now)
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
    debts: owed.map(({ salary_id, due_at, ap, paid }) => ({
      salaryId: salary_id,
      dueAt: due_at,
      ap,
      paid,
      barred: byId.get(salary_id)?.barred ?? false,
    })),
    balance,
    now,
    maxPayments,
  });
  for (const payment of plan.payments) await reduceDebt(tx, payment);
  await addDebts(tx, payer, plan.owed);
  for (const salary of salaries) {
    const started_at = plan.startedAt.get(salary.id);
    const wasPaid = plan.payments.some(({ debt }) => debt.salaryId === salary.id);
    const why = `${payer.split(':')[1]} has not paid for ${maxOwed} periods`;
    const changes = {
      ...(started_at && { started_at }),
      ...(wasPaid && { last_paid_at: now }),
      ...(plan.ended.has(salary.id) && { ap: 0, ended_at: now, ended_why: why }),
    };
    if (Object.keys(changes).length > 0) await changeSalary(tx, salary, changes);
    if (plan.ended.has(salary.id)) notifyBoth(tx, salary, now, endedText(salary, why));
  }
  // The accounts are locked at the end of the transaction, and the balance was read before.
  deps.ledger.collect(
    tx,
    plan.payments.map(({ debt, ap }) => {
      const { worker, company } = byId.get(debt.salaryId) ?? { worker: '', company: '' };
      return {
        kind: 'salary' as const,
        from: payer,
        to: accountOf(worker),
        amount: ap,
        memo: `company ${company}`,
        ref: paymentRef(debt),
      };
    }),
    () => new StaleStateRetry(`${payer} has less than it had when its payroll was planned`),
  );
  return plan.more;
}

/** Tells the worker and the founder what was agreed. */
function notifyBoth(
  tx: Tx,
  { agent_id, worker, founder_id, founder, company }: Salary,
  at: Date,
  text: (whose: string) => string,
): void {
  const common = {
    kind: 'salary.changed' as const,
    at,
    ref: `company:${company}`,
    next: `GET /api/projects/${company}`,
  };
  notify(
    tx,
    { ...common, agentId: agent_id, from: founder, text: text('Your salary') },
    { ...common, agentId: founder_id, from: null, text: text(`The salary of ${worker}`) },
  );
}

const endedText =
  ({ company }: Salary, why: string) =>
  (whose: string) =>
    `${whose} at ${company} ended: ${why}. Every started day stays due.`;

/** Schedules the next settlement: immediately if anything is owed. */
async function scheduleSettlement(
  tx: Tx,
  { tasks }: PayDependencies,
  salary: Salary,
  now: Date,
): Promise<void> {
  const subject = String(salary.id);
  const debts = (await readDebts(tx, [salary.id], now))(salary.id);
  const dueAt = debts.missed > 0 ? now : (debts.dueAt ?? nextDue(salary));
  if (dueAt) await tasks.reschedule(tx, { kind: salaryKind, subject, dueAt });
  else await tasks.cancel(tx, { kind: salaryKind, subject });
}

interface SalaryTerms {
  readonly ap: number;
  readonly period: Period;
  readonly role: string;
}

/**
 * Sets a member's salary. New terms count from the next period: the running one ends with its last started
 * day, which is due at the old amount. The same terms again change nothing but pay what can be paid.
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
  const isSame = found.ap === terms.ap && found.period === terms.period;
  const salary = await (isSame ? accrue : endPeriod)(tx, found, now);
  // The last day of an earlier salary may still run.
  const begins = salary.ap === 0 && salary.started_at < now;
  const changed = await changeSalary(tx, salary, {
    ...terms,
    ended_at: null,
    ended_why: null,
    ...(begins && { started_at: now }),
  });
  if (!isSame) {
    const from = changed.started_at.toISOString();
    const old = salary.ap > 0 ? `; until then it stays ${salary.ap} AP per ${salary.period}` : '';
    notifyBoth(
      tx,
      changed,
      now,
      (whose) =>
        `${whose} at ${changed.company} is ${terms.ap} AP per ${terms.period} from ${from} on${old}.`,
    );
  }
  await scheduleSettlement(tx, deps, changed, now);
  return changed;
}

/** Ends a salary. What was due before, and each started day of the running period, is still owed. */
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
  const salary = await endPeriod(tx, found, now);
  const ended =
    salary.ap === 0 ? salary : await changeSalary(tx, salary, { ap: 0, ended_at: now, ended_why: why });
  if (salary.ap > 0) notifyBoth(tx, salary, now, endedText(salary, why));
  await scheduleSettlement(tx, deps, ended, now);
  return ended;
}

const readSalaries = (tx: Tx, company: Company): Promise<Salary[]> =>
  salaryQuery(tx)
    .where('company_salary.company_id', '=', company.id)
    .orderBy('company_salary.id')
    .forUpdate('company_salary')
    .execute();

/** Changes who pays from the next period on; what was due before stays the debt of the previous payer. */
export async function movePayroll(
  tx: Tx,
  deps: PayDependencies,
  company: Company,
  payFrom: PaySource,
): Promise<void> {
  const now = deps.clock.now();
  for (const found of await readSalaries(tx, company)) {
    if (found.ap === 0) continue;
    const salary = await endPeriod(tx, found, now);
    const from = salary.started_at.toISOString();
    notifyBoth(
      tx,
      salary,
      now,
      (whose) => `${whose} at ${salary.company} is paid by the ${payFrom} from ${from} on.`,
    );
    await scheduleSettlement(tx, deps, salary, now);
  }
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

const retryMs = hourMs;

/**
 * Pays salaries. Debts are kept in the database and the task only triggers settlement, so a run that is
 * duplicated, late or follows a long downtime pays each period once, the payer's oldest debts first.
 */
export function payrollTasks(
  deps: Pick<CompanyDependencies, 'transaction' | 'clock' | 'ledger' | 'tasks'>,
): TaskKind {
  return {
    kind: salaryKind,
    leaseMs: 30_000,
    maxAttempts: Number.POSITIVE_INFINITY,
    backoff: quickBackoff,
    concurrency: 4,
    run: async (task) => {
      const now = deps.clock.now();
      const id = Number(task.subject);
      const payers = await deps.transaction((tx) => findPayers(tx, id));
      // One transaction per payer, so that accounts are locked once per transaction.
      let hasMore = false;
      await workThrough({
        find: async () => payers,
        each: async (payer) => {
          hasMore = (await deps.transaction((tx) => settlePayer(tx, deps, payer, now))) || hasMore;
        },
        signal: task.signal,
      });
      await deps.transaction(async (tx) => {
        const dueAt = hasMore ? now : await nextRun(tx, id, now);
        if (dueAt) await task.reschedule(tx, { dueAt });
        else await task.finish(tx);
      });
    },
  };
}

/** The current payer of a salary, and earlier payers that still owe for it. */
async function findPayers(tx: Tx, id: number): Promise<PayerAccount[]> {
  const salary = await salaryQuery(tx).where('company_salary.id', '=', id).executeTakeFirst();
  if (!salary) return [];
  const debtors = await tx
    .selectFrom('salary_owed')
    .select('payer')
    .distinct()
    .where('salary_id', '=', id)
    .execute();
  return [...new Set([...debtors.map(({ payer }) => payer), salary.payer])];
}

async function nextRun(tx: Tx, id: number, now: Date): Promise<Date | undefined> {
  const salary = await salaryQuery(tx).where('company_salary.id', '=', id).executeTakeFirst();
  if (!salary) return undefined;
  const debts = (await readDebts(tx, [id], now))(id);
  const due = debts.dueAt ?? nextDue(salary) ?? undefined;
  if (debts.missed === 0) return due;
  const retry = new Date(now.getTime() + retryMs);
  return due && due < retry ? due : retry;
}
