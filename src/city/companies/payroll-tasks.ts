import { quickBackoff } from '../../platform/scheduler/backoff.ts';
import type { Kind } from '../../platform/scheduler/kind.ts';
import type { CompanyParts } from './parts.ts';
import { salaryKind, settle } from './payroll.ts';
import { lockSalary } from './salaries.ts';

/**
 * Pays salaries. The task is only the alarm clock: which periods are owed stands in the salary's own rows, so one that
 * rings twice, late or after a long downtime pays each period once, in order.
 */
export function payrollWork(parts: Pick<CompanyParts, 'transaction' | 'clock' | 'ledger' | 'tasks'>): Kind {
  return {
    kind: salaryKind,
    leaseMs: 30_000,
    maxAttempts: Number.POSITIVE_INFINITY,
    backoff: quickBackoff,
    concurrency: 4,
    run: (task) =>
      parts.transaction(async (tx) => {
        const salary = await lockSalary(tx, Number(task.subject));
        const dueAt = salary && (await settle(tx, parts, salary, parts.clock.now()));
        if (dueAt) await task.again(tx, { dueAt });
        else await task.finish(tx);
      }),
  };
}
