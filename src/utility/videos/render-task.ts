import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { availableParallelism, constants } from 'node:os';
import { join } from 'node:path';
import type { BlobStore } from '../../platform/blobs/blob-store.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Reader } from '../../platform/db/database.ts';
import { afterCommit, type Transact, type Tx } from '../../platform/db/transaction.ts';
import { dayMs, hourMs } from '../../platform/duration.ts';
import { runForOwner } from '../../platform/fair-share.ts';
import { type Log, scrub } from '../../platform/log.ts';
import type { Outbound } from '../../platform/outbound/outbound.ts';
import {
  type GivenUpTask,
  quickBackoff,
  type Task,
  type TaskKind,
} from '../../platform/scheduler/task-kind.ts';
import type { RenderedVideo, RenderStage, VoiceSource } from '../../video/render/order.ts';
import { render } from '../../video/render/render.ts';
import { type WrittenScript, withoutPhoto } from '../../video/script/script.ts';
import type { Storyboard } from '../../video/storyboard.ts';
import { restoreFreeGrant } from '../access/quota.ts';
import { blobKey, type FileName, fileTypes } from './file-routes.ts';
import { fetchImages } from './images.ts';
import {
  findJob,
  readStoredRequest,
  renderKind,
  sampleOwner,
  scriptColumns,
  toSeed,
  type VideoJob,
} from './job.ts';
import type { JobScripts } from './job-scripts.ts';
import { type AnnounceDependencies, notifyFinished } from './notify.ts';
import { RenderProgress } from './render-progress.ts';
import { takeSlot } from './render-slot.ts';
import { postponeSample, samplePauseMs, yieldToOrders } from './sample-tasks.ts';

const maxAttempts = 4;
/** The renderer itself limits its CPU time: on a slow host it may take this long. */
const maxRenderMs = 12 * hourMs;
const slotPauseMs = 1_000;
const maxSpeakers = 4;
const maxFileBytes = 500_000_000;
const maxErrorChars = 300;

/** Start and size of each stage, as a share of the whole render. */
const progressShares: Record<RenderStage, { from: number; size: number }> = {
  voice: { from: 0.03, size: 0.42 },
  scenes: { from: 0.45, size: 0.1 },
  encode: { from: 0.55, size: 0.42 },
};

export interface RenderWorkDependencies extends AnnounceDependencies {
  readonly outbound: Outbound;
  readonly read: Reader;
  readonly transaction: Transact;
  readonly clock: Clock;
  readonly log: Log;
  readonly blobs: BlobStore;
  readonly scripts: JobScripts;
  readonly voices: VoiceSource;
  readonly workDir: string;
  /** Concurrent renders on this machine, across all processes. */
  readonly renders: number;
  readonly videoDays: number;
  readonly niceness: number;
  readonly ffmpeg: string | undefined;
}

/**
 * Renders videos. The script is stored with the job, narration and finished parts of the picture in the job's
 * folder, so an attempt after a crash continues from there. The result is committed together with the task's end, fenced by its lease, so
 * it is published once.
 */
export function renderTask(deps: RenderWorkDependencies): TaskKind {
  return {
    kind: renderKind,
    leaseMs: 15_000,
    maxAttempts,
    backoff: { ...quickBackoff, firstMs: 1_000 },
    concurrency: deps.renders,
    maxRunMs: maxRenderMs,
    run: (task) => renderVideo(deps, task),
    onGiveUp: (tx, task) => giveUp(tx, deps, task),
  };
}

export const jobFolder = (workDir: string, id: string): string => join(workDir, id);

