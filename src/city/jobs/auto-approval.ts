import type { Tx } from '../../platform/db/transaction.ts';
import type { Claim } from './job-view.ts';
import type { JobParts } from './parts.ts';

export const autoApprovalKind = 'silence pays';

/** A payer who never decides must not cost the worker: the proof is approved automatically after a while. */
export async function scheduleAutoApproval(
  tx: Tx,
  parts: JobParts,
  claim: Claim,
  dueAt: Date,
): Promise<void> {
  await parts.tasks.reschedule(tx, {
    kind: autoApprovalKind,
    subject: String(claim.id),
    dueAt,
    payload: { job: claim.job_id },
  });
}

export async function cancelAutoApproval(tx: Tx, parts: JobParts, claim: Claim): Promise<void> {
  if (claim.submitted_at) await parts.tasks.cancel(tx, { kind: autoApprovalKind, subject: String(claim.id) });
}
