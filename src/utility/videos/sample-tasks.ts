import { sql } from 'kysely';
import type { Clock } from '../../platform/clock.ts';
import type { Reader } from '../../platform/db/database.ts';
import type { Transact, Tx } from '../../platform/db/transaction.ts';
import type { Log } from '../../platform/log.ts';
import { every, type Kind } from '../../platform/scheduler/kind.ts';
import type { TaskQueue } from '../../platform/scheduler/queue.ts';
import { voicesOnDisk } from '../../video/voice/pull.ts';
import { addJob, sampleOwner } from './job.ts';
import { readRequest } from './request.ts';

/** Answered by the almanac, so that they need no network, and of different kinds: a how, a why and a list. */
export const sampleTopics = [
  'How does a heat pump work?',
  'Why do octopuses have three hearts?',
  'Three habits for better sleep',
] as const;

const lookMs = 60_000;
/** A machine that cannot render is not kept busy with trying. */
const retryMs = 86_400_000;
const waitingMs = 1_000;

interface SampleParts {
  readonly transaction: Transact;
  readonly clock: Clock;
  readonly tasks: TaskQueue;
  readonly voices: { readonly dir: string };
}

/** Orders the sample videos of the site, once each: again a day after one failed, and where the plain voice spoke one and the neural one is here now. */
export const sampleWork = (parts: SampleParts): Kind =>
  every('order sample videos', lookMs, async (task) => {
    const made = await parts.transaction((tx) => samplesOf(tx));
    const isPlain = made.some(({ status, voice_engine }) => status === 'done' && voice_engine === 'flite');
    const hasVoices = isPlain && (await voicesOnDisk(parts.voices.dir)) !== undefined;
    await parts.transaction(async (tx) => {
      await sql`SELECT pg_advisory_xact_lock(hashtextextended('sample videos', 0))`.execute(tx);
      await orderMissing(tx, parts, hasVoices);
      await task.finish(tx);
    });
  });

const samplesOf = (tx: Tx) =>
  tx
    .selectFrom('video_job')
    .select(['id', 'topic', 'status', 'voice_engine', 'finished_at'])
    .where('owner', '=', sampleOwner)
    .where('removed_at', 'is', null)
    .where('expires_at', 'is', null)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute();

async function orderMissing(tx: Tx, parts: SampleParts, hasVoices: boolean): Promise<void> {
  const now = parts.clock.now();
  const failedSince = new Date(now.getTime() - retryMs);
  const jobs = await samplesOf(tx);
  for (const topic of sampleTopics) {
    const [newest] = jobs.filter((job) => job.topic === topic);
    const isGood = newest?.status === 'done' && !(hasVoices && newest.voice_engine === 'flite');
    const isUnderway = newest?.status === 'queued' || newest?.status === 'rendering';
    const justFailed =
      newest?.status === 'failed' && newest.finished_at !== null && newest.finished_at > failedSince;
    if (!isGood && !isUnderway && !justFailed)
      await addJob(tx, parts, {
        owner: sampleOwner,
        request: readRequest({ topic }, false),
        paidBy: 'free',
      });
  }
  await expireReplaced(tx, jobs, now);
}

/** Films that a newer one of their topic replaced, and those of topics that are no samples any more. */
async function expireReplaced(tx: Tx, jobs: Awaited<ReturnType<typeof samplesOf>>, now: Date): Promise<void> {
  const films = jobs.filter(({ status }) => status === 'done');
  const shown = new Set(sampleTopics.map((topic) => films.find((job) => job.topic === topic)?.id));
  const replaced = films.filter(({ id }) => !shown.has(id)).map(({ id }) => id);
  if (replaced.length > 0)
    await tx.updateTable('video_job').set({ expires_at: now }).where('id', 'in', replaced).execute();
}

/** Whether somebody's own video waits or is made, on this machine or another. */
export const othersAreMade = async (read: Reader): Promise<boolean> => {
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

/** A signal that fires as soon as somebody's own video is ordered while a sample is made. */
export function giveWay(
  { read, log }: { readonly read: Reader; readonly log: Log },
  id: string,
): { readonly signal: AbortSignal; stop(): void } {
  const wanted = new AbortController();
  const look = async () => {
    try {
      if (await othersAreMade(read)) wanted.abort(new Error('a video that was ordered is made first'));
    } catch (error) {
      log.warn({ err: error, job: id }, 'whether a video waits behind a sample cannot be read');
    }
  };
  const timer = setInterval(() => void look(), waitingMs);
  return { signal: wanted.signal, stop: () => clearInterval(timer) };
}