export async function renderVideo(deps: RenderWorkDependencies, task: Task): Promise<void> {
  const { transaction } = deps;
  const job = await findJob(deps.read, task.subject);
  if (!job || job.status === 'done' || job.status === 'failed') return transaction((tx) => task.finish(tx));
  const attempt = randomUUID();
  const others = await takeSlot(deps, job, attempt);
  if (others === undefined) {
    const dueAt = new Date(deps.clock.now().getTime() + retryPauseMs(job));
    return transaction((tx) => task.reschedule(tx, { dueAt }));
  }
  const progress = new RenderProgress(deps, task, job, attempt);
  const isSample = job.owner === sampleOwner;
  const preemption = isSample ? yieldToOrders(deps, job.id) : undefined;
  const signal = AbortSignal.any([task.signal, progress.lost, ...(preemption ? [preemption.signal] : [])]);
  try {
    const request = readStoredRequest(job);
    const script = job.storyboard
      ? { storyboard: job.storyboard, sources: job.sources ?? [] }
      : await writeScript(deps, job, signal);
    const workDir = jobFolder(deps.workDir, job.id);
    const { storyboard, files } = await fetchPictures(deps, script, request.images, workDir, signal);
    const rendered = await render(
      {
        storyboard,
        voice: request.voice,
        format: request.format,
        style: request.style,
        images: files,
        seed: toSeed(job.id),
        workDir,
        voices: deps.voices,
        niceness: isSample ? constants.priority.PRIORITY_LOW : deps.niceness,
        ffmpeg: deps.ffmpeg,
        speakers: isSample ? 1 : speakersPerRender(others),
      },
      {
        signal,
        onProgress: (stage, done) =>
          progress.at(stage, progressShares[stage].from + progressShares[stage].size * done),
        onNote: (note) => deps.log.warn({ job: job.id, note }, 'a render continues without a component'),
      },
    );
    progress.at('publish', 0.97);
    await publish(deps, task, job, rendered);
    await removeFolder(deps, job.id);
  } catch (error) {
    if (task.signal.aborted) throw error;
    if (progress.lost.aborted) {
      await transaction((tx) => task.finish(tx));
      await removeFolder(deps, job.id);
    } else if (preemption?.signal.aborted) await postponeSample(deps, task, job.id);
    else throw error;
  } finally {
    preemption?.stop();
    await progress.stop();
  }
}

const retryPauseMs = ({ owner }: Pick<VideoJob, 'owner'>): number =>
  owner === sampleOwner ? samplePauseMs : slotPauseMs;

/** Each speaker needs a core and 220 MB: a single render uses all cores, one of many uses one. */
const speakersPerRender = (others: number): number =>
  Math.min(maxSpeakers, Math.max(1, Math.floor(availableParallelism() / (others + 1))));

type StoredScript = Pick<WrittenScript, 'storyboard' | 'sources'>;

/**
 * The caller's images, or the photograph of the script's source. If a photograph cannot be fetched, its scene
 * is drawn instead.
 */
export async function fetchPictures(
  deps: Pick<RenderWorkDependencies, 'outbound' | 'blobs' | 'log'>,
  { storyboard, sources }: StoredScript,
  images: readonly string[],
  workDir: string,
  signal: AbortSignal,
): Promise<{ storyboard: Storyboard; files: readonly string[] }> {
  const photos = sources.flatMap(({ image }) => image ?? []);
  if (images.length > 0 || photos.length === 0) {
    const { files } = await fetchImages(deps, images, workDir, signal);
    return { storyboard, files };
  }
  try {
    const { files } = await fetchImages(deps, photos, workDir, signal);
    return { storyboard, files };
  } catch (error) {
    if (signal.aborted) throw error;
    deps.log.warn({ err: error, photos }, 'a photograph could not be fetched; its scene is drawn instead');
    return { storyboard: withoutPhoto(storyboard), files: [] };
  }
}

async function writeScript(
  { transaction, scripts }: RenderWorkDependencies,
  job: VideoJob,
  signal: AbortSignal,
): Promise<StoredScript> {
  const scriptDraft = await runForOwner(job.owner, () =>
    job.owner === sampleOwner
      ? scripts.writeSample(readStoredRequest(job), signal)
      : scripts.write(readStoredRequest(job), undefined, signal),
  );
  await transaction((tx) =>
    tx
      .updateTable('video_job')
      .set({ ...scriptColumns(scriptDraft), stage: 'voice', progress: progressShares.voice.from })
      .where('id', '=', job.id)
      .execute(),
  );
  return scriptDraft;
}

/**
 * Stores the bytes first, under names that a second attempt overwrites; then commits everything with the end of
 * the task.
 */
