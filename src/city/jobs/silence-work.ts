import type { Transact } from '../../platform/db/transaction.ts';
import { quickBackoff } from '../../platform/scheduler/backoff.ts';
import type { Kind } from '../../platform/scheduler/kind.ts';
import { payClaim } from './claiming.ts';
import { lockDeal } from './deal.ts';
import type { JobParts } from './parts.ts';
import { silenceKind } from './silence.ts';

/** Approves what its payer left undecided for too long. */
export function silenceWork(parts: JobParts & { transaction: Transact }): Kind<{ job: number }> {
  return {
    kind: silenceKind,
    leaseMs: 30_000,
    maxAttempts: Number.POSITIVE_INFINITY,
    backoff: quickBackoff,
    concurrency: 4,
    run: (task) =>
      parts.transaction(async (tx) => {
        const deal = await lockDeal(tx, task.payload.job, parts.clock.now());
        const claim = deal.claims.find((each) => String(each.id) === task.subject);
        // First the task's end, then the payment: paying cancels the task, which would find it gone.
        await task.finish(tx);
        if (claim?.status === 'submitted') await payClaim(tx, parts, deal, claim);
      }),
  };
}
