import type { Transact } from '../platform/db/transaction.ts';
import { recurringTask, type TaskKind } from '../platform/scheduler/task-kind.ts';
import type { Payments } from './payments.ts';

const intervalMs = 60_000;

/** Completes payments whose request died or gave up, whether or not the client returns. */
export function reconcileTask(payments: Payments, transaction: Transact): TaskKind {
  return recurringTask('payments reconcile', intervalMs, async (task) => {
    await payments.reconcile();
    await transaction((tx) => task.finish(tx));
  });
}
