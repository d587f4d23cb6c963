import type { Transfer } from '../../ledger/movement.ts';
import type { Ledger } from '../../ledger/transfer.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Reader } from '../../platform/db/database.ts';
import { beforeCommit, pipelineWrite, type Tx } from '../../platform/db/transaction.ts';
import { notEnough } from '../money/account.ts';
import { isMember } from '../rooms/membership.ts';
import { deriveJobStatus, slotsOpen } from './claim-states.ts';
import { type Claim, type JobRow, jobQuery, statesOf } from './job-view.ts';
import { type ClaimCause, notifyOfClaim, notifyUnlocked } from './notices.ts';
import { addCounts, type RecordCounter, updateMedian } from './records.ts';
import { noSuchJob } from './refusals.ts';

/** A job and all its claims, locked, so that changes to a job are serialised. */
export interface LockedJob {
  readonly job: JobRow;
  readonly claims: Claim[];
}

export async function lockJob(tx: Tx, jobId: number, now: Date): Promise<LockedJob> {
  const [job, claims] = await Promise.all([
    jobQuery(tx, now).where('job.id', '=', jobId).forUpdate('job').executeTakeFirst(),
    tx.selectFrom('claim').selectAll().where('job_id', '=', jobId).orderBy('id').execute(),
  ]);
  if (!job) throw noSuchJob(jobId);
  return { job, claims };
}

/** A job on a private board is visible only to members of the room and to parties of the job. */
export async function assertJobVisible(
  read: Reader,
  job: Pick<JobRow, 'id' | 'room' | 'poster_id'>,
  callerId: number | undefined,
): Promise<void> {
  if (job.room === null) return;
  if (callerId === undefined) throw noSuchJob(job.id);
  if (job.poster_id === callerId || (await isMember(read, job.room, callerId))) return;
  const evaluated = await read
    .selectFrom('job')
    .select('id')
    .where('id', '=', job.id)
    .where('evaluator_id', '=', callerId)
    .executeTakeFirst();
  if (evaluated) return;
  const claim = await read
    .selectFrom('claim')
    .select('id')
    .where('job_id', '=', job.id)
    .where('taker_id', '=', callerId)
    .executeTakeFirst();
  if (!claim) throw noSuchJob(job.id);
}

/** Writes the status and number of free slots that follow from the claims in memory. */
export async function saveJob(
  tx: Tx,
  { job, claims }: LockedJob,
  closedAt: Date | null = job.closed_at,
): Promise<void> {
  const states = statesOf(claims);
  const wasDone = job.status === 'done';
  job.closed_at = closedAt;
  job.status = deriveJobStatus(job.workers, states, closedAt !== null);
  job.slots_open = slotsOpen(job.workers, states);
  const saved = { status: job.status, slots_open: job.slots_open, closed_at: job.closed_at };
  pipelineWrite(tx, tx.updateTable('job').set(saved).where('id', '=', job.id).execute());
  if (job.status === 'done' && !wasDone) await notifyUnlocked(tx, job.id, lastDecision(claims));
}

/** How many evaluator's fees the escrow of an ask holds. */
export function saveFees(tx: Tx, job: JobRow, fees_held: number): void {
  job.fees_held = fees_held;
  pipelineWrite(tx, tx.updateTable('job').set({ fees_held }).where('id', '=', job.id).execute());
}

const lastDecision = (claims: readonly Claim[]): Date =>
  new Date(Math.max(...claims.map((claim) => claim.decided_at?.getTime() ?? 0)));

export function saveClaim(tx: Tx, claim: Claim, changes: Partial<Claim>, cause: ClaimCause = {}): void {
  const before = claim.status;
  Object.assign(claim, changes);
  const { check_results, ...rest } = changes;
  const saved = tx
    .updateTable('claim')
    .set({
      ...rest,
      ...(check_results !== undefined && {
        check_results: check_results === null ? null : JSON.stringify(check_results),
      }),
    })
    .where('id', '=', claim.id)
    .execute();
  pipelineWrite(tx, saved);
  notifyOfClaim(tx, claim, changes, before, cause);
}

/** Reloads the job after a change, with its poster's current counters. */
export async function reloadJob(tx: Tx, locked: LockedJob, now: Date): Promise<void> {
  const row = await jobQuery(tx, now).where('job.id', '=', locked.job.id).executeTakeFirstOrThrow();
  Object.assign(locked.job, row);
}

export async function lockVisibleJob(
  tx: Tx,
  { clock }: { clock: Clock },
  jobId: number,
  caller: { id: number },
): Promise<LockedJob> {
  const locked = await lockJob(tx, jobId, clock.now());
  await assertJobVisible(tx, locked.job, caller.id);
  return locked;
}

/** Money and counter changes of one transaction. Job functions only add to it; they have no ledger. */
export interface JobWork {
  transfer(transfer: Transfer): void;
  count(agentId: number, counter: RecordCounter): void;
}

/**
 * Collects the transfers and counters of a job change. They are applied at the end of the transaction,
 * counters first and each in a fixed order, so that changes that touch the same agents cannot deadlock.
 */
export function jobWork(tx: Tx, ledger: Ledger): JobWork {
  const counts: { agentId: number; counter: RecordCounter }[] = [];
  beforeCommit(tx, 'counters', async (closing) => {
    await addCounts(closing, counts);
    for (const { agentId, counter } of counts)
      if (counter === 'approved' || counter === 'denied') await updateMedian(closing, agentId);
  });
  return {
    transfer: (transfer) =>
      ledger.collect(tx, [transfer], (error) =>
        error.account.startsWith('agent:') ? notEnough(error) : error,
      ),
    count: (agentId, counter) => void counts.push({ agentId, counter }),
  };
}
