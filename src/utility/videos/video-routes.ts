import { sql } from 'kysely';
import { Type } from 'typebox';
import { errors } from '../../platform/http/errors.ts';
import { errorKind, Refusal } from '../../platform/http/refusal.ts';
import { route } from '../../platform/http/route.ts';
import { nextPage, nullable } from '../../platform/http/schema.ts';
import type { CreateVideoDependencies } from './create-routes.ts';
import { findJob, requireVideoOwner } from './job.ts';
import { failJob, type RenderWorkDependencies } from './render-task.ts';
import { presentVideo, videoSchema } from './view.ts';
import { estimateWait } from './wait-estimate.ts';

type ReadDependencies = CreateVideoDependencies & Pick<RenderWorkDependencies, 'renders'>;

export const showVideo = route<ReadDependencies>()({
  method: 'GET',
  path: '/video/{id}',
  name: 'video',
  area: 'video',
  summary:
    'Get a video job: its script and sources, its queue position and progress, and once it is done the URLs of the video, poster and captions, with title, description and tags. Only the key that created it can see it.',
  auth: 'key',
  effect: 'read',
  errors: [errors.notFound],
  params: Type.Object({ id: Type.String({ minLength: 1, maxLength: 64 }) }),
  example: { params: { id: 'vid_0123456789abcdef01234567' } },
  output: videoSchema,
  handle: async ({ params: { id }, caller }, deps) => {
    const job = requireVideoOwner(await findJob(deps.read, id), id, caller.subject);
    return presentVideo(job, deps.urls.utility, deps.clock.now(), await estimateWait(deps, job));
  },
});

const finished = errorKind('finished', 409, 'The video is finished, so it cannot be cancelled.');

export const cancelVideo = route<ReadDependencies & RenderWorkDependencies>()({
  method: 'DELETE',
  path: '/video/{id}',
  name: 'cancelVideo',
  area: 'video',
  summary:
    'Cancel a queued or running render. It ends as failed, and what it cost is returned: the free render, or a free one in place of a paid one.',
  auth: 'key',
  effect: 'write',
  errors: [errors.notFound, finished],
  params: Type.Object({ id: Type.String({ minLength: 1, maxLength: 64 }) }),
  example: { params: { id: 'vid_0123456789abcdef01234567' } },
  output: videoSchema,
  handle: async ({ params: { id }, caller, tx }, deps) => {
    const read = tx.selectFrom('video_job').selectAll().where('id', '=', id).forUpdate();
    const job = requireVideoOwner(await read.executeTakeFirst(), id, caller.subject);
    if (job.status === 'done')
      throw new Refusal(finished, 'the video is done, so there is nothing to cancel', `GET /video/${id}`);
    // A second cancel changes nothing.
    if (job.status !== 'failed') await failJob(tx, deps, job, 'cancelled by its owner');
    return presentVideo((await findJob(tx, id)) ?? job, deps.urls.utility, deps.clock.now());
  },
});

export const listVideos = route<ReadDependencies>()({
  method: 'GET',
  path: '/videos',
  position: { older: ['before'] },
  name: 'videos',
  area: 'video',
  summary: 'List your video jobs, newest first: HTML for browsers, JSON for programs.',
  auth: 'key',
  effect: 'read',
  errors: [errors.notFound],
  query: Type.Object({
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 20 })),
    before: Type.Optional(
      Type.String({ minLength: 1, maxLength: 64, description: 'A job_id; only older jobs are listed.' }),
    ),
  }),
  response: {
    status: 200,
    schema: Type.Object({
      videos: Type.Array(videoSchema),
      count: Type.Integer(),
      next: nullable(Type.String({ description: 'The query string of the next page.' })),
    }),
    types: ['application/json', 'text/html'],
    also: [{ status: 304, description: 'No body: if-none-match matches the etag.', body: false }],
  },
  handle: async ({ query, caller, setHeader }, deps) => {
    const { limit = 20, before } = query;
    setHeader('vary', 'accept');
    const last =
      before === undefined
        ? undefined
        : requireVideoOwner(await findJob(deps.read, before), before, caller.subject);
    const rows = await deps.read
      .selectFrom('video_job')
      .selectAll()
      .where('owner', '=', caller.subject)
      .$if(last !== undefined, (more) =>
        more.where(sql<boolean>`(created_at, id) < (${last?.created_at}, ${last?.id})`),
      )
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(limit + 1)
      .execute();
    const jobs = rows.slice(0, limit);
    const videos = await Promise.all(
      jobs.map(async (job) =>
        presentVideo(job, deps.urls.utility, deps.clock.now(), await estimateWait(deps, job)),
      ),
    );
    const oldest = jobs.at(-1);
    return {
      videos,
      count: videos.length,
      next: rows.length > limit && oldest ? nextPage(query, { limit, before: oldest.id }) : null,
    };
  },
});
