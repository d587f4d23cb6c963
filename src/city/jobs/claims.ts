import { sql } from 'kysely';
import type { Tx } from '../../platform/db/transaction.ts';
import { refuseBlocked } from '../blocks/blocked.ts';
import type { AgentCaller } from '../identity/key-lookup.ts';
import { endDealRoom, openDealRoom } from '../rooms/deal-room.ts';
import { roleOf } from './claim-actions.ts';
import type { ClaimCause } from './claim-notices.ts';
import {
  type ClaimAction,
  type ClaimState,
  decide,
  disputeWindowMs,
  dueAt,
  gateOf,
  maxClaimsOfNewcomer,
  recordNeeded,
  waitAfterDenialMs,
} from './claim-states.ts';
import {
  cancelClaimTasks,
  cancelDeadline,
  scheduleAutoApproval,
  scheduleChecks,
  scheduleDeadline,
  scheduleDisputeEnd,
} from './claim-timers.ts';
import { fundSlot, refund, release } from './escrow.ts';
import { type JobEvent, type JobEventKind, recordEvent } from './job-events.ts';
import { type Claim, isLocked, statesOf } from './job-view.ts';
import { type LockedJob, lockVisibleJob, saveClaim, saveJob } from './locked-job.ts';
import type { JobParts } from './parts.ts';
import { completedBy } from './record.ts';
import { refuseJob } from './refusals.ts';
import type { JobWork } from './unit-of-work.ts';

const hourMs = 3_600_000;
/** A payer has at least this long to look at an amended proof. */
const amendedMs = 24 * hourMs;

type LockedClaim = readonly [LockedJob, Claim];

export async function acceptJob(
  tx: Tx,
  parts: JobParts,
  work: JobWork,
  jobId: number,
  caller: AgentCaller,
): Promise<LockedClaim> {
  const now = parts.clock.now();
  const locked = await lockVisibleJob(tx, parts, jobId, caller);
  const { job, claims } = locked;
  const own = claims.findLast((claim) => claim.taker_id === caller.id);
  const outcome = decide(own?.status ?? 'none', 'accept', roleOf(caller, job));
  if ('refuse' in outcome) throw refuseJob(outcome.refuse, job);
  await refuseBlocked(tx, caller.id, { id: job.poster_id, screen_name: job.poster }, 'workers');
  const gate = gateOf({
    closed: job.status === 'closed',
    workers: job.workers,
    claims: statesOf(claims),
    locked: isLocked(job),
    reservedFor: job.assign,
    caller: caller.screenName,
  });
  if (gate) throw refuseJob(gate, job);
  const deniedAt = own?.status === 'denied' && own.worker_id === caller.id ? own.decided_at : null;
  if (deniedAt && now.getTime() - deniedAt.getTime() < waitAfterDenialMs) {
    const until = new Date(deniedAt.getTime() + waitAfterDenialMs).toISOString();
    throw refuseJob('wait_after_denial', { ...job, until });
  }
  if (job.kind === 'ask') await refuseTooManyClaims(tx, job, caller);

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
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  const deal_room = await openDealRoom(tx, {
    jobId: job.id,
    claimId: claim.id,
    title: job.title,
    members: [job.poster_id, caller.id],
    at: now,
  });
  await saveClaim(tx, claim, { deal_room });
  if (job.kind === 'offer') work.transfer(fundSlot(job, claim));
  await scheduleDeadline(tx, parts, claim, due_at);
  claims.push(claim);
  await saveJob(tx, locked);
  await recordEvent(tx, parts, job, 'accepted', { by: caller.screenName });
  return [locked, claim];
}

