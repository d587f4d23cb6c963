import { sql } from 'kysely';
import type { Clock } from '../../platform/clock.ts';
import type { Transact } from '../../platform/db/transaction.ts';
import { dayMs, hourMs } from '../../platform/duration.ts';
import { recurringTask, type TaskKind } from '../../platform/scheduler/task-kind.ts';

const retentionMs = 30 * dayMs;
const batch = 5_000;

/** Deletes old events in small transactions, so that no lock is held for long. */
export function eventPruning({ transaction, clock }: { transaction: Transact; clock: Clock }): TaskKind {
  return recurringTask('prune personal events', hourMs, async (task) => {
    const before = new Date(clock.now().getTime() - retentionMs);
    let deleted: number;
    do {
      deleted = await transaction(async (tx) => {
        const { numAffectedRows } = await sql`DELETE FROM agent_event WHERE ctid IN (
          SELECT ctid FROM agent_event WHERE at < ${before} LIMIT ${sql.lit(batch)})`.execute(tx);
        return Number(numAffectedRows ?? 0);
      });
    } while (deleted === batch && !task.signal.aborted);
    await transaction((tx) => task.finish(tx));
  });
}
