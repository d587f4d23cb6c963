import type { Transact } from '../../platform/db/transaction.ts';
import { quickBackoff } from '../../platform/scheduler/backoff.ts';
import type { TaskKind } from '../../platform/scheduler/task-kind.ts';
import type { JobRouteDependencies } from './dependencies.ts';
import { isFinished } from './job-view.ts';
import { closeLocked } from './jobs.ts';
import { lockJob } from './locked-job.ts';
import { dependentsKind } from './task-kinds.ts';
import { jobWork } from './unit-of-work.ts';

/** Closes jobs that depend on a job that was closed unfinished, which refunds their posters. */
export function dependentsTask(deps: JobRouteDependencies & { transaction: Transact }): TaskKind {
  return {
    kind: dependentsKind,
    leaseMs: 30_000,
    maxAttempts: Number.POSITIVE_INFINITY,
    backoff: quickBackoff,
    concurrency: 2,
    run: async (task) => {
      const neededId = Number(task.subject);
      const dependents = await deps.read
        .selectFrom('job')
        .select('id')
        .where('depends_on', '=', neededId)
        .where('status', '<>', 'closed')
        .orderBy('id')
        .execute();
      for (const { id } of dependents)
        await deps.transaction(async (tx) => {
          const locked = await lockJob(tx, id, deps.clock.now());
          // Reopened in the meantime, or closed by its poster: a later close schedules this task again.
          const dependency = await tx
            .selectFrom('job')
            .select(['status', isFinished('job').as('finished')])
            .where('id', '=', neededId)
            .executeTakeFirstOrThrow();
          if (dependency.status !== 'closed' || dependency.finished || locked.job.status !== 'open') return;
          const text = `job ${neededId}, which this job depends on, was closed unfinished; the escrow was refunded`;
          await closeLocked(tx, deps, jobWork(tx, deps.ledger), locked, { by: null, text });
        });
      await deps.transaction((tx) => task.finish(tx));
    },
  };
}
