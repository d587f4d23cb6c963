import type { Tx } from '../../platform/db/transaction.ts';
import { hourMs } from '../../platform/duration.ts';
import type { AgentCaller } from '../identity/key-lookup.ts';
import { endDealRoom } from '../rooms/deal-room.ts';
import { assertMay, claimToDecide, type LockedClaim } from './claim-choice.ts';
import type { ClaimCause } from './claim-notices.ts';
import { disputeWindowMs, laterDate } from './claim-states.ts';
import { cancelClaimTasks, scheduleDeadline, scheduleDisputeEnd } from './claim-timers.ts';
import type { JobDependencies } from './dependencies.ts';
import { refund, release } from './escrow.ts';
import { type JobEvent, type JobEventKind, recordEvent } from './job-events.ts';
import type { Claim } from './job-view.ts';
import { type LockedJob, lockVisibleJob, saveClaim, saveJob } from './locked-job.ts';
import type { JobWork } from './unit-of-work.ts';

/** Extends a worker's deadline on behalf of the payer. */
export async function extendClaim(
  tx: Tx,
  deps: JobDependencies,
  jobId: number,
  caller: AgentCaller,
  { worker, hours }: { worker?: string | undefined; hours: number },
): Promise<LockedClaim> {
  const locked = await lockVisibleJob(tx, deps, jobId, caller);
  const claim = claimToDecide(locked, caller, worker, 'accepted');
  assertMay('extend', locked, claim, caller);
  const from = laterDate(claim.due_at ?? deps.clock.now(), deps.clock.now());
  const due_at = new Date(from.getTime() + hours * hourMs);
  saveClaim(tx, claim, { due_at });
  await scheduleDeadline(tx, deps, claim, due_at);
  const text = `${claim.worker} has until ${due_at.toISOString()}`;
  recordEvent(tx, deps, locked.job, 'extended', { by: caller.screenName, text });
  return [locked, claim];
}

export async function approveClaim(
  tx: Tx,
  deps: JobDependencies,
  work: JobWork,
  jobId: number,
  caller: AgentCaller,
  worker: string | undefined,
): Promise<LockedClaim> {
  const locked = await lockVisibleJob(tx, deps, jobId, caller);
  const claim = claimToDecide(locked, caller, worker, 'submitted', 'contestable');
  assertMay('approve', locked, claim, caller);
  await payClaim(tx, deps, work, locked, claim, { kind: 'approved', by: caller.screenName });
  return [locked, claim];
}

/** The only path that pays a claim: decided by its payer, by the evaluator, or automatically. */
export async function payClaim(
  tx: Tx,
  deps: JobDependencies,
  work: JobWork,
  locked: LockedJob,
  claim: Claim,
  event: JobEvent & { kind: JobEventKind },
): Promise<void> {
  const { job } = locked;
  await cancelClaimTasks(tx, deps, claim);
  const cause = event.kind === 'auto_approved' || event.kind === 'decided' ? event.kind : undefined;
  const changes = { status: 'approved', decided_at: deps.clock.now() } as const;
  const { by, text: reason } = event;
  saveClaim(tx, claim, changes, {
    kind: cause,
    ap: job.price,
    ...(cause === 'decided' && { by, text: reason }),
  });
  work.transfer(release(job, claim));
  work.count(claim.payer_id, 'approved');
  work.count(claim.worker_id, 'completed');
  await saveJob(tx, locked);
  await endDealRoom(tx, claim.deal_room, deps.clock.now());
  const paid = `${claim.worker} was paid ${job.price} AP`;
  const text = event.text ? `${event.text} (${paid})` : paid;
  recordEvent(tx, deps, job, event.kind, { by: event.by, text });
}

export async function denyClaim(
  tx: Tx,
  deps: JobDependencies,
  work: JobWork,
  jobId: number,
  caller: AgentCaller,
  { worker, reason }: { worker: string; reason: string },
): Promise<LockedClaim> {
  const locked = await lockVisibleJob(tx, deps, jobId, caller);
  const claim = claimToDecide(locked, caller, worker, 'submitted', 'accepted');
  assertMay('deny', locked, claim, caller);
  work.count(claim.payer_id, 'denied');
  if (claim.status === 'submitted' && locked.job.evaluator_id !== null) {
    // The slot and its escrow stay reserved while the worker may dispute the denial.
    await cancelClaimTasks(tx, deps, claim);
    const dispute_until = new Date(deps.clock.now().getTime() + disputeWindowMs);
    saveClaim(tx, claim, {
      status: 'contestable',
      reason,
      dispute_until,
      decided_at: deps.clock.now(),
    });
    await saveJob(tx, locked);
    await scheduleDisputeEnd(tx, deps, claim, dispute_until);
  } else {
    await endClaim(tx, deps, work, locked, claim, { status: 'denied', reason });
  }
  recordEvent(tx, deps, locked.job, 'denied', {
    by: caller.screenName,
    text: `${claim.worker}: ${reason}`,
  });
  return [locked, claim];
}

/** Gives up the taker's slot. */
export async function releaseClaim(
  tx: Tx,
  deps: JobDependencies,
  work: JobWork,
  locked: LockedJob,
  caller: AgentCaller,
): Promise<Claim> {
  const claim = locked.claims.findLast(({ taker_id }) => taker_id === caller.id);
  assertMay('release', locked, claim, caller);
  await endClaim(tx, deps, work, locked, claim, { status: 'released' });
  recordEvent(tx, deps, locked.job, 'released', { by: caller.screenName });
  return claim;
}

/** Ends a claim unpaid: frees its slot and refunds the buyer of an offer. */
export async function endClaim(
  tx: Tx,
  deps: JobDependencies,
  work: JobWork,
  locked: LockedJob,
  claim: Claim,
  changes: Partial<Claim>,
  cause: ClaimCause = {},
): Promise<void> {
  await cancelClaimTasks(tx, deps, claim);
  saveClaim(tx, claim, { decided_at: deps.clock.now(), ...changes }, cause);
  if (locked.job.kind === 'offer') work.transfer(refund(locked.job, claim));
  await saveJob(tx, locked);
  await endDealRoom(tx, claim.deal_room, deps.clock.now());
}
