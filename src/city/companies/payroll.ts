import { sql } from 'kysely';
import { InsufficientFunds } from '../../ledger/movement.ts';
import type { Reader } from '../../platform/db/database.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import { accountOf } from '../money/account.ts';
import type { CompanyParts } from './parts.ts';
import type { Period } from './tables.ts';

export const salaryKind = 'salary';

const dayMs = 86_400_000;
const lengthMs: Record<Period, number> = { day: dayMs, week: 7 * dayMs };
const retryMs = 3_600_000;
/** So many payments in one transaction at the most: a long downtime is made good in short steps. */
const maxAtOnce = 20;
/** A founder who has paid nothing for so many periods is not coming back: the salary ends, the debt stays. */
const maxOwed = 30;

type PayParts = Pick<CompanyParts, 'clock' | 'ledger' | 'tasks'>;

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
async function writeDue(tx: Tx, salary: Salary, now: Date): Promise<Salary> {
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

async function changeSalary(
  tx: Tx,
  salary: Salary,
  changes: Partial<Pick<Salary, 'ap' | 'period' | 'role' | 'started_at' | 'last_paid_at'>>,
): Promise<Salary> {
  await tx.updateTable('company_salary').set(changes).where('id', '=', salary.id).execute();
  return { ...salary, ...changes };
}

/**
 * Pays what is owed, the oldest first, and says when to look again. A period is paid once whatever happens: its row goes
 * with its payment, and the ledger takes its ref only once.
 */
export async function settle(tx: Tx, parts: PayParts, found: Salary, now: Date): Promise<Date | undefined> {
  let salary = await writeDue(tx, found, now);
  const owed = await tx
    .selectFrom('salary_owed')
    .select(['due_at', 'ap'])
    .where('salary_id', '=', salary.id)
    .orderBy('due_at')
    .limit(Math.max(maxAtOnce, maxOwed) + 1)
    .execute();
  const paid = salary.barred ? 0 : await payInOrder(tx, parts, salary, owed.slice(0, maxAtOnce));
  if (paid > 0) salary = await changeSalary(tx, salary, { last_paid_at: now });
  const left = owed.length - paid;
  if (paid === maxAtOnce && left > 0) return now;
  if (left > maxOwed && salary.ap > 0) salary = await changeSalary(tx, salary, { ap: 0 });
  return wakeAt(salary, left, now);
}

function wakeAt(salary: Salary, owed: number, now: Date): Date | undefined {
  const due = nextDue(salary) ?? undefined;
  if (owed === 0) return due;
  const retry = new Date(now.getTime() + retryMs);
  return due && due < retry ? due : retry;
}

async function payInOrder(
  tx: Tx,
  { ledger }: PayParts,
  salary: Salary,
  owed: readonly { due_at: Date; ap: number }[],
): Promise<number> {
  for (const [paid, { due_at, ap }] of owed.entries()) {
    try {
      await ledger.transfer(tx, [
        {
          kind: 'salary',
          from: accountOf(salary.founder),
          to: accountOf(salary.worker),
          amount: ap,
          memo: `company ${salary.company}`,
          ref: `salary:${salary.id}:${due_at.toISOString()}`,
        },
      ]);
    } catch (error) {
      // Refused before anything was written: what was paid so far stands.
      if (error instanceof InsufficientFunds) return paid;
      throw error;
    }
    await tx
      .deleteFrom('salary_owed')
      .where('salary_id', '=', salary.id)
      .where('due_at', '=', due_at)
      .execute();
  }
  return owed.length;
}

/** Asks for the next look: at once where something is owed. */
async function wake(tx: Tx, { tasks }: PayParts, salary: Salary, now: Date): Promise<void> {
  const subject = String(salary.id);
  const dueAt = (await countOwed(tx, salary.id)) > 0 ? now : nextDue(salary);
  if (dueAt) await tasks.reschedule(tx, { kind: salaryKind, subject, dueAt });
  else await tasks.cancel(tx, { kind: salaryKind, subject });
}

export async function countOwed(read: Reader, salaryId: number): Promise<number> {
  const { count } = await read
    .selectFrom('salary_owed')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('salary_id', '=', salaryId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

interface Terms {
  readonly ap: number;
  readonly period: Period;
  readonly role: string;
}

/**
 * Sets what a member earns. What has ended is owed at the old terms; a new amount counts for the running period, and a
 * new period, like a new salary, begins now.
 */
export async function setSalary(
  tx: Tx,
  parts: PayParts,
  of: { companyId: number; agentId: number },
  terms: Terms,
): Promise<Salary> {
  const now = parts.clock.now();
  await tx
    .insertInto('company_salary')
    .values({ company_id: of.companyId, agent_id: of.agentId, ...terms, ap: 0, started_at: now })
    .onConflict((conflict) => conflict.columns(['company_id', 'agent_id']).doNothing())
    .execute();
  const salary = await writeDue(tx, (await findSalary(tx, of))!, now);
  const begins = salary.ap === 0 || salary.period !== terms.period;
  const changed = await changeSalary(tx, salary, { ...terms, ...(begins && { started_at: now }) });
  await wake(tx, parts, changed, now);
  return changed;
}

/** The running period is not paid any more; those that ended before stay owed. */
export async function endSalary(
  tx: Tx,
  parts: PayParts,
  of: { companyId: number; agentId: number },
): Promise<Salary | undefined> {
  const found = await findSalary(tx, of);
  if (!found) return undefined;
  const now = parts.clock.now();
  const ended = await changeSalary(tx, await writeDue(tx, found, now), { ap: 0 });
  await wake(tx, parts, ended, now);
  return ended;
}

export const findSalary = (tx: Tx, of: { companyId: number; agentId: number }): Promise<Salary | undefined> =>
  salaryQuery(tx)
    .where('company_salary.company_id', '=', of.companyId)
    .where('company_salary.agent_id', '=', of.agentId)
    .forUpdate('company_salary')
    .executeTakeFirst();
