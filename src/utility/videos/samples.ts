import { sql } from 'kysely';
import { Type } from 'typebox';
import type { Clock } from '../../platform/clock.ts';
import type { Reader } from '../../platform/db/database.ts';
import type { Transact } from '../../platform/db/transaction.ts';
import { route } from '../../platform/http/route.ts';
import { every, type Kind } from '../../platform/scheduler/kind.ts';
import type { TaskQueue } from '../../platform/scheduler/queue.ts';
import { fileUrl } from './files.ts';
import { addJob } from './job.ts';
import { readRequest } from './request.ts';

/** No key has this subject: samples belong to the operator, are never charged and never expire. */
export const sampleOwner = 'samples';
const topics = ['How does a heat pump work?', 'Why is the sky blue?', 'Why do octopuses have three hearts?'];
const lookMs = 300_000;

interface SampleParts {
  readonly transaction: Transact;
  readonly clock: Clock;
  readonly tasks: TaskQueue;
}

/** Orders the sample videos of the site once; one that failed is ordered again at the next look. */
export const sampleWork = (parts: SampleParts): Kind =>
  every('order sample videos', lookMs, (task) =>
    parts.transaction(async (tx) => {
      await sql`SELECT pg_advisory_xact_lock(hashtextextended('sample videos', 0))`.execute(tx);
      const there = await tx
        .selectFrom('video_job')
        .select('topic')
        .where('owner', '=', sampleOwner)
        .where('status', '!=', 'failed')
        .where('removed_at', 'is', null)
        .execute();
      for (const topic of topics)
        if (!there.some((job) => job.topic === topic))
          await addJob(tx, parts, {
            owner: sampleOwner,
            request: readRequest({ topic }, false),
            paidBy: 'free',
          });
      await task.finish(tx);
    }),
  );

export const listSamples = route<{ readonly read: Reader; readonly urls: { readonly utility: string } }>()({
  method: 'GET',
  path: '/video/samples',
  name: 'videoSamples',
  area: 'video',
  does: 'Sample videos of this service, for anyone: what a video looks and sounds like before one is ordered. Empty where the operator had none made.',
  auth: 'none',
  effect: 'read',
  answer: {
    status: 200,
    schema: Type.Object({
      samples: Type.Array(
        Type.Object({
          topic: Type.String(),
          title: Type.String(),
          video: Type.String({ description: 'The mp4, h264, 1080×1920.' }),
          poster: Type.String({ description: 'A JPEG of the film.' }),
          captions: Type.String({ description: 'WebVTT, word by word.' }),
          duration_s: Type.Number(),
        }),
      ),
    }),
  },
  handle: async (_, { read, urls }) => {
    const jobs = await read
      .selectFrom('video_job')
      .select(['topic', 'token', 'storyboard', 'duration_s'])
      .where('owner', '=', sampleOwner)
      .where('status', '=', 'done')
      .where('removed_at', 'is', null)
      .orderBy('created_at')
      .orderBy('id')
      .limit(topics.length)
      .execute();
    const samples = jobs.map(({ topic, token, storyboard, duration_s }) => ({
      topic,
      title: storyboard?.title ?? topic,
      video: fileUrl(urls.utility, token, 'video.mp4'),
      poster: fileUrl(urls.utility, token, 'poster.jpg'),
      captions: fileUrl(urls.utility, token, 'captions.vtt'),
      duration_s: duration_s ?? 0,
    }));
    return { samples };
  },
});
