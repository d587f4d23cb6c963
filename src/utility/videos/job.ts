import { randomBytes } from 'node:crypto';
import type { Selectable } from 'kysely';
import type { Clock } from '../../platform/clock.ts';
import type { Reader } from '../../platform/db/database.ts';
import type { Tables } from '../../platform/db/tables.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import { notFound } from '../../platform/http/errors.ts';
import type { TaskQueue } from '../../platform/scheduler/queue.ts';
import type { Storyboard } from '../../video/storyboard.ts';
import type { Voice } from '../../video/voice/voices.ts';

export const renderKind = 'render videos';
const tokenBytes = 24;

export type VideoJob = Selectable<Tables['video_job']>;
export type PaidBy = 'free' | 'x402' | 'own_model' | 'owed';

interface NewJob {
  readonly owner: string;
  readonly topic: string;
  readonly voice: Voice;
  readonly paidBy: PaidBy;
  /** Where it was written during the request. */
  readonly storyboard?: Storyboard | undefined;
}

/** The job and its task, with the transaction of what pays for it. */
export async function addJob(
  tx: Tx,
  parts: { tasks: TaskQueue; clock: Clock },
  job: NewJob,
): Promise<string> {
  const now = parts.clock.now();
  const id = `vid_${randomBytes(12).toString('hex')}`;
  const { owner, topic, voice, paidBy, storyboard } = job;
  await tx
    .insertInto('video_job')
    .values({
      id,
      owner,
      topic,
      voice,
      paid_by: paidBy,
      owed: false,
      status: 'queued',
      stage: storyboard ? 'voice' : 'script',
      progress: 0,
      storyboard: storyboard ? JSON.stringify(storyboard) : null,
      token: randomBytes(tokenBytes).toString('base64url'),
      created_at: now,
    })
    .execute();
  await parts.tasks.schedule(tx, { kind: renderKind, subject: id, dueAt: now });
  return id;
}

export const findJob = (read: Reader, id: string): Promise<VideoJob | undefined> =>
  read.selectFrom('video_job').selectAll().where('id', '=', id).executeTakeFirst();

/** A render that a failed job still owes its owner, taken by one call. */
export async function takeOwed(tx: Tx, owner: string): Promise<boolean> {
  const taken = await tx
    .updateTable('video_job')
    .set({ owed: false })
    .where('id', '=', (job) =>
      job
        .selectFrom('video_job')
        .select('id')
        .where('owner', '=', owner)
        .where('owed', '=', true)
        .limit(1)
        .forUpdate()
        .skipLocked(),
    )
    .returning('id')
    .executeTakeFirst();
  return taken !== undefined;
}

/** The caller's own; another's is not told from one that is not there. */
export function owned(job: VideoJob | undefined, id: string, owner: string): VideoJob {
  if (job && job.owner === owner) return job;
  throw notFound(
    `you have no video ${id.slice(0, 40)}`,
    'POST /video {"topic": "why octopuses have three hearts"} makes one and answers with its job_id.',
  );
}
