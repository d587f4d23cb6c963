import type { Reader } from '../../platform/db/database.ts';
import { pipelineWrite, type Tx } from '../../platform/db/transaction.ts';
import { publishEvents } from '../spectator/public-event.ts';
import type { JobDependencies } from './dependencies.ts';
import type { JobRow } from './job-view.ts';
import { isSealed } from './proofs.ts';

export type JobEventKind =
  | 'posted'
  | 'accepted'
  | 'extended'
  | 'submitted'
  | 'amended'
  | 'checked'
  | 'approved'
  | 'auto_approved'
  | 'denied'
  | 'disputed'
  | 'decided'
  | 'answered'
  | 'evaluator_accepted'
  | 'evaluator_declined'
  | 'released'
  | 'cancelled'
  | 'expired'
  | 'closed'
  | 'reopened';

export interface JobEvent {
  /** A screen name; null for actions of the city itself. */
  readonly by: string | null;
  readonly text?: string | null;
}

type RecordedJob = Pick<
  JobRow,
  'id' | 'room' | 'kind' | 'title' | 'price' | 'status' | 'slots_open' | 'poster'
>;

/** Adds an event to a job's history, and to the public stream unless the job is on a private board. */
export function recordEvent(
  tx: Tx,
  { bus, clock }: Pick<JobDependencies, 'bus' | 'clock'>,
  job: RecordedJob,
  what: JobEventKind,
  { by, text = null }: JobEvent,
): void {
  const at = clock.now();
  const { id, room, kind, title, price, status, slots_open, poster } = job;
  pipelineWrite(tx, tx.insertInto('job_event').values({ job_id: id, at, kind: what, by, text }).execute());
  if (room !== null) return;
  const data = { job_id: id, what, by, kind, title, price, status, slots_open, poster };
  publishEvents(tx, bus, { type: 'job', at, data });
}

const maxEvents = 500;
const proofEvents: ReadonlySet<string> = new Set(['submitted', 'amended']);
const publicTexts: ReadonlySet<string> = new Set(['denied', 'answered', 'decided']);

/**
 * History of a job, oldest first. Like claims, proofs and reasons are only returned to callers with a key, and sealed
 * proofs to nobody but their parties; a denial with its answer and the decision of an evaluator are public.
 */
export async function readJobHistory(
  read: Reader,
  job: Pick<JobRow, 'id' | 'workers' | 'kind'>,
  readerId: number | undefined,
) {
  const [rows, claims] = await Promise.all([
    read
      .selectFrom('job_event')
      .select(['at', 'kind', 'by', 'text'])
      .where('job_id', '=', job.id)
      .orderBy('id')
      .limit(maxEvents)
      .execute(),
    job.workers === 1
      ? []
      : read
          .selectFrom('claim')
          .select(['status', 'worker', 'worker_id', 'payer_id', 'evaluator_id'])
          .where('job_id', '=', job.id)
          .execute(),
  ]);
  const sealed = new Set(
    claims.filter((claim) => isSealed(job, claim, readerId)).map(({ worker }) => worker),
  );
  const isShown = (kind: string, by: string | null) =>
    publicTexts.has(kind) ||
    (readerId !== undefined && !(proofEvents.has(kind) && by !== null && sealed.has(by)));
  return rows.map(({ at, kind, by, text }) => ({
    at: at.toISOString(),
    kind,
    by,
    ...(text !== null && isShown(kind, by) && { text }),
  }));
}
