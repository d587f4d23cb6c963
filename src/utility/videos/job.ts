import { randomBytes } from 'node:crypto';
import type { Selectable } from 'kysely';
import type { Clock } from '../../platform/clock.ts';
import type { Reader } from '../../platform/db/database.ts';
import { toStorable } from '../../platform/db/row-values.ts';
import type { Tables } from '../../platform/db/tables.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import { notFound } from '../../platform/http/errors.ts';
import type { TaskQueue } from '../../platform/scheduler/queue.ts';
import type { WrittenScript } from '../../video/script/script.ts';
import { voices } from '../../video/voice/voices.ts';
import { fingerprintRequest, type VideoRequest } from './request.ts';

export const renderKind = 'render videos';
/** A separate kind, so that samples do not take the slots of ordered videos. */
export const renderSampleKind = 'render sample videos';
/** No key has this subject: samples belong to the operator, are never charged and never expire. */
export const sampleOwner = 'samples';
const tokenBytes = 24;
const seedChars = 8;

/** Everything random about how a video looks follows from the end of its id. */
export const toSeed = (id: string): number => Number.parseInt(id.slice(-seedChars), 16);

export type VideoJob = Selectable<Tables['video_job']>;
export type PaidBy = 'free' | 'x402' | 'own_model' | 'owed';

interface NewVideoJob {
  readonly owner: string;
  readonly request: VideoRequest;
  readonly paidBy: PaidBy;
  /** Set if the script was written during the request. */
  readonly script?: WrittenScript | undefined;
  readonly notify?: { readonly url: string; readonly secret: Buffer } | undefined;
  /** Id of its preview, whose look it gets. */
  readonly preview?: string | undefined;
}

/** Inserts the job and its task in the transaction that pays for it. */
export async function addJob(
  tx: Tx,
  deps: { tasks: TaskQueue; clock: Clock },
  job: NewVideoJob,
): Promise<string> {
  const now = deps.clock.now();
  const { owner, request, paidBy, script, notify, preview } = job;
  const look = preview?.slice(-seedChars) ?? randomBytes(seedChars / 2).toString('hex');
  const id = `vid_${randomBytes(8).toString('hex')}${look}`;
  await tx
    .insertInto('video_job')
    .values({
      id,
      owner,
      topic: request.topic,
      voice: request.voice,
      request: JSON.stringify(request),
      fingerprint: fingerprintRequest(request),
      notify: notify?.url ?? null,
      notify_secret: notify?.secret ?? null,
      paid_by: paidBy,
      owed: false,
      status: 'queued',
      stage: script ? 'voice' : 'script',
      progress: 0,
      ...(script ? scriptColumns(script) : { storyboard: null }),
      token: randomBytes(tokenBytes).toString('base64url'),
      created_at: now,
    })
    .execute();
  const kind = owner === sampleOwner ? renderSampleKind : renderKind;
  await deps.tasks.schedule(tx, { kind, subject: id, dueAt: now });
  return id;
}

/** Columns that store the script of a job. */
export const scriptColumns = ({ storyboard, by, sources, answers, claim, notes }: WrittenScript) => ({
  // A model may write characters that PostgreSQL cannot store.
  storyboard: JSON.stringify(toStorable(storyboard)),
  script_by: by,
  sources: JSON.stringify(toStorable(sources)),
  answers_topic: answers,
  claim: claim && JSON.stringify(toStorable(claim)),
  notes: JSON.stringify(toStorable(notes)),
});

/** The finished video of an identical request by this owner, if it is still kept and answers its topic. */
export const findFinishedDuplicate = (read: Reader, owner: string, request: VideoRequest, now: Date) =>
  read
    .selectFrom('video_job')
    .select('id')
    .where('owner', '=', owner)
    .where('fingerprint', '=', fingerprintRequest(request))
    .where('status', '=', 'done')
    .where('removed_at', 'is', null)
    .where('expires_at', '>', now)
    .where('answers_topic', 'is not', false)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();

/** The request of a job. Jobs created before requests were stored have only a topic and a voice. */
export const readStoredRequest = ({ request, topic, voice }: VideoJob): VideoRequest =>
  request ?? {
    topic,
    voice: voices.find((each) => each === voice) ?? 'af_heart',
    facts: [],
    script: null,
    storyboard: null,
    images: [],
    style: 'auto',
    length_s: null,
    format: '9:16',
    language: 'en',
  };

export const findJob = (read: Reader, id: string): Promise<VideoJob | undefined> =>
  read.selectFrom('video_job').selectAll().where('id', '=', id).executeTakeFirst();

/** Takes a render that a failed job still owes its owner; each is taken once. */
export async function takeOwedVideo(tx: Tx, owner: string): Promise<boolean> {
  const owedJob = await tx
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
  return owedJob !== undefined;
}

/** Returns the caller's own job; another owner's is reported as not found. */
export function requireVideoOwner(job: VideoJob | undefined, id: string, owner: string): VideoJob {
  if (job && job.owner === owner) return job;
  throw notFound(
    `you have no video ${id.slice(0, 40)}`,
    'POST /video {"topic": "why octopuses have three hearts"} creates one and returns its job_id.',
  );
}
