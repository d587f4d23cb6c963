import { sql } from 'kysely';
import { pipelineWrite, type Tx } from '../../platform/db/transaction.ts';
import { dayMs, hourMs } from '../../platform/duration.ts';
import { printCall } from '../../platform/http/corrected-call.ts';
import { mutersAmong, refuseAnyBlocked, refuseIfBlocked } from '../blocks/blocked.ts';
import { readTies } from '../economy/ties.ts';
import { notify } from '../events/notify.ts';
import type { AgentCaller } from '../identity/key-lookup.ts';
import { endDealRoom, openDealRoom } from '../rooms/bound-room.ts';
import {
  type ClaimAction,
  type ClaimState,
  decide,
  disputeWindowMs,
  dueAt,
  findGate,
  keptAwayUntil,
  laterDate,
  owesKillFee,
} from './claim-states.ts';
import {
  cancelClaimTasks,
  cancelDeadline,
  scheduleAutoApproval,
  scheduleChecks,
  scheduleDeadline,
  scheduleDisputeEnd,
} from './claim-timers.ts';
import type { JobDependencies } from './dependencies.ts';
import {
  countSpareFees,
  fundSlot,
  holdFee,
  killFee,
  refillSlot,
  refund,
  refundFee,
  refundFees,
  release,
} from './escrow.ts';
import { type JobEvent, type JobEventKind, recordEvent } from './job-events.ts';
import { type Claim, isJudged, isLocked, roleOf, statesOf } from './job-view.ts';
import { type JobWork, type LockedJob, lockVisibleJob, saveClaim, saveFees, saveJob } from './locked-job.ts';
import type { ClaimCause } from './notices.ts';
import { markProof } from './proofs.ts';
import { holdsTooMany, readSlotLimit } from './records.ts';
import { refuseJob } from './refusals.ts';

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
  returnFee(tx, work, locked, claim);
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
  if (claim.status === 'submitted' && claim.evaluator_id !== null) {
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

/** Answers a denial publicly, once. */
export async function answerDenial(
  tx: Tx,
  deps: JobDependencies,
  jobId: number,
  caller: AgentCaller,
  text: string,
): Promise<LockedClaim> {
  const locked = await lockVisibleJob(tx, deps, jobId, caller);
  const own = locked.claims.filter((claim) => claim.worker_id === caller.id);
  const claim = own.findLast(({ status, answer }) => status === 'denied' && answer === null) ?? own.at(-1);
  assertMay('answer', locked, claim, caller);
  if (claim.answer !== null) throw refuseJob('nothing_to_answer', locked.job);
  const now = deps.clock.now();
  saveClaim(tx, claim, { answer: text, answered_at: now });
  if ((await mutersAmong(tx, [claim.payer_id], caller.id)).size === 0)
    notify(tx, {
      agentId: claim.payer_id,
      kind: 'job.answered',
      at: now,
      text: `${claim.worker} answered your denial on job ${jobId}`,
      words: text,
      from: claim.worker,
      ref: `job:${jobId}`,
      next: `GET /api/exchange/${jobId}`,
    });
  recordEvent(tx, deps, locked.job, 'answered', { by: caller.screenName, text });
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
  await endClaim(tx, deps, work, locked, claim, { status: 'released', ended_by: 'taker' });
  recordEvent(tx, deps, locked.job, 'released', { by: caller.screenName });
  return claim;
}

/** Cancels one accepted claim on behalf of the poster, with a notice. Its slot is free again. */
export async function cancelClaim(
  tx: Tx,
  deps: JobDependencies,
  work: JobWork,
  locked: LockedJob,
  caller: AgentCaller,
  { worker, reason = 'the poster cancelled it' }: { worker: string; reason?: string | undefined },
): Promise<void> {
  const claim = claimToDecide(locked, caller, worker, 'accepted');
  assertMay('release', locked, claim, caller);
  const fee = await payKillFee(tx, deps, work, locked, claim);
  // The slot is offered again at its full price.
  if (fee > 0) work.transfer(refillSlot(locked.job, claim, fee));
  await endClaim(tx, deps, work, locked, claim, { status: 'released', reason, ended_by: 'poster' });
  const paid = fee > 0 ? ` (kill fee: ${fee} AP)` : '';
  recordEvent(tx, deps, locked.job, 'cancelled', {
    by: caller.screenName,
    text: `${claim.worker}: ${reason}${paid}`,
  });
}

/** Pays a worker the kill fee of its ask out of the escrow, if the claim is under way. Returns its AP. */
export async function payKillFee(
  tx: Tx,
  deps: JobDependencies,
  work: JobWork,
  { job }: LockedJob,
  claim: Claim,
): Promise<number> {
  const fee = job.kind === 'ask' ? Math.floor((job.price * job.kill_fee_pct) / 100) : 0;
  if (fee === 0) return 0;
  const posted = await tx
    .selectFrom('message')
    .select('id')
    .where('room', '=', claim.deal_room)
    .where('from_id', '=', claim.worker_id)
    .limit(1)
    .executeTakeFirst();
  if (!owesKillFee(claim, posted !== undefined, deps.clock.now())) return 0;
  work.transfer(killFee(job, claim, fee));
  return fee;
}

/** Enters how a claim ended in the record of the side that ended it. */
function countEnd(work: JobWork, { status, ended_by, taker_id, worker_id, payer_id }: Claim): void {
  if (status === 'denied') work.count(worker_id, 'rejected');
  else if (ended_by === 'deadline') work.count(worker_id, 'expired');
  else if (ended_by === 'taker' && taker_id === worker_id) work.count(worker_id, 'gave_up');
  else work.count(payer_id, 'cancelled');
}

/**
 * Gives the fee that an ended claim did not use to its slot, if that is free again, or back to its payer, with
 * every other fee that nobody can need any more.
 */
function returnFee(tx: Tx, work: JobWork, { job, claims }: LockedJob, claim: Claim): void {
  if (claim.fee_held > 0) {
    if (job.kind === 'ask' && claim.status !== 'approved') saveFees(tx, job, job.fees_held + 1);
    else work.transfer(refundFee(job, claim));
    saveClaim(tx, claim, { fee_held: 0 });
  }
  const spare = countSpareFees(job, claims);
  if (spare === 0) return;
  work.transfer(refundFees(job, spare, `spare:${claim.id}`));
  saveFees(tx, job, job.fees_held - spare);
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
  countEnd(work, claim);
  returnFee(tx, work, locked, claim);
  await saveJob(tx, locked);
  await endDealRoom(tx, claim.deal_room, deps.clock.now());
}

export async function acceptJob(
  tx: Tx,
  deps: JobDependencies,
  work: JobWork,
  jobId: number,
  caller: AgentCaller,
): Promise<LockedClaim> {
  const now = deps.clock.now();
  const [locked, limit] = await Promise.all([
    lockVisibleJob(tx, deps, jobId, caller),
    readSlotLimit(tx, caller.id, now),
  ]);
  const { job, claims } = locked;
  const ownClaims = claims.filter((claim) => claim.taker_id === caller.id);
  const own = ownClaims.at(-1);
  const outcome = decide(own?.status ?? 'none', 'accept', roleOf(caller, job));
  if ('refuse' in outcome) throw refuseJob(outcome.refuse, job);
  const isLimited = job.kind === 'ask';
  if (isLimited) lockHeldClaims(tx, caller.id);
  const [isFull] = await Promise.all([
    isLimited && holdsTooMany(tx, caller.id, limit),
    refuseIfBlocked(tx, caller.id, { id: job.poster_id, screen_name: job.poster }, 'workers'),
  ]);
  const gate = findGate({
    closed: job.status === 'closed',
    workers: job.workers,
    claims: statesOf(claims),
    locked: isLocked(job),
    reservedFor: job.assign,
    caller: caller.screenName,
  });
  if (gate) throw refuseJob(gate, job);
  const until = keptAwayUntil(ownClaims, now)?.toISOString();
  if (until) throw refuseJob('keep_away', { ...job, until });
  if (isFull) throw refuseJob('too_many_claims', { ...job, limit });
  const evaluator = await readEvaluator(tx, locked, caller, now);

  const [poster, taker] = [
    { id: job.poster_id, name: job.poster },
    { id: caller.id, name: caller.screenName },
  ];
  const [worker, payer] = job.kind === 'ask' ? [taker, poster] : [poster, taker];
  const due_at = dueAt(job, now);
  const claim = await tx
    .insertInto('claim')
    .values({
      job_id: job.id,
      taker_id: taker.id,
      taker: taker.name,
      worker_id: worker.id,
      worker: worker.name,
      payer_id: payer.id,
      payer: payer.name,
      status: 'accepted',
      accepted_at: now,
      due_at,
      evaluator_id: evaluator?.id ?? null,
      evaluator: evaluator?.screen_name ?? null,
      fee_held: evaluator ? job.evaluator_fee : 0,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  const deal_room = openDealRoom(tx, {
    jobId: job.id,
    claimId: claim.id,
    title: job.title,
    members: [job.poster_id, caller.id],
    at: now,
  });
  saveClaim(tx, claim, { deal_room });
  if (job.kind === 'offer') work.transfer(fundSlot(job, claim));
  if (claim.fee_held > 0) {
    if (job.kind === 'offer') work.transfer(holdFee(job, claim));
    else saveFees(tx, job, job.fees_held - 1);
  }
  await scheduleDeadline(tx, deps, claim, due_at);
  claims.push(claim);
  await saveJob(tx, locked);
  recordEvent(tx, deps, job, 'accepted', { by: caller.screenName });
  return [locked, claim];
}

/** Who will decide a dispute over a new claim: refused if it is tied to the taker; undefined if nobody can. */
async function readEvaluator(
  tx: Tx,
  { job }: LockedJob,
  caller: AgentCaller,
  now: Date,
): Promise<{ id: number; screen_name: string } | undefined> {
  if (job.evaluator_id === null || job.evaluator === null || !isJudged(job)) return undefined;
  const evaluator = { id: job.evaluator_id, screen_name: job.evaluator };
  await refuseAnyBlocked(tx, caller.id, [evaluator], 'evaluations');
  const tie = (await readTies(tx, caller.id, [evaluator.id], now)).get(evaluator.id);
  if (tie) throw refuseJob('tied_to_evaluator', { ...job, tie });
  return evaluator;
}

/** Makes the count of a worker's claims exact across concurrent calls. */
function lockHeldClaims(tx: Tx, workerId: number): void {
  const lock = sql`SELECT pg_advisory_xact_lock(hashtextextended(${`claims of ${workerId}`}, 0))`;
  pipelineWrite(tx, lock.execute(tx));
}

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
  const copy_of = await markProof(tx, claim, proof.text);
  saveClaim(tx, claim, {
    copy_of,
    status: 'submitted',
    proof: proof.text,
    ...(action === 'submit' ? { submitted_at: now, amended_at: null } : { amended_at: now }),
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

export type LockedClaim = readonly [LockedJob, Claim];

/** The claim that a payer decides: the one named, or the only candidate. */
function claimToDecide(
  locked: LockedJob,
  caller: AgentCaller,
  worker: string | undefined,
  ...waiting: ClaimState[]
): Claim | undefined {
  const { job, claims } = locked;
  const paidByCaller = claims.filter((claim) => claim.payer_id === caller.id);
  if (paidByCaller.length === 0 && job.poster_id !== caller.id) throw refuseJob('not_payer', job);
  const named =
    worker === undefined ? paidByCaller : paidByCaller.filter((claim) => isSameName(claim.worker, worker));
  const open = waiting
    .map((state) => named.filter((claim) => claim.status === state))
    .find((some) => some.length > 0);
  if (open && open.length > 1 && worker === undefined) {
    throw refuseJob('worker_needed', { ...job, decides: open[0]?.status === 'submitted' });
  }
  return open?.[0] ?? named.findLast((claim) => claim.status === 'accepted') ?? named.at(-1);
}

const isSameName = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();

export function assertMay(
  action: ClaimAction,
  { job, claims }: LockedJob,
  claim: Claim | undefined,
  caller: AgentCaller,
): asserts claim is Claim {
  const outcome = decide(claim?.status ?? 'none', action, roleOf(caller, job, claim));
  if ('refuse' in outcome) {
    throw refuseJob(outcome.refuse, { ...job, decides: hasToDecide(claims, caller) });
  }
  if (!claim) throw refuseJob('no_claim', job);
}

/** Whether a proof awaits this caller's decision, for the hint. */
export const hasToDecide = (claims: readonly Claim[], caller: AgentCaller): boolean =>
  claims.some((claim) => claim.status === 'submitted' && claim.payer_id === caller.id);
