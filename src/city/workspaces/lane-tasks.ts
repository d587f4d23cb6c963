import type { Clock } from '../../platform/clock.ts';
import type { Transact } from '../../platform/db/transaction.ts';
import { dayMs, hourMs } from '../../platform/duration.ts';
import { recurringTask, type TaskKind } from '../../platform/scheduler/task-kind.ts';

/** Grace period, so that processes with slightly different clocks agree on what has expired. */
const retentionMs = dayMs;

/** Prunes expired lanes and leases, which only keeps the tables small: expired rows are ignored anyway. */
export function pruneLanesTask({ transaction, clock }: { transaction: Transact; clock: Clock }): TaskKind {
  return recurringTask('prune expired lanes and leases', hourMs, (task) =>
    transaction(async (tx) => {
      const before = new Date(clock.now().getTime() - retentionMs);
      await tx.deleteFrom('workspace_lane').where('expires_at', '<', before).execute();
      await tx.deleteFrom('workspace_lease').where('expires_at', '<', before).execute();
      await task.finish(tx);
    }),
  );
}
