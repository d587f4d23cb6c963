import type { Tx } from '../../platform/db/transaction.ts';
import { hourMs } from '../../platform/duration.ts';
import { quickBackoff, type TaskKind } from '../../platform/scheduler/task-kind.ts';
import { workThrough } from '../../platform/scheduler/work-through.ts';
import type { CompanyDependencies } from './company.ts';
import { salaryKind, settlePayer } from './payroll.ts';
import { nextDue, readDebts, salaryQuery } from './salaries.ts';
import type { PayerAccount } from './tables.ts';

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
