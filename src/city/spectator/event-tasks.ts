import type { Clock } from '../../platform/clock.ts';
import type { Transact } from '../../platform/db/transaction.ts';
import { hourMs } from '../../platform/duration.ts';
import { recurringTask, type TaskKind } from '../../platform/scheduler/task-kind.ts';
import { pruneEvents } from './event-record.ts';

/** Prunes old events: the record lets spectators catch up after an absence, and is not an archive. */
export function spectatorTask({ transaction, clock }: { transaction: Transact; clock: Clock }): TaskKind {
  return recurringTask('prune public events', hourMs, async (task) => {
    await pruneEvents(transaction, clock);
    await transaction((tx) => task.finish(tx));
  });
}
