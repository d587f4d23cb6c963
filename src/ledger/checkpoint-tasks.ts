import { sql } from 'kysely';
import type { Clock } from '../platform/clock.ts';
import type { Transact, Tx } from '../platform/db/transaction.ts';
import { dayMs, hourMs } from '../platform/duration.ts';
import { recurringTask, type TaskKind } from '../platform/scheduler/task-kind.ts';
import type { Checkpoints } from './checkpoints.ts';

/** Checkpoints that are neither cosigned nor the last of their hour are dropped after this. */
const retentionMs = dayMs;

/** Signs at least one checkpoint per hour, and drops those that are not needed to prove consistency. */
export function checkpointTasks(deps: {
  transaction: Transact;
  clock: Clock;
  checkpoints: Checkpoints;
}): TaskKind[] {
  return [
    recurringTask('sign the hourly checkpoint', hourMs, async (task) => {
      await deps.checkpoints.sign();
      await deps.transaction(async (tx) => {
        await pruneCheckpoints(tx, deps.clock.now());
        await task.finish(tx);
      });
    }),
  ];
}

async function pruneCheckpoints(tx: Tx, now: Date): Promise<void> {
  const before = new Date(now.getTime() - retentionMs);
  await sql`
    DELETE FROM ledger_checkpoint AS old
    WHERE at < ${before} AND cosignatures = 0 AND EXISTS (
      SELECT 1 FROM ledger_checkpoint AS later
      WHERE later.size > old.size AND date_trunc('hour', later.at, 'UTC') = date_trunc('hour', old.at, 'UTC'))`.execute(
    tx,
  );
}
