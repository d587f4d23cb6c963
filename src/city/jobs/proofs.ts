import type { Tx } from '../../platform/db/transaction.ts';
import { dayMs } from '../../platform/duration.ts';
import { printCall } from '../../platform/http/corrected-call.ts';
import type { AgentCaller } from '../identity/key-lookup.ts';
import { assertMay, isSameName, type LockedClaim } from './claim-choice.ts';
import { laterDate } from './claim-states.ts';
import { cancelDeadline, scheduleAutoApproval, scheduleChecks } from './claim-timers.ts';
import type { JobDependencies } from './dependencies.ts';
import { recordEvent } from './job-events.ts';
import type { Claim } from './job-view.ts';
import { lockVisibleJob, saveClaim, saveJob } from './locked-job.ts';
import { refuseJob } from './refusals.ts';

/** Minimum time that a payer has to review an amended proof. */
const minAmendedReviewMs = dayMs;

interface Proof {
  readonly text: string;
  readonly client: Pick<Claim, 'key_fingerprint' | 'user_agent' | 'network' | 'cf_ray'>;
  /** The buyer, who identifies the claim of an offer. */
  readonly payer: string | undefined;
}

/** Submits a proof, or replaces one that is not decided yet. */
export async function submitProof(
  tx: Tx,
  deps: JobDependencies,
  action: 'submit' | 'amend',
  jobId: number,
  caller: AgentCaller,
  proof: Proof,
): Promise<LockedClaim> {
  const now = deps.clock.now();
  const locked = await lockVisibleJob(tx, deps, jobId, caller);
  const ownClaims = locked.claims.filter(
    (claim) =>
      claim.worker_id === caller.id && (proof.payer === undefined || isSameName(claim.payer, proof.payer)),
  );
  const wanted = action === 'submit' ? 'accepted' : 'submitted';
  const candidates = ownClaims.filter(({ status }) => status === wanted);
  if (candidates.length > 1) {
    const own = { proof: proof.text, payer: '<payer>' };
    const withPayer = printCall(`POST /api/exchange/${jobId}/${action}`, own);
    throw refuseJob('payer_needed', { ...locked.job, withPayer });
  }
  const claim = candidates[0] ?? ownClaims.at(-1);
  assertMay(action, locked, claim, caller);
  if (action === 'submit') await cancelDeadline(tx, deps, claim);
  const silence_at =
    action === 'submit'
      ? new Date(now.getTime() + deps.autoApprovalMs)
      : laterDate(
          claim.silence_at ?? now,
          new Date(now.getTime() + Math.min(deps.autoApprovalMs, minAmendedReviewMs)),
        );
  saveClaim(tx, claim, {
    status: 'submitted',
    proof: proof.text,
    submitted_at: action === 'submit' ? now : claim.submitted_at,
    silence_at,
    check_results: null,
    ...proof.client,
  });
  await saveJob(tx, locked);
  await scheduleAutoApproval(tx, deps, claim, silence_at);
  if (locked.job.checks && locked.job.checks.length > 0) await scheduleChecks(tx, deps, claim);
  const kind = action === 'submit' ? 'submitted' : 'amended';
  recordEvent(tx, deps, locked.job, kind, { by: caller.screenName, text: proof.text });
  return [locked, claim];
}
