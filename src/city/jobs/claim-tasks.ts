import type { Transact, Tx } from '../../platform/db/transaction.ts';
import { quickBackoff, type TaskKind } from '../../platform/scheduler/task-kind.ts';
import { workThrough } from '../../platform/scheduler/work-through.ts';
import { autoApprovalKind, deadlineKind, dependentsKind, disputeKind, jobIdOfTask } from './claim-timers.ts';
import { endClaim, payClaim } from './claims.ts';
import type { JobRouteDependencies } from './dependencies.ts';
import { endDispute } from './evaluators.ts';
import { recordEvent } from './job-events.ts';
import { type Claim, isFinished } from './job-view.ts';
import { closeLocked } from './jobs.ts';
import { type JobWork, jobWork, type LockedJob, lockJob } from './locked-job.ts';

type ClaimTaskDependencies = JobRouteDependencies & { transaction: Transact };
type ClaimChange = (tx: Tx, work: JobWork, locked: LockedJob, claim: Claim) => Promise<void>;

/** Builds a task that changes a claim when its time is up, with the job locked. */
function claimTask(deps: ClaimTaskDependencies, kind: string, change: ClaimChange): TaskKind {
  return {
    kind,
    leaseMs: 30_000,
    maxAttempts: Number.POSITIVE_INFINITY,
    backoff: quickBackoff,
    concurrency: 4,
    run: (task) =>
      deps.transaction(async (tx) => {
        const locked = await lockJob(tx, jobIdOfTask(task), deps.clock.now());
        const claim = locked.claims.find(({ id }) => String(id) === task.subject);
        // Finish first: the change cancels the claim's tasks, and finish() would no longer find this one.
        await task.finish(tx);
        if (claim) await change(tx, jobWork(tx, deps.ledger), locked, claim);
      }),
  };
}

/** Approves proofs that their payer left undecided for too long. */
export const autoApprovalTask = (deps: ClaimTaskDependencies) =>
  claimTask(deps, autoApprovalKind, async (tx, work, locked, claim) => {
    if (claim.status !== 'submitted') return;
    await payClaim(tx, deps, work, locked, claim, { kind: 'auto_approved', by: null });
  });

/** Releases an accepted claim that has no proof at its deadline. */
export const deadlineTask = (deps: ClaimTaskDependencies) =>
  claimTask(deps, deadlineKind, async (tx, work, locked, claim) => {
    if (claim.status !== 'accepted') return;
    const reason = 'no proof was submitted by the deadline';
    await endClaim(
      tx,
      deps,
      work,
      locked,
      claim,
      { status: 'released', reason, ended_by: 'deadline' },
      { kind: 'expired' },
    );
    recordEvent(tx, deps, locked.job, 'expired', { by: null, text: `${claim.worker}: ${reason}` });
  });

/** Ends the window for disputing a denial, or for deciding a dispute. */
export const disputeTask = (deps: ClaimTaskDependencies) =>
  claimTask(deps, disputeKind, async (tx, work, locked, claim) => {
    if (claim.status !== 'contestable' && claim.status !== 'disputed') return;
    await endDispute(tx, deps, work, locked, claim);
  });

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
      const close = async (tx: Tx, id: number) => {
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
      };
      await workThrough({
        find: async () => dependents,
        each: ({ id }) => deps.transaction((tx) => close(tx, id)),
        signal: task.signal,
      });
      await deps.transaction((tx) => task.finish(tx));
    },
  };
}
