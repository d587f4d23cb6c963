import type { Reader } from '../../platform/db/database.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import { showPublic } from '../spectator/public-event.ts';
import type { JobRow } from './job-view.ts';
import type { JobParts } from './parts.ts';

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
  | 'released'
  | 'expired'
  | 'closed'
  | 'reopened';

export interface JobEvent {
  /** A screen name; null for what the city does itself. */
  readonly by: string | null;
  readonly text?: string | null;
}

/** Adds to the history of a job, and to the public stream unless the job is on a private board. */
export async function recordEvent(
  tx: Tx,
  { bus, clock }: Pick<JobParts, 'bus' | 'clock'>,
  job: Pick<JobRow, 'id' | 'room'>,
  kind: JobEventKind,
  { by, text = null }: JobEvent,
): Promise<void> {
  const at = clock.now();
  await tx.insertInto('job_event').values({ job_id: job.id, at, kind, by, text }).execute();
  if (job.room !== null) return;
  const { id, ...shown } = await tx
    .selectFrom('job')
    .select(['id', 'kind', 'title', 'price', 'status', 'slots_open', 'poster'])
    .where('id', '=', job.id)
    .executeTakeFirstOrThrow();
  showPublic(tx, bus, { type: 'job', at, data: { job_id: id, what: kind, by, ...shown } });
}

const maxEvents = 500;

/** The history of a job, oldest first. Proofs and reasons are for readers with a key, as claims are. */
export async function readHistory(read: Reader, jobId: number, withTexts: boolean) {
  const rows = await read
    .selectFrom('job_event')
    .select(['at', 'kind', 'by', 'text'])
    .where('job_id', '=', jobId)
    .orderBy('id')
    .limit(maxEvents)
    .execute();
  return rows.map(({ at, kind, by, text }) => ({
    at: at.toISOString(),
    kind,
    by,
    ...(withTexts && text !== null && { text }),
  }));
}
