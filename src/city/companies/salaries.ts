import { sql } from 'kysely';
import type { Reader } from '../../platform/db/database.ts';
import type { RowOf } from '../../platform/db/row-values.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import { dayMs } from '../../platform/duration.ts';
import type { Debt, Payment } from './payroll-plan.ts';
import type { PayerAccount, Period } from './tables.ts';

export const periodMs: Readonly<Record<Period, number>> = { day: dayMs, week: 7 * dayMs };

/** A current salary: its worker, its payer and the start of its running period. */
export type Salary = RowOf<typeof salaryQuery>;

export function salaryQuery(read: Reader) {
  return read
    .selectFrom('company_salary')
    .innerJoin('company', 'company.id', 'company_salary.company_id')
    .innerJoin('agent as worker', 'worker.id', 'company_salary.agent_id')
    .innerJoin('agent as founder', 'founder.id', 'company.founder_id')
    .select([
      'company_salary.id',
      'company_salary.ap',
      'company_salary.period',
      'company_salary.role',
      'company_salary.started_at',
      'company_salary.last_paid_at',
      'company_salary.ended_at',
      'company_salary.ended_why',
      'company_salary.agent_id',
      'worker.screen_name as worker',
      'company.name as company',
      'company.founder',
      'company.founder_id',
      sql<PayerAccount>`CASE company.pay_from WHEN 'treasury' THEN 'treasury:' || company.name
        ELSE 'agent:' || company.founder END`.as('payer'),
      // The worker or the founder is banned, which suspends payments; debts are kept.
      sql<boolean>`(worker.banned_at IS NOT NULL OR founder.banned_at IS NOT NULL)`.as('barred'),
    ]);
}

/** Locks every salary that a payer pays or owes for until the transaction ends, always in the same order. */
export const lockSalariesOf = (tx: Tx, payer: PayerAccount): Promise<Salary[]> =>
  salaryQuery(tx)
    .where((where) =>
      where.or([
        payer.startsWith('treasury:')
          ? where.and([
              where('company.pay_from', '=', 'treasury'),
              where('company.name', '=', payer.slice('treasury:'.length)),
            ])
          : where.and([
              where('company.pay_from', '=', 'founder'),
              where('company.founder', '=', payer.slice('agent:'.length)),
            ]),
        where(
          'company_salary.id',
          'in',
          where.selectFrom('salary_owed').select('salary_id').where('payer', '=', payer),
        ),
      ]),
    )
    .orderBy('company_salary.id')
    .forUpdate('company_salary')
    .execute();

/** End of the running period, or null if there is none. */
export const nextDue = ({ ap, started_at, period }: Pick<Salary, 'ap' | 'started_at' | 'period'>) =>
  ap === 0 ? null : new Date(started_at.getTime() + periodMs[period]);

/** Records completed periods as debts of the current payer, each at its current amount. */
export async function accrue(tx: Tx, salary: Salary, now: Date): Promise<Salary> {
  const length = periodMs[salary.period];
  const completedPeriods = Math.floor((now.getTime() - salary.started_at.getTime()) / length);
  if (salary.ap === 0 || completedPeriods <= 0) return salary;
  const dueAt = Array.from(
    { length: completedPeriods },
    (_, n) => new Date(salary.started_at.getTime() + (n + 1) * length),
  );
  await addDebts(
    tx,
    salary.payer,
    dueAt.map((due) => ({ salaryId: salary.id, dueAt: due, ap: salary.ap, paid: 0 })),
  );
  return changeSalary(tx, salary, { started_at: dueAt.at(-1) ?? salary.started_at });
}

/**
 * Ends the running period with its last started day, which is due at the agreed amount per day. The next
 * period begins there, so no day is paid twice, however often terms change.
 */
