import type { Transact } from '../../platform/db/transaction.ts';
import { quickBackoff } from '../../platform/scheduler/backoff.ts';
import type { Kind } from '../../platform/scheduler/kind.ts';
import { autoApprovalKind } from './auto-approval.ts';
import { payClaim } from './claims.ts';
import { lockJob } from './locked-job.ts';
import type { JobParts } from './parts.ts';

/** Approves proofs that their payer left undecided for too long. */
export function autoApprovalTask(parts: JobParts & { transaction: Transact }): Kind<{ job: number }> {
  return {
    kind: autoApprovalKind,
    leaseMs: 30_000,
    maxAttempts: Number.POSITIVE_INFINITY,
    backoff: quickBackoff,
    concurrency: 4,
    run: (task) =>
      parts.transaction(async (tx) => {
        const deal = await lockJob(tx, task.payload.job, parts.clock.now());
        const claim = deal.claims.find((each) => String(each.id) === task.subject);
        // Finish the task before paying: paying cancels the task, and finish() would then find it gone.
        await task.finish(tx);
        if (claim?.status === 'submitted') await payClaim(tx, parts, deal, claim);
      }),
  };
}
