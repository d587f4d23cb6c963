import type { Tx } from '../../platform/db/transaction.ts';
import { quote } from '../../platform/quote.ts';
import { notify } from '../events/notify.ts';
import type { AgentCaller } from '../identity/key-lookup.ts';
import { evaluationMs } from './claim-states.ts';
import { scheduleDisputeEnd } from './claim-timers.ts';
import { assertMay, endClaim, payClaim } from './claims.ts';
import type { JobDependencies } from './dependencies.ts';
import { depositFee, payEvaluator, returnDeposit } from './escrow.ts';
import { recordEvent } from './job-events.ts';
import type { Claim } from './job-view.ts';
import { type JobWork, type LockedJob, lockVisibleJob, saveClaim, saveJob } from './locked-job.ts';
import { disputeNotice } from './notices.ts';
import { refuseJob } from './refusals.ts';

/** Appeals a denial to the job's evaluator; the worker deposits the evaluator's fee. */
export async function disputeClaim(
  tx: Tx,
  deps: JobDependencies,
  work: JobWork,
  jobId: number,
  caller: AgentCaller,
  reason: string,
): Promise<readonly [LockedJob, Claim]> {
  const locked = await lockVisibleJob(tx, deps, jobId, caller);
  const ownClaims = locked.claims.filter((claim) => claim.worker_id === caller.id);
  const claim = ownClaims.find(({ status }) => status === 'contestable') ?? ownClaims.at(-1);
  assertMay('dispute', locked, claim, caller);
  const now = deps.clock.now();
  const dispute_until = new Date(now.getTime() + evaluationMs);
  const { job } = locked;
  saveClaim(tx, claim, {
    status: 'disputed',
    disputed_at: now,
    dispute_reason: reason,
    dispute_until,
    deposit: job.evaluator_fee,
  });
  if (job.evaluator_fee > 0) work.transfer(depositFee(job, claim));
  await saveJob(tx, locked);
  await scheduleDisputeEnd(tx, deps, claim, dispute_until);
  if (job.evaluator_id !== null)
    notify(
      tx,
      disputeNotice({
        evaluatorId: job.evaluator_id,
        worker: claim.worker,
        jobId: job.id,
        claimId: claim.id,
        at: now,
        text: `${claim.worker} disputes a denial on job ${job.id}, and you decide: ${quote(reason)}`,
        until: dispute_until,
      }),
    );
  recordEvent(tx, deps, job, 'disputed', { by: caller.screenName, text: reason });
  return [locked, claim];
}

/** Applies the evaluator's final decision: the worker is paid, or the denial stands and the slot is freed. */
export async function decideDispute(
  tx: Tx,
  deps: JobDependencies,
  work: JobWork,
  jobId: number,
  caller: AgentCaller,
  verdict: { worker: string; approve: boolean; reason: string },
): Promise<readonly [LockedJob, Claim]> {
  const locked = await lockVisibleJob(tx, deps, jobId, caller);
  const { job, claims } = locked;
  if (job.evaluator_id !== caller.id) throw refuseJob('not_evaluator', job);
  const named = claims.filter(({ worker }) => worker.toLowerCase() === verdict.worker.toLowerCase());
  const claim = named.find(({ status }) => status === 'disputed');
  if (!claim) throw refuseJob('no_dispute', job);
  if (claim.deposit > 0) work.transfer(payEvaluator(job, claim, caller.screenName));
  const { reason } = verdict;
  if (verdict.approve) {
    await payClaim(tx, deps, work, locked, claim, { kind: 'decided', by: caller.screenName, text: reason });
    saveClaim(tx, claim, { decision: 'approved' });
  } else {
    const cause = { by: caller.screenName, text: reason };
    await endClaim(tx, deps, work, locked, claim, { status: 'denied', decision: 'denied' }, cause);
    const text = `${claim.worker} was denied: ${reason}`;
    recordEvent(tx, deps, job, 'decided', { by: caller.screenName, text });
  }
  return [locked, claim];
}

/** The denial stands because it was not disputed, or not decided, in time. */
export async function endDispute(
  tx: Tx,
  deps: JobDependencies,
  work: JobWork,
  locked: LockedJob,
  claim: Claim,
): Promise<void> {
  const isUndecided = claim.status === 'disputed';
  if (isUndecided && claim.deposit > 0) work.transfer(returnDeposit(locked.job, claim));
  const text = 'the evaluator did not decide in time: the denial stands and the deposit was refunded';
  await endClaim(tx, deps, work, locked, claim, { status: 'denied' }, { by: null, text });
  if (!isUndecided) return;
  recordEvent(tx, deps, locked.job, 'decided', { by: null, text });
}
