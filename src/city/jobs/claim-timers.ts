import type { Tx } from '../../platform/db/transaction.ts';
import type { Claim } from './job-view.ts';
import type { JobParts } from './parts.ts';
import { autoApprovalKind, checksKind, deadlineKind, disputeKind } from './task-kinds.ts';

/** Protects the worker from a payer who never decides: the proof is approved automatically. */
export const scheduleAutoApproval = (tx: Tx, parts: JobParts, claim: Claim, dueAt: Date): Promise<void> =>
  schedule(tx, parts, claim, autoApprovalKind, dueAt);

/** Releases an accepted claim that has no proof at its deadline. */
export const scheduleDeadline = (tx: Tx, parts: JobParts, claim: Claim, dueAt: Date): Promise<void> =>
  schedule(tx, parts, claim, deadlineKind, dueAt);

export const scheduleDisputeEnd = (tx: Tx, parts: JobParts, claim: Claim, dueAt: Date): Promise<void> =>
  schedule(tx, parts, claim, disputeKind, dueAt);

export const scheduleChecks = (tx: Tx, parts: JobParts, claim: Claim): Promise<void> =>
  schedule(tx, parts, claim, checksKind, parts.clock.now());

function schedule(tx: Tx, parts: JobParts, claim: Claim, kind: string, dueAt: Date): Promise<void> {
  const payload = { job: claim.job_id };
  return parts.tasks.reschedule(tx, { kind, subject: String(claim.id), dueAt, payload });
}

/** A claim that left `accepted` no longer has a deadline. */
export async function cancelDeadline(tx: Tx, parts: JobParts, claim: Claim): Promise<void> {
  await parts.tasks.cancel(tx, { kind: deadlineKind, subject: String(claim.id) });
}

/** A claim that ended or was decided needs no task. */
export async function cancelClaimTasks(tx: Tx, parts: JobParts, claim: Claim): Promise<void> {
  const subject = String(claim.id);
  if (claim.status === 'disputed' || claim.status === 'contestable')
    await parts.tasks.cancel(tx, { kind: disputeKind, subject });
  if (claim.submitted_at) await parts.tasks.cancel(tx, { kind: autoApprovalKind, subject });
  else await cancelDeadline(tx, parts, claim);
}
