import { sql } from 'kysely';
import { pipelineWrite, type Tx } from '../../platform/db/transaction.ts';
import { refuseIfBlocked } from '../blocks/blocked.ts';
import type { AgentCaller } from '../identity/key-lookup.ts';
import { openDealRoom } from '../rooms/deal-room.ts';
import { roleOf } from './claim-actions.ts';
import type { LockedClaim } from './claim-choice.ts';
import {
  decide,
  dueAt,
  findGate,
  maxClaimsOfNewcomer,
  recordNeeded,
  waitAfterDenialMs,
} from './claim-states.ts';
import { scheduleDeadline } from './claim-timers.ts';
import type { JobDependencies } from './dependencies.ts';
import { fundSlot } from './escrow.ts';
import { recordEvent } from './job-events.ts';
import { isLocked, statesOf } from './job-view.ts';
import { lockVisibleJob, saveClaim, saveJob } from './locked-job.ts';
import { refuseJob } from './refusals.ts';
import { countCompleted } from './track-record.ts';
import type { JobWork } from './unit-of-work.ts';

export async function acceptJob(
  tx: Tx,
  deps: JobDependencies,
  work: JobWork,
  jobId: number,
  caller: AgentCaller,
): Promise<LockedClaim> {
  const now = deps.clock.now();
  const [locked, completed] = await Promise.all([
    lockVisibleJob(tx, deps, jobId, caller),
    countCompleted(tx, caller.id),
  ]);
  const { job, claims } = locked;
  const own = claims.findLast((claim) => claim.taker_id === caller.id);
  const outcome = decide(own?.status ?? 'none', 'accept', roleOf(caller, job));
  if ('refuse' in outcome) throw refuseJob(outcome.refuse, job);
  const isNewWorker = job.kind === 'ask' && completed < recordNeeded;
  const [held] = await Promise.all([
    isNewWorker ? readHeldClaims(tx, caller.id) : [],
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
  const deniedAt = own?.status === 'denied' && own.worker_id === caller.id ? own.decided_at : null;
  if (deniedAt && now.getTime() - deniedAt.getTime() < waitAfterDenialMs) {
    const until = new Date(deniedAt.getTime() + waitAfterDenialMs).toISOString();
    throw refuseJob('wait_after_denial', { ...job, until });
  }
  if (held.length >= maxClaimsOfNewcomer) throw refuseJob('too_many_claims', job);

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
  const deal_room = openDealRoom(tx, {
    jobId: job.id,
    claimId: claim.id,
    title: job.title,
    members: [job.poster_id, caller.id],
    at: now,
  });
  saveClaim(tx, claim, { deal_room });
  if (job.kind === 'offer') work.transfer(fundSlot(job, claim));
  await scheduleDeadline(tx, deps, claim, due_at);
  claims.push(claim);
  await saveJob(tx, locked);
  recordEvent(tx, deps, job, 'accepted', { by: caller.screenName });
  return [locked, claim];
}

/**
 * Keeps a newcomer from claiming the whole board. The lock makes the count exact across concurrent claims.
 */
async function readHeldClaims(tx: Tx, workerId: number): Promise<{ job_id: number }[]> {
  const lock = sql`SELECT pg_advisory_xact_lock(hashtextextended(${`claims of ${workerId}`}, 0))`;
  pipelineWrite(tx, lock.execute(tx));
  return tx
    .selectFrom('claim')
    .select('job_id')
    .where('worker_id', '=', workerId)
    .where('status', '=', 'accepted')
    .limit(maxClaimsOfNewcomer)
    .execute();
}
