import { sql } from 'kysely';
import type { Tx } from '../../platform/db/transaction.ts';
import { refuseBlocked } from '../blocks/blocked.ts';
import type { AgentCaller } from '../identity/key-lookup.ts';
import { openDealRoom } from '../rooms/deal-room.ts';
import { roleOf } from './claim-actions.ts';
import type { LockedClaim } from './claim-choice.ts';
import {
  decide,
  dueAt,
  gateOf,
  maxClaimsOfNewcomer,
  recordNeeded,
  waitAfterDenialMs,
} from './claim-states.ts';
import { scheduleDeadline } from './claim-timers.ts';
import { fundSlot } from './escrow.ts';
import { recordEvent } from './job-events.ts';
import { isLocked, statesOf } from './job-view.ts';
import { type LockedJob, lockVisibleJob, saveClaim, saveJob } from './locked-job.ts';
import type { JobParts } from './parts.ts';
import { completedBy } from './record.ts';
import { refuseJob } from './refusals.ts';
import type { JobWork } from './unit-of-work.ts';

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
