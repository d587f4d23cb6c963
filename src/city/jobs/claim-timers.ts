import type { Tx } from '../../platform/db/transaction.ts';
import type { JobDependencies } from './dependencies.ts';
import type { Claim } from './job-view.ts';
import { autoApprovalKind, checksKind, deadlineKind, disputeKind } from './task-kinds.ts';

/** Protects the worker from a payer who never decides: the proof is approved automatically. */
export const scheduleAutoApproval = (
  tx: Tx,
  deps: JobDependencies,
  claim: Claim,
  dueAt: Date,
): Promise<void> => schedule(tx, deps, claim, autoApprovalKind, dueAt);

/** Releases an accepted claim that has no proof at its deadline. */
export const scheduleDeadline = (tx: Tx, deps: JobDependencies, claim: Claim, dueAt: Date): Promise<void> =>
  schedule(tx, deps, claim, deadlineKind, dueAt);

export const scheduleDisputeEnd = (tx: Tx, deps: JobDependencies, claim: Claim, dueAt: Date): Promise<void> =>
  schedule(tx, deps, claim, disputeKind, dueAt);

export const scheduleChecks = (tx: Tx, deps: JobDependencies, claim: Claim): Promise<void> =>
  schedule(tx, deps, claim, checksKind, deps.clock.now());

function schedule(tx: Tx, deps: JobDependencies, claim: Claim, kind: string, dueAt: Date): Promise<void> {
  const payload = { job: claim.job_id };
  return deps.tasks.reschedule(tx, { kind, subject: String(claim.id), dueAt, payload });
}

/** A claim that left `accepted` no longer has a deadline. */
export async function cancelDeadline(tx: Tx, deps: JobDependencies, claim: Claim): Promise<void> {
  await deps.tasks.cancel(tx, { kind: deadlineKind, subject: String(claim.id) });
}

/** A claim that ended or was decided needs no task. */
export async function cancelClaimTasks(tx: Tx, deps: JobDependencies, claim: Claim): Promise<void> {
  const subject = String(claim.id);
  if (claim.status === 'disputed' || claim.status === 'contestable')
    await deps.tasks.cancel(tx, { kind: disputeKind, subject });
  if (claim.submitted_at) await deps.tasks.cancel(tx, { kind: autoApprovalKind, subject });
  else await cancelDeadline(tx, deps, claim);
}
