import { sql } from 'kysely';
import type { Reader } from '../../platform/db/database.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import type { Period } from './tables.ts';

const dayMs = 86_400_000;
const lengthMs: Record<Period, number> = { day: dayMs, week: 7 * dayMs };

/** A salary as it runs: whose, by whom, and since when its present period. */
export interface Salary {
  readonly id: number;
  readonly ap: number;
  readonly period: Period;
  readonly role: string;
  readonly started_at: Date;
  readonly last_paid_at: Date | null;
  readonly agent_id: number;
  readonly worker: string;
  readonly company: string;
  readonly founder: string;
  /** Who is banned neither pays nor is paid: their AP waits as it is. */
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
      'company_salary.agent_id',
      'worker.screen_name as worker',
      'company.name as company',
      'company.founder',
      sql<boolean>`(worker.banned_at IS NOT NULL OR founder.banned_at IS NOT NULL)`.as('barred'),
    ]);
}

/** Held until the transaction ends: what is owed is written down, paid and changed by one at a time. */
export const lockSalary = (tx: Tx, id: number): Promise<Salary | undefined> =>
  salaryQuery(tx).where('company_salary.id', '=', id).forUpdate('company_salary').executeTakeFirst();

/** When the running period ends; null when there is none. */
export const nextDue = ({ ap, started_at, period }: Pick<Salary, 'ap' | 'started_at' | 'period'>) =>
  ap === 0 ? null : new Date(started_at.getTime() + lengthMs[period]);

/** Writes down the periods that have ended, each at what it is worth now, and lets the next one run. */
export async function writeDue(tx: Tx, salary: Salary, now: Date): Promise<Salary> {
  const length = lengthMs[salary.period];
  const ended = Math.floor((now.getTime() - salary.started_at.getTime()) / length);
  if (salary.ap === 0 || ended <= 0) return salary;
  const dueAt = Array.from(
    { length: ended },
    (_, n) => new Date(salary.started_at.getTime() + (n + 1) * length),
  );
  await sql`INSERT INTO salary_owed (salary_id, due_at, ap)
    SELECT ${salary.id}, due_at, ${salary.ap} FROM unnest(${dueAt}::timestamptz[]) AS t (due_at)`.execute(tx);
  return changeSalary(tx, salary, { started_at: dueAt.at(-1)! });
}

export async function changeSalary(
  tx: Tx,
  salary: Salary,
  changes: Partial<Pick<Salary, 'ap' | 'period' | 'role' | 'started_at' | 'last_paid_at'>>,
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
