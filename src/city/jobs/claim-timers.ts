import { sql } from 'kysely';
import type { Tx } from '../../platform/db/transaction.ts';
import type { Task } from '../../platform/scheduler/task-kind.ts';
import { type ClockRepair, clockRepair } from '../../platform/uptime/clock-repair.ts';
import { deadlineWasAffected, type Outage, postponeDeadline } from '../../platform/uptime/outage.ts';
import { notify } from '../events/notify.ts';
import type { JobDependencies } from './dependencies.ts';
import type { Claim } from './job-view.ts';
import { decideBy, disputeNotice } from './notices.ts';

/** Task kinds as stored in the task table. */
export const autoApprovalKind = 'silence pays';
export const deadlineKind = 'claim deadline';
export const disputeKind = 'claim dispute';
export const checksKind = 'claim checks';
export const dependentsKind = 'job dependents';
export const savedSearchKind = 'saved searches';

/** The job id in the payload of a claim's task. */
export function jobIdOfTask({ payload }: Task): number {
  if (typeof payload === 'object' && payload !== null && 'job' in payload && typeof payload.job === 'number')
    return payload.job;
  throw new Error(`task payload has no job: ${JSON.stringify(payload)}`);
}

/** Protects the worker from a payer who never decides: the proof is approved automatically. */
export const scheduleAutoApproval = (
  tx: Tx,
  deps: JobDependencies,
  claim: Claim,
  dueAt: Date,
): Promise<void> => schedule(tx, deps, claim, autoApprovalKind, dueAt);

/** Releases an accepted claim that has no proof at its deadline. */
export const scheduleDeadline = (tx: Tx, deps: JobDependencies, claim: Claim, dueAt: Date): Promise<void> =>
  schedule(tx, deps, claim, deadlineKind, dueAt);

export const scheduleDisputeEnd = (tx: Tx, deps: JobDependencies, claim: Claim, dueAt: Date): Promise<void> =>
  schedule(tx, deps, claim, disputeKind, dueAt);

export const scheduleChecks = (tx: Tx, deps: JobDependencies, claim: Claim): Promise<void> =>
  schedule(tx, deps, claim, checksKind, deps.clock.now());

function schedule(tx: Tx, deps: JobDependencies, claim: Claim, kind: string, dueAt: Date): Promise<void> {
  const payload = { job: claim.job_id };
  return deps.tasks.reschedule(tx, { kind, subject: String(claim.id), dueAt, payload });
}

/** A claim that left `accepted` no longer has a deadline. */
export async function cancelDeadline(tx: Tx, deps: JobDependencies, claim: Claim): Promise<void> {
  await deps.tasks.cancel(tx, { kind: deadlineKind, subject: String(claim.id) });
}

/** A claim that ended or was decided needs no task. */
export async function cancelClaimTasks(tx: Tx, deps: JobDependencies, claim: Claim): Promise<void> {
  const subject = String(claim.id);
  if (claim.status === 'disputed' || claim.status === 'contestable')
    await deps.tasks.cancel(tx, { kind: disputeKind, subject });
  if (claim.submitted_at) await deps.tasks.cancel(tx, { kind: autoApprovalKind, subject });
  else await cancelDeadline(tx, deps, claim);
}

const kinds = [autoApprovalKind, deadlineKind, disputeKind];
const dueAt = sql.ref('task.due_at');

/** Keeps the deadline columns of a claim equal to the due date of its task. */
const deadlines = sql`
  due_at = CASE WHEN moved.kind = ${deadlineKind} THEN moved.due_at ELSE claim.due_at END,
  silence_at = CASE WHEN moved.kind = ${autoApprovalKind} THEN moved.due_at ELSE silence_at END,
  dispute_until = CASE WHEN moved.kind = ${disputeKind} THEN moved.due_at ELSE dispute_until END`;

/** Extends deadlines by an outage, because no party could act during it. */
export async function moveClaimDeadlines(tx: Tx, outage: Outage): Promise<void> {
  const { rows } = await sql<MovedDispute>`WITH moved AS (
      UPDATE task SET due_at = ${postponeDeadline(dueAt, outage)}, ready_at = ${postponeDeadline(dueAt, outage)}
      WHERE kind = ANY(${kinds}::text[]) AND failed_at IS NULL AND ${deadlineWasAffected(dueAt, outage)}
      RETURNING kind, subject, due_at)
    UPDATE claim SET ${deadlines} FROM moved, job
    WHERE claim.id = moved.subject::bigint AND job.id = claim.job_id
    RETURNING claim.id, claim.status, claim.worker, claim.dispute_until, job.id AS job_id, claim.evaluator_id`.execute(
    tx,
  );
  for (const { status, ...dispute } of rows)
    if (status === 'disputed') await announceNewDeadline(tx, dispute, outage.until);
}

interface MovedDispute {
  readonly id: number;
  readonly status: string;
  readonly worker: string;
  readonly dispute_until: Date;
  readonly job_id: number;
  readonly evaluator_id: number | null;
}

/** Sends the evaluator the new date, and corrects the date in the event that announced the dispute. */
async function announceNewDeadline(tx: Tx, dispute: Omit<MovedDispute, 'status'>, at: Date): Promise<void> {
  const { id, worker, dispute_until, job_id, evaluator_id } = dispute;
  if (evaluator_id === null) return;
  await sql`UPDATE agent_event SET text = regexp_replace(text, ${`${decideBy('\\S+')}$`}, ${`${decideBy(dispute_until.toISOString())}.`})
    WHERE agent_id = ${evaluator_id} AND kind = 'job.disputed' AND data->>'claim' = ${String(id)}`.execute(
    tx,
  );
  const text = `The service was down, so you have longer for the denial of ${worker} on job ${job_id}.`;
  notify(
    tx,
    disputeNotice({
      evaluatorId: evaluator_id,
      worker,
      jobId: job_id,
      claimId: id,
      at,
      text,
      until: dispute_until,
    }),
  );
}

/** Runs after the tasks were repaired. */
export const claimRepairs: readonly ClockRepair[] = [
  clockRepair(
    'claims',
    ({ now, latest }) => sql`UPDATE claim SET ${deadlines}, accepted_at = least(accepted_at, ${now}),
      submitted_at = least(submitted_at, ${now})
      FROM task AS moved WHERE moved.kind = ANY(${kinds}::text[]) AND claim.id = moved.subject::bigint
        AND (accepted_at > ${latest} OR submitted_at > ${latest})`,
  ),
];