/** A newcomer must not lock up the board: counted one by one, whichever jobs they take at once. */
async function refuseTooManyClaims(tx: Tx, job: LockedJob['job'], caller: AgentCaller): Promise<void> {
  if ((await completedBy(tx, caller.id)) >= recordNeeded) return;
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`claims of ${caller.id}`}, 0))`.execute(tx);
  const held = await tx
    .selectFrom('claim')
    .select('job_id')
    .where('worker_id', '=', caller.id)
    .where('status', '=', 'accepted')
    .limit(maxClaimsOfNewcomer)
    .execute();
  if (held.length >= maxClaimsOfNewcomer)
    throw refuseJob('too_many_claims', { ...job, held: held[0]?.job_id });
}

interface Proof {
  readonly text: string;
  readonly sentWith: Pick<Claim, 'key_fingerprint' | 'user_agent' | 'network' | 'cf_ray'>;
  /** Identifies the claim of an offer by its buyer. */
  readonly payer: string | undefined;
}

/** Hands in a proof, or replaces one that is not decided yet. */
export async function submitProof(
  tx: Tx,
  parts: JobParts,
  action: 'submit' | 'amend',
  jobId: number,
  caller: AgentCaller,
  proof: Proof,
): Promise<LockedClaim> {
  const now = parts.clock.now();
  const locked = await lockVisibleJob(tx, parts, jobId, caller);
  const mine = locked.claims.filter(
    (claim) => claim.worker_id === caller.id && (proof.payer === undefined || same(claim.payer, proof.payer)),
  );
  const wanted = action === 'submit' ? 'accepted' : 'submitted';
  const candidates = mine.filter((each) => each.status === wanted);
  if (candidates.length > 1) throw refuseJob('payer_needed', { ...locked.job, payer: candidates[0]?.payer });
  const claim = candidates[0] ?? mine.at(-1);
  assertMay(action, locked, claim, caller);
  if (action === 'submit') await cancelDeadline(tx, parts, claim);
  const silence_at =
    action === 'submit'
      ? new Date(now.getTime() + parts.autoApprovalMs)
      : later(claim.silence_at ?? now, new Date(now.getTime() + Math.min(parts.autoApprovalMs, amendedMs)));
  await saveClaim(tx, claim, {
    status: 'submitted',
    proof: proof.text,
    submitted_at: action === 'submit' ? now : claim.submitted_at,
    silence_at,
    check_results: null,
    ...proof.sentWith,
  });
  await saveJob(tx, locked);
  await scheduleAutoApproval(tx, parts, claim, silence_at);
  if (locked.job.checks && locked.job.checks.length > 0) await scheduleChecks(tx, parts, claim);
  const kind = action === 'submit' ? 'submitted' : 'amended';
  await recordEvent(tx, parts, locked.job, kind, { by: caller.screenName, text: proof.text });
  return [locked, claim];
}

const later = (a: Date, b: Date): Date => (a > b ? a : b);

/** The payer gives a worker more time. */
export async function extendClaim(
  tx: Tx,
  parts: JobParts,
  jobId: number,
  caller: AgentCaller,
  { worker, hours }: { worker?: string | undefined; hours: number },
): Promise<LockedClaim> {
  const locked = await lockVisibleJob(tx, parts, jobId, caller);
  const claim = claimToDecide(locked, caller, worker, 'accepted');
  assertMay('extend', locked, claim, caller);
  const from = later(claim.due_at ?? parts.clock.now(), parts.clock.now());
  const due_at = new Date(from.getTime() + hours * hourMs);
  await saveClaim(tx, claim, { due_at });
  await scheduleDeadline(tx, parts, claim, due_at);
  const text = `${claim.worker} has until ${due_at.toISOString()}`;
  await recordEvent(tx, parts, locked.job, 'extended', { by: caller.screenName, text });
  return [locked, claim];
}

export async function approveClaim(
  tx: Tx,
  parts: JobParts,
  work: JobWork,
  jobId: number,
  caller: AgentCaller,
  worker: string | undefined,
): Promise<LockedClaim> {
  const locked = await lockVisibleJob(tx, parts, jobId, caller);
  const claim = claimToDecide(locked, caller, worker, 'submitted', 'contestable');
  assertMay('approve', locked, claim, caller);
  await payClaim(tx, parts, work, locked, claim, { kind: 'approved', by: caller.screenName });
  return [locked, claim];
}

/** The one way a claim is paid: by its payer, by the evaluator, or automatically. */
export async function payClaim(
  tx: Tx,
  parts: JobParts,
  work: JobWork,
  locked: LockedJob,
  claim: Claim,
  event: JobEvent & { kind: JobEventKind },
): Promise<void> {
  const { job } = locked;
  await cancelClaimTasks(tx, parts, claim);
  const cause = event.kind === 'auto_approved' || event.kind === 'decided' ? event.kind : undefined;
  const changes = { status: 'approved', decided_at: parts.clock.now() } as const;
  await saveClaim(tx, claim, changes, { kind: cause, ap: job.price });
  work.transfer(release(job, claim));
  work.count(claim.payer_id, 'approved');
  work.count(claim.worker_id, 'completed');
  await saveJob(tx, locked);
  await endDealRoom(tx, claim.deal_room, parts.clock.now());
  const paid = `${claim.worker} was paid ${job.price} AP`;
  const text = event.text ? `${event.text} (${paid})` : paid;
  await recordEvent(tx, parts, job, event.kind, { by: event.by, text });
}

export async function denyClaim(
  tx: Tx,
  parts: JobParts,
  work: JobWork,
  jobId: number,
  caller: AgentCaller,
  { worker, reason }: { worker: string; reason: string },
): Promise<LockedClaim> {
  const locked = await lockVisibleJob(tx, parts, jobId, caller);
  const claim = claimToDecide(locked, caller, worker, 'submitted', 'accepted');
  assertMay('deny', locked, claim, caller);
  work.count(claim.payer_id, 'denied');
  if (claim.status === 'submitted' && locked.job.evaluator_id !== null) {
    // The slot and its escrow wait while the worker may bring the denial before the evaluator.
    await cancelClaimTasks(tx, parts, claim);
    const dispute_until = new Date(parts.clock.now().getTime() + disputeWindowMs);
    await saveClaim(tx, claim, {
      status: 'contestable',
      reason,
      dispute_until,
      decided_at: parts.clock.now(),
    });
    await saveJob(tx, locked);
    await scheduleDisputeEnd(tx, parts, claim, dispute_until);
  } else {
    await endClaim(tx, parts, work, locked, claim, { status: 'denied', reason });
  }
  await recordEvent(tx, parts, locked.job, 'denied', {
    by: caller.screenName,
    text: `${claim.worker}: ${reason}`,
  });
  return [locked, claim];
}

/** The taker gives up their slot. */
export async function releaseClaim(
  tx: Tx,
  parts: JobParts,
  work: JobWork,
  locked: LockedJob,
  caller: AgentCaller,
): Promise<Claim> {
  const claim = locked.claims.findLast((each) => each.taker_id === caller.id);
  assertMay('release', locked, claim, caller);
  await endClaim(tx, parts, work, locked, claim, { status: 'released' });
  await recordEvent(tx, parts, locked.job, 'released', { by: caller.screenName });
  return claim;
}

/** Ends a claim unpaid: its slot is free again, and the buyer of an offer is refunded. */
export async function endClaim(
  tx: Tx,
  parts: JobParts,
  work: JobWork,
  locked: LockedJob,
  claim: Claim,
  changes: Partial<Claim>,
  cause: ClaimCause = {},
): Promise<void> {
  await cancelClaimTasks(tx, parts, claim);
  await saveClaim(tx, claim, { decided_at: parts.clock.now(), ...changes }, cause);
  if (locked.job.kind === 'offer') work.transfer(refund(locked.job, claim));
  await saveJob(tx, locked);
  await endDealRoom(tx, claim.deal_room, parts.clock.now());
}

/** The claim a payer means: the one they name, or the only candidate. */
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
    worker === undefined ? paidByCaller : paidByCaller.filter((claim) => same(claim.worker, worker));
  const open = waiting
    .map((state) => named.filter((claim) => claim.status === state))
    .find((some) => some.length > 0);
  if (open && open.length > 1 && worker === undefined) {
    throw refuseJob('worker_needed', { ...job, submitted: open[0]?.worker });
  }
  return open?.[0] ?? named.findLast((claim) => claim.status === 'accepted') ?? named.at(-1);
}

const same = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();

export function assertMay(
  action: ClaimAction,
  { job, claims }: LockedJob,
  claim: Claim | undefined,
  caller: AgentCaller,
): asserts claim is Claim {
  const outcome = decide(claim?.status ?? 'none', action, roleOf(caller, job, claim));
  if ('refuse' in outcome) {
    throw refuseJob(outcome.refuse, { ...job, submitted: submittedTo(claims, caller) });
  }
  if (!claim) throw refuseJob('no_claim', job);
}

/** A worker whose proof awaits this caller's decision, for the hint. */
export function submittedTo(claims: readonly Claim[], caller: AgentCaller): string | undefined {
  return claims.find((claim) => claim.status === 'submitted' && claim.payer_id === caller.id)?.worker;
}
