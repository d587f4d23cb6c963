import { join } from 'node:path';
import { Type } from 'typebox';
import { errors } from '../../platform/http/errors.ts';
import { type BoundRoute, bind, route } from '../../platform/http/route.ts';
import type { Kind } from '../../platform/scheduler/kind.ts';
import { type CreateVideoParts, createVideo, videoOffer } from './create.ts';
import { expiryWork } from './expiry.ts';
import { videoFile } from './files.ts';
import { findJob, owned } from './job.ts';
import { type RenderWorkParts, renderWork } from './render-work.ts';
import { ScriptWriter } from './script-writer.ts';
import { shownVideo, videoSchema } from './view.ts';

export interface VideoSettings {
  readonly videoPriceUsd: string;
  readonly videoDays: number;
  readonly renders: number;
  readonly niceness: number;
  readonly ffmpeg: string | undefined;
  readonly encyclopaediaUrl: string;
  readonly dataDir: string;
  readonly voices: RenderWorkParts['voices'];
}

type VideoParts = Omit<CreateVideoParts, 'videoPriceUsd'> &
  Pick<RenderWorkParts, 'log' | 'blobs'> &
  Pick<ConstructorParameters<typeof ScriptWriter>[0], 'model'> & { readonly video: VideoSettings };

const showVideo = route<CreateVideoParts>()({
  method: 'GET',
  path: '/video/{id}',
  name: 'video',
  area: 'video',
  does: 'A video job: how far it is, and once it is done where the video, its poster and its captions are, with title, description and tags. Only the key that made it sees it.',
  auth: 'key',
  effect: 'read',
  errors: [errors.notFound],
  params: Type.Object({ id: Type.String({ minLength: 1, maxLength: 64 }) }),
  example: { params: { id: 'vid_0123456789abcdef01234567' } },
  answer: { status: 200, schema: videoSchema },
  handle: async ({ params: { id }, caller }, { read, urls }) =>
    shownVideo(owned(await findJob(read, id), id, caller.subject), urls.utility),
});

/** Videos, put together: their routes, their work, and what is for sale. */
export function createVideos(given: VideoParts): {
  routes: BoundRoute[];
  work: Kind[];
  offer: ReturnType<typeof videoOffer> & { method: string };
} {
  const { video } = given;
  const parts = { ...given, ...video, workDir: join(video.dataDir, 'videos') };
  const writer = new ScriptWriter(parts);
  return {
    routes: [...bind([createVideo(parts), showVideo], parts), ...bind([videoFile], parts)],
    work: [renderWork({ ...parts, writer }), expiryWork(parts)],
    offer: { ...videoOffer(video.videoPriceUsd), method: 'POST' },
  };
}
