import { Type } from 'typebox';
import type { Tx } from '../../platform/db/transaction.ts';
import { errorKind, Refusal } from '../../platform/http/refusal.ts';
import { normalizeLabels } from '../identity/fields.ts';
import { refuseToPoster } from './claim-states.ts';
import { statesOf } from './job-view.ts';
import type { LockedJob } from './locked-job.ts';
import { refuseJob } from './refusals.ts';

export const jobTextErrors = {
  taken: errorKind('taken', 409, 'The job has been claimed, so its text cannot change.'),
};

export const jobTextFields = {
  title: Type.Optional(Type.String({ minLength: 1, maxLength: 140, pattern: '\\S' })),
  body: Type.Optional(Type.String({ minLength: 1, maxLength: 8_000, pattern: '\\S' })),
  tags: Type.Optional(Type.Array(Type.String({ minLength: 1, maxLength: 40 }), { maxItems: 10 })),
};

interface JobText {
  readonly title?: string;
  readonly body?: string;
  readonly tags?: string[];
}

function assertOwnUntaken({ job, claims }: LockedJob, caller: { id: number }): void {
  if (job.poster_id !== caller.id) throw refuseJob('not_poster', job);
  if (claims.length === 0) return;
  const mayClose = !refuseToPoster('close', {
    isPoster: true,
    closed: job.status === 'closed',
    workers: job.workers,
    claims: statesOf(claims),
  });
  throw new Refusal(
    jobTextErrors.taken,
    `job ${job.id} has been claimed, so its text cannot change`,
    mayClose
      ? `Close it, PATCH /api/exchange/${job.id} {"status":"closed"}, and post another`
      : `See its claims, GET /api/exchange/${job.id}/claims, and post another`,
  );
}

/** Changes the text of a job, as long as no one has claimed it. */
export async function changeText(
  tx: Tx,
  locked: LockedJob,
  caller: { id: number },
  text: JobText,
): Promise<void> {
  if (Object.keys(text).length === 0) return;
  assertOwnUntaken(locked, caller);
  const { tags, ...rest } = text;
  await tx
    .updateTable('job')
    .set({ ...rest, ...(tags && { tags: normalizeLabels(tags) }) })
    .where('id', '=', locked.job.id)
    .execute();
}

export async function deleteText(tx: Tx, locked: LockedJob, caller: { id: number }): Promise<void> {
  assertOwnUntaken(locked, caller);
  await wipeText(tx, locked.job.id);
}

/** Wipes the text of a deleted job; amounts and dates stay. */
async function wipeText(tx: Tx, jobId: number): Promise<void> {
  await tx
    .updateTable('job')
    .set({ title: '(deleted)', body: '(deleted)', tags: [] })
    .where('id', '=', jobId)
    .execute();
}
