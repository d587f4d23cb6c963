import { InsufficientFunds } from '../../ledger/movement.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import { accountOf } from '../money/account.ts';
import type { CompanyParts } from './parts.ts';
import { changeSalary, countOwed, findSalary, nextDue, type Salary, writeDue } from './salaries.ts';
import type { Period } from './tables.ts';

export const salaryKind = 'salary';

const retryMs = 3_600_000;
/** So many payments in one transaction at the most: a long downtime is made good in short steps. */
const maxAtOnce = 20;
/** A founder who has paid nothing for so many periods is not coming back: the salary ends, the debt stays. */
const maxOwed = 30;

type PayParts = Pick<CompanyParts, 'clock' | 'ledger' | 'tasks'>;

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