export async function endPeriod(tx: Tx, found: Salary, now: Date): Promise<Salary> {
  const salary = await accrue(tx, found, now);
  const startedDays = Math.ceil((now.getTime() - salary.started_at.getTime()) / dayMs);
  if (salary.ap === 0 || startedDays <= 0) return salary;
  const dueAt = new Date(salary.started_at.getTime() + startedDays * dayMs);
  const ap = Math.ceil((salary.ap * startedDays * dayMs) / periodMs[salary.period]);
  await addDebts(tx, salary.payer, [{ salaryId: salary.id, dueAt, ap, paid: 0 }]);
  return changeSalary(tx, salary, { started_at: dueAt });
}

export async function addDebts(
  tx: Tx,
  payer: PayerAccount,
  debts: readonly Omit<Debt, 'barred'>[],
): Promise<void> {
  if (debts.length === 0) return;
  await tx
    .insertInto('salary_owed')
    .values(
      debts.map(({ salaryId, dueAt, ap, paid }) => ({ salary_id: salaryId, due_at: dueAt, ap, paid, payer })),
    )
    .execute();
}

/** Pays a debt, whole or in part. */
export async function reduceDebt(tx: Tx, { debt, ap }: Payment): Promise<void> {
  if (ap === debt.ap) {
    await tx
      .deleteFrom('salary_owed')
      .where('salary_id', '=', debt.salaryId)
      .where('due_at', '=', debt.dueAt)
      .execute();
    return;
  }
  await tx
    .updateTable('salary_owed')
    .set({ ap: debt.ap - ap, paid: debt.paid + ap })
    .where('salary_id', '=', debt.salaryId)
    .where('due_at', '=', debt.dueAt)
    .execute();
}

/** Identifies a payment on the ledger: every part of a debt begins where the one before it ended. */
export const paymentRef = ({ salaryId, dueAt, paid }: Pick<Debt, 'salaryId' | 'dueAt' | 'paid'>): string =>
  `salary:${salaryId}:${dueAt.toISOString()}${paid > 0 ? `:${paid}` : ''}`;

export async function changeSalary(
  tx: Tx,
  salary: Salary,
  changes: Partial<
    Pick<Salary, 'ap' | 'period' | 'role' | 'started_at' | 'last_paid_at' | 'ended_at' | 'ended_why'>
  >,
): Promise<Salary> {
  await tx.updateTable('company_salary').set(changes).where('id', '=', salary.id).execute();
  return { ...salary, ...changes };
}

export const findSalary = (tx: Tx, of: { companyId: number; agentId: number }): Promise<Salary | undefined> =>
  salaryQuery(tx)
    .where('company_salary.company_id', '=', of.companyId)
    .where('company_salary.agent_id', '=', of.agentId)
    .forUpdate('company_salary')
    .executeTakeFirst();

export interface SalaryDebts {
  /** Ended periods that are not paid, and the AP that is left of them. */
  readonly missed: number;
  readonly owed: number;
  /** The day that ended early because the terms changed, if it still runs. */
  readonly dueAt: Date | null;
  readonly dueAp: number | null;
}

const noDebts: SalaryDebts = { missed: 0, owed: 0, dueAt: null, dueAp: null };

/** What is owed for salaries, by the id of the salary. */
export async function readDebts(
  read: Reader,
  ids: readonly number[],
  now: Date,
): Promise<(id: number) => SalaryDebts> {
  const { rows } = await sql<SalaryDebts & { id: number }>`
    SELECT salary_id AS id, count(*) FILTER (WHERE due_at <= ${now}) AS missed,
      coalesce(sum(ap) FILTER (WHERE due_at <= ${now}), 0)::bigint AS owed,
      min(due_at) FILTER (WHERE due_at > ${now}) AS "dueAt",
      (sum(ap) FILTER (WHERE due_at > ${now}))::bigint AS "dueAp"
    FROM salary_owed WHERE salary_id = ANY(${[...ids]}::bigint[]) GROUP BY salary_id`.execute(read);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return (id) => byId.get(id) ?? noDebts;
}
