import { sql } from 'kysely';
import type { Reader } from '../../platform/db/database.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import { dayMs } from '../../platform/duration.ts';
import type { PayerAccount, Period } from './tables.ts';

export const periodMs: Readonly<Record<Period, number>> = { day: dayMs, week: 7 * dayMs };

/** A current salary: its worker, its payer and the start of its running period. */
export interface Salary {
  readonly id: number;
  readonly ap: number;
  readonly period: Period;
  readonly role: string;
  readonly started_at: Date;
  readonly last_paid_at: Date | null;
  readonly ended_at: Date | null;
  readonly ended_why: string | null;
  readonly agent_id: number;
  readonly worker: string;
  readonly company: string;
  readonly founder: string;
  readonly payer: PayerAccount;
  /** The worker or the founder is banned, which suspends payments; debts are kept. */
  readonly barred: boolean;
}

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
      sql<PayerAccount>`CASE company.pay_from WHEN 'treasury' THEN 'treasury:' || company.name
        ELSE 'agent:' || company.founder END`.as('payer'),
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
    dueAt.map((due) => ({ salaryId: salary.id, dueAt: due, ap: salary.ap })),
  );
  return changeSalary(tx, salary, { started_at: dueAt.at(-1) ?? salary.started_at });
}

export async function addDebts(
  tx: Tx,
  payer: PayerAccount,
  debts: readonly { salaryId: number; dueAt: Date; ap: number }[],
): Promise<void> {
  if (debts.length === 0) return;
  await tx
    .insertInto('salary_owed')
    .values(debts.map(({ salaryId, dueAt, ap }) => ({ salary_id: salaryId, due_at: dueAt, ap, payer })))
    .execute();
}

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

export async function countOwed(read: Reader, salaryId: number): Promise<number> {
  const { count } = await read
    .selectFrom('salary_owed')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('salary_id', '=', salaryId)
    .executeTakeFirstOrThrow();
  return Number(count);
}
