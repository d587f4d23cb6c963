import { sql } from 'kysely';
import type { Clock } from '../../platform/clock.ts';
import type { Reader } from '../../platform/db/database.ts';
import type { Transact, Tx } from '../../platform/db/transaction.ts';
import { dayMs } from '../../platform/duration.ts';
import type { Log } from '../../platform/log.ts';
import type { TaskQueue } from '../../platform/scheduler/queue.ts';
import { recurringTask, type Task, type TaskKind } from '../../platform/scheduler/task-kind.ts';
import { voicesOnDisk } from '../../video/voice/pull.ts';
import { addJob, sampleOwner } from './job.ts';
import { readRequest } from './request.ts';

/** Topics that the almanac answers without a network, one of each kind: a how, a why and a list. */
export const sampleTopics = [
  'How does a heat pump work?',
  'Why do octopuses have three hearts?',
  'Three habits for better sleep',
] as const;

const checkMs = 60_000;
/** A machine that cannot render is retried once per day. */
const retryMs = dayMs;
const waitingMs = 1_000;
/** Delay before a sample that was aborted for an ordered video is retried. */
export const samplePauseMs = 10_000;

interface SampleDependencies {
  readonly transaction: Transact;
  readonly clock: Clock;
  readonly tasks: TaskQueue;
  readonly voices: { readonly dir: string };
}

/**
 * Orders the sample videos of the site once each. A failed one is ordered again after a day, and one by the fallback
 * voice once the neural voice is installed.
 */
export const sampleTask = (deps: SampleDependencies): TaskKind =>
  recurringTask('order sample videos', checkMs, async (task) => {
    const samples = await deps.transaction((tx) => sampleJobs(tx));
    const isPlain = samples.some(({ status, voice_engine }) => status === 'done' && voice_engine === 'flite');
    const hasVoices = isPlain && (await voicesOnDisk(deps.voices.dir)) !== undefined;
    await deps.transaction(async (tx) => {
      await sql`SELECT pg_advisory_xact_lock(hashtextextended('sample videos', 0))`.execute(tx);
      await orderMissing(tx, deps, hasVoices);
      await task.finish(tx);
    });
  });

const sampleJobs = (tx: Tx) =>
  tx
    .selectFrom('video_job')
    .select(['id', 'topic', 'status', 'voice_engine', 'finished_at'])
    .where('owner', '=', sampleOwner)
    .where('removed_at', 'is', null)
    .where('expires_at', 'is', null)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute();

async function orderMissing(tx: Tx, deps: SampleDependencies, hasVoices: boolean): Promise<void> {
  const now = deps.clock.now();
  const failedSince = new Date(now.getTime() - retryMs);
  const jobs = await sampleJobs(tx);
  for (const topic of sampleTopics) {
    const [newest] = jobs.filter((job) => job.topic === topic);
    const isUsable = newest?.status === 'done' && !(hasVoices && newest.voice_engine === 'flite');
    const isUnderway = newest?.status === 'queued' || newest?.status === 'rendering';
    const justFailed =
      newest?.status === 'failed' && newest.finished_at !== null && newest.finished_at > failedSince;
    if (!isUsable && !isUnderway && !justFailed)
      await addJob(tx, deps, {
        owner: sampleOwner,
        request: readRequest({ topic }, false),
        paidBy: 'free',
      });
  }
  await expireReplaced(tx, jobs, now);
}

/** Expires samples that a newer one replaced, and those whose topic is no longer a sample. */
async function expireReplaced(
  tx: Tx,
  jobs: Awaited<ReturnType<typeof sampleJobs>>,
  now: Date,
): Promise<void> {
  const finished = jobs.filter(({ status }) => status === 'done');
  const current = new Set(sampleTopics.map((topic) => finished.find((job) => job.topic === topic)?.id));
  const replaced = finished.filter(({ id }) => !current.has(id)).map(({ id }) => id);
  if (replaced.length > 0)
    await tx.updateTable('video_job').set({ expires_at: now }).where('id', 'in', replaced).execute();
}

/** Whether a video that is not a sample is queued or rendering, on any machine. */
export const hasOrderedVideos = async (read: Reader): Promise<boolean> => {
  const other = await read
    .selectFrom('video_job')
    .select('id')
    .where('owner', '!=', sampleOwner)
    .where((where) =>
      where.or([where('status', '=', sql.lit('queued')), where('status', '=', sql.lit('rendering'))]),
    )
    .limit(1)
    .executeTakeFirst();
  return other !== undefined;
};

/** A signal that aborts the rendering of a sample when another video is ordered. */
export function yieldToOrders(
  { read, log }: { readonly read: Reader; readonly log: Log },
  id: string,
): { readonly signal: AbortSignal; stop(): void } {
  const controller = new AbortController();
  const check = async () => {
    try {
      if (await hasOrderedVideos(read)) controller.abort(new Error('an ordered video is rendered first'));
    } catch (error) {
      log.warn({ err: error, job: id }, 'cannot read whether a video waits behind a sample');
    }
  };
  const timer = setInterval(() => void check(), waitingMs);
  return { signal: controller.signal, stop: () => clearInterval(timer) };
}

/** Postpones a sample in favour of an ordered video; its narration is kept for the next attempt. */
export async function postponeSample(
  { transaction, clock }: Pick<SampleDependencies, 'transaction' | 'clock'>,
  task: Task,
  id: string,
): Promise<void> {
  const dueAt = new Date(clock.now().getTime() + samplePauseMs);
  await transaction(async (tx) => {
    await tx.updateTable('video_job').set({ status: 'queued', host: null }).where('id', '=', id).execute();
    await task.reschedule(tx, { dueAt });
  });
}
