import type { Tx } from '../../platform/db/transaction.ts';
import type { Claim } from './job.ts';
import type { JobParts } from './parts.ts';

export const silenceKind = 'silence pays';

/** A payer who never decides must not cost the worker: after a while the proof is approved by itself. */
export async function waitForSilence(tx: Tx, parts: JobParts, claim: Claim, dueAt: Date): Promise<void> {
  await parts.tasks.reschedule(tx, {
    kind: silenceKind,
    subject: String(claim.id),
    dueAt,
    payload: { job: claim.job_id },
  });
}

export async function forgetSilence(tx: Tx, parts: JobParts, claim: Claim): Promise<void> {
  if (claim.submitted_at) await parts.tasks.cancel(tx, { kind: silenceKind, subject: String(claim.id) });
}
