import { Type } from 'typebox';
import type { Reader } from '../../platform/db/database.ts';
import { route } from '../../platform/http/route.ts';
import { fileUrl } from './file-routes.ts';
import { sampleOwner } from './job.ts';
import { sampleTopics } from './sample-tasks.ts';

export const listSamples = route<{ readonly read: Reader; readonly urls: { readonly utility: string } }>()({
  method: 'GET',
  path: '/video/samples',
  name: 'videoSamples',
  area: 'video',
  summary:
    'List sample videos, for anyone, to see and hear what a video is like before ordering one. Empty until they are rendered, and if the operator turned them off.',
  auth: 'none',
  effect: 'read',
  output: Type.Object({
    samples: Type.Array(
      Type.Object({
        topic: Type.String(),
        title: Type.String(),
        video: Type.String({ description: 'The mp4, h264, 1080×1920.' }),
        poster: Type.String({ description: 'URL of the poster (JPEG).' }),
        captions: Type.String({ description: 'WebVTT, word by word.' }),
        duration_s: Type.Number(),
      }),
    ),
  }),
  handle: async (_, { read, urls }) => {
    const jobs = await read
      .selectFrom('video_job')
      .select(['topic', 'token', 'storyboard', 'duration_s'])
      .where('owner', '=', sampleOwner)
      .where('status', '=', 'done')
      .where('removed_at', 'is', null)
      .where('expires_at', 'is', null)
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .execute();
    const newest = sampleTopics.flatMap((topic) => jobs.find((job) => job.topic === topic) ?? []);
    const samples = newest.map(({ topic, token, storyboard, duration_s }) => ({
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