async function publish(
  deps: RenderWorkDependencies,
  task: Task,
  job: VideoJob,
  rendered: RenderedVideo,
): Promise<void> {
  const files: [FileName, string][] = [
    ['video.mp4', rendered.mp4],
    ['poster.jpg', rendered.poster],
    ['captions.vtt', rendered.captions],
  ];
  const stored = await Promise.all(
    files.map(async ([name, path]) => {
      const { bytes, sha256 } = await deps.blobs.put(blobKey(job.token, name), createReadStream(path), {
        contentType: fileTypes[name],
        maxBytes: maxFileBytes,
      });
      return { token: job.token, name, bytes, sha256 };
    }),
  );
  await deps.transaction(async (tx) => {
    const now = deps.clock.now();
    const current = await tx
      .selectFrom('video_job')
      .select('status')
      .where('id', '=', job.id)
      .forUpdate()
      .executeTakeFirst();
    // Cancelled at the last moment.
    if (current?.status !== 'rendering') return task.finish(tx);
    await tx
      .insertInto('video_file')
      .values(stored)
      .onConflict((conflict) =>
        conflict
          .columns(['token', 'name'])
          .doUpdateSet((row) => ({ bytes: row.ref('excluded.bytes'), sha256: row.ref('excluded.sha256') })),
      )
      .execute();
    await tx
      .updateTable('video_job')
      .set({
        status: 'done',
        stage: 'publish',
        progress: 1,
        voice_engine: rendered.engine,
        duration_s: rendered.duration_s,
        sha256: stored[0]!.sha256,
        error: null,
        host: null,
        finished_at: now,
        expires_at: job.owner === sampleOwner ? null : new Date(now.getTime() + deps.videoDays * dayMs),
      })
      .where('id', '=', job.id)
      .execute();
    await settleOwedVideo(tx, job.id);
    await notifyFinished(tx, deps, job.id);
    await task.finish(tx);
  });
}

/** A video that does not answer its topic does not use up the free or the owed render. */
async function settleOwedVideo(tx: Tx, id: string): Promise<void> {
  const job = await findJob(tx, id);
  if (job?.answers_topic !== false) return;
  if (job.paid_by === 'free') await restoreFreeGrant(tx, 'video', job.owner);
  if (job.paid_by === 'owed')
    await tx.updateTable('video_job').set({ owed: true }).where('id', '=', id).execute();
}

/** Runs in the transaction that gives the task up: stores the reason, and the owner is owed what was paid. */
async function giveUp(
  tx: Tx,
  deps: RenderWorkDependencies,
  { subject: id, error }: GivenUpTask,
): Promise<void> {
  const job = await findJob(tx, id);
  if (!job) return;
  const reason = scrub(error.replace(/^[A-Za-z]*Error: |^RenderFailed: /, ''))
    .split('\n')[0]!
    .replaceAll(deps.workDir, '…')
    .slice(0, maxErrorChars);
  await failJob(tx, deps, job, `the video could not be rendered: ${reason}`);
  afterCommit(tx, () => void removeFolder(deps, id));
}

/** Ends a job without a video: its owner is owed what was paid. */
export async function failJob(
  tx: Tx,
  deps: AnnounceDependencies & { readonly clock: Clock },
  { id, owner, paid_by }: VideoJob,
  error: string,
): Promise<void> {
  await tx
    .updateTable('video_job')
    .set({
      status: 'failed',
      error,
      owed: paid_by === 'x402' || paid_by === 'owed',
      host: null,
      finished_at: deps.clock.now(),
    })
    .where('id', '=', id)
    .execute();
  if (paid_by === 'free') await restoreFreeGrant(tx, 'video', owner);
  await notifyFinished(tx, deps, id);
}

/** A folder that cannot be removed is removed later by the cleanup task; it must not fail the job. */
const removeFolder = ({ workDir, log }: RenderWorkDependencies, id: string): Promise<void> =>
  rm(jobFolder(workDir, id), { recursive: true, force: true }).catch((error: unknown) =>
    log.warn({ err: error, job: id }, 'the directory of a render could not be removed'),
  );
