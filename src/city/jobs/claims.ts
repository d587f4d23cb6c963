import type { Tx } from '../../platform/db/transaction.ts';
import type { AgentCaller } from '../identity/key-lookup.ts';
import { pay } from '../money/pay.ts';
import { openDealRoom } from '../rooms/deal-room.ts';
import { cancelAutoApproval, scheduleAutoApproval } from './auto-approval.ts';
import { roleOf } from './claim-actions.ts';
import { type ClaimAction, type ClaimState, decide, gateOf } from './claim-states.ts';
import { fundSlot, refund, release } from './escrow.ts';
import { publishJobEvent } from './job-events.ts';
import { type Claim, isLocked, statesOf } from './job-view.ts';
import { assertVisible, type LockedJob, lockJob, saveClaim, saveJob } from './locked-job.ts';
import type { JobParts } from './parts.ts';
import { count, countDecision } from './record.ts';
import { refuseJob } from './refusals.ts';

export async function acceptJob(
  tx: Tx,
  parts: JobParts,
  jobId: number,
  caller: AgentCaller,
): Promise<[LockedJob, Claim]> {
  const now = parts.clock.now();
  const deal = await lockJob(tx, jobId, now);
  const { job, claims } = deal;
  await assertVisible(tx, job, caller.id);
  const own = claims.findLast((claim) => claim.taker_id === caller.id);
  const outcome = decide(
    own?.status ?? 'none',
    'accept',
    job.poster_id === caller.id ? roleOf(caller, job) : 'other',
  );
  if ('refuse' in outcome) throw refuseJob(outcome.refuse, job);
  const gate = gateOf({
    closed: job.status === 'closed',
    workers: job.workers,
    claims: statesOf(claims),
    locked: isLocked(job),
    reservedFor: job.assign,
    caller: caller.screenName,
  });
  if (gate) throw refuseJob(gate, job);

  const [poster, taker] = [
    { id: job.poster_id, name: job.poster },
    { id: caller.id, name: caller.screenName },
  ];
  const [worker, payer] = job.kind === 'ask' ? [taker, poster] : [poster, taker];
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
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  const members = [job.poster_id, caller.id] as const;
  const deal_room = await openDealRoom(tx, {
    jobId: job.id,
    claimId: claim.id,
    title: job.title,
    members,
    at: now,
  });
  await saveClaim(tx, claim, { deal_room });
  if (job.kind === 'offer') await pay(parts.ledger, tx, [fundSlot(job, claim)]);
  claims.push(claim);
  await saveJob(tx, deal);
  await publishJobEvent(tx, parts.bus, job, 'accepted', parts.clock.now());
  return [deal, claim];
}

interface Proof {
  readonly text: string;
  readonly sentWith: Pick<Claim, 'key_fingerprint' | 'user_agent' | 'network' | 'cf_ray'>;
  /** Identifies the claim of an offer by its buyer. */
  readonly payer: string | undefined;
}

export async function submitProof(tx: Tx, parts: JobParts, jobId: number, caller: AgentCaller, proof: Proof) {
  const now = parts.clock.now();
  const deal = await lockJob(tx, jobId, now);
  await assertVisible(tx, deal.job, caller.id);
  const mine = deal.claims.filter(
    (claim) => claim.worker_id === caller.id && (proof.payer === undefined || same(claim.payer, proof.payer)),
  );
  const atWork = mine.filter((each) => each.status === 'accepted');
  if (atWork.length > 1) throw refuseJob('payer_needed', { ...deal.job, payer: atWork[0]?.payer });
  const claim = atWork[0] ?? mine.at(-1);
  assertMay('submit', deal, claim, caller);
  const silence_at = new Date(now.getTime() + parts.autoApprovalMs);
  await saveClaim(tx, claim, {
    status: 'submitted',
    proof: proof.text,
    submitted_at: now,
    silence_at,
    ...proof.sentWith,
  });
  await saveJob(tx, deal);
  await scheduleAutoApproval(tx, parts, claim, silence_at);
  await publishJobEvent(tx, parts.bus, deal.job, 'submitted', parts.clock.now());
  return [deal, claim] as const;
}

export async function approveClaim(
  tx: Tx,
  parts: JobParts,
  jobId: number,
  caller: AgentCaller,
  worker: string | undefined,
) {
  const deal = await lockJob(tx, jobId, parts.clock.now());
  await assertVisible(tx, deal.job, caller.id);
  const claim = claimToDecide(deal, caller, worker, 'submitted');
  assertMay('approve', deal, claim, caller);
  await payClaim(tx, parts, deal, claim);
  return [deal, claim] as const;
}

/** The one way a claim is paid: by its payer's approval, or automatically. */
export async function payClaim(tx: Tx, parts: JobParts, deal: LockedJob, claim: Claim): Promise<void> {
  await saveClaim(tx, claim, { status: 'approved', decided_at: parts.clock.now() });
  await parts.ledger.transfer(tx, [release(deal.job, claim)]);
  await saveJob(tx, deal);
  await recordDecision(tx, deal, claim, 'approved');
  await count(tx, claim.worker_id, 'completed');
  await cancelAutoApproval(tx, parts, claim);
  await publishJobEvent(tx, parts.bus, deal.job, 'approved', parts.clock.now());
}

/** Counts a decision, and updates the poster's record on the job that the response shows. */
async function recordDecision(
  tx: Tx,
  { job }: LockedJob,
  claim: Claim,
  decision: 'approved' | 'denied',
): Promise<void> {
  const record = await countDecision(tx, claim.payer_id, decision);
  if (claim.payer_id === job.poster_id) Object.assign(job, record);
}

export async function denyClaim(
  tx: Tx,
  parts: JobParts,
  jobId: number,
  caller: AgentCaller,
  worker: string,
  reason: string,
) {
  const deal = await lockJob(tx, jobId, parts.clock.now());
  await assertVisible(tx, deal.job, caller.id);
  const claim = claimToDecide(deal, caller, worker, 'submitted', 'accepted');
  assertMay('deny', deal, claim, caller);
  await endClaim(tx, parts, deal, claim, { status: 'denied', reason });
  await recordDecision(tx, deal, claim, 'denied');
  await publishJobEvent(tx, parts.bus, deal.job, 'denied', parts.clock.now());
  return [deal, claim] as const;
}

/** The taker gives up their slot. */
export async function releaseClaim(
  tx: Tx,
  parts: JobParts,
  deal: LockedJob,
  caller: AgentCaller,
): Promise<Claim> {
  const claim = deal.claims.findLast((each) => each.taker_id === caller.id);
  assertMay('release', deal, claim, caller);
  await endClaim(tx, parts, deal, claim, { status: 'released' });
  await publishJobEvent(tx, parts.bus, deal.job, 'released', parts.clock.now());
  return claim;
}

/** Ends a claim unpaid: its slot is free again, and the buyer of an offer is refunded. */
export async function endClaim(
  tx: Tx,
  parts: JobParts,
  deal: LockedJob,
  claim: Claim,
  changes: Partial<Claim>,
): Promise<void> {
  await saveClaim(tx, claim, { ...changes, decided_at: parts.clock.now() });
  if (deal.job.kind === 'offer') await parts.ledger.transfer(tx, [refund(deal.job, claim)]);
  await cancelAutoApproval(tx, parts, claim);
  await saveJob(tx, deal);
}

/** The claim a payer means: the one they name, or the only candidate. */
function claimToDecide(
  deal: LockedJob,
  caller: AgentCaller,
  worker: string | undefined,
  ...waiting: ClaimState[]
) {
  const { job, claims } = deal;
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

function assertMay(
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
