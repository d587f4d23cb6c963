import type { Clock } from '../../platform/clock.ts';
import type { Transact } from '../../platform/db/transaction.ts';
import { every, type Kind } from '../../platform/scheduler/kind.ts';

const hourMs = 3_600_000;
/** Grace period, so that processes with slightly different clocks agree on what has expired. */
const keptMs = 24 * hourMs;

/** Prunes expired lanes and leases, which only keeps the tables small: expired rows are ignored anyway. */
export function pruneLanesTask({ transaction, clock }: { transaction: Transact; clock: Clock }): Kind {
  return every('prune expired lanes and leases', hourMs, (task) =>
    transaction(async (tx) => {
      const before = new Date(clock.now().getTime() - keptMs);
      await tx.deleteFrom('workspace_lane').where('expires_at', '<', before).execute();
      await tx.deleteFrom('workspace_lease').where('expires_at', '<', before).execute();
      await task.finish(tx);
    }),
  );
}
