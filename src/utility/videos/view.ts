import { Type } from 'typebox';
import { nullable, oneOf, timestamp } from '../../platform/http/schema.ts';
import { voices } from '../../video/voice/voices.ts';
import { fileUrl } from './files.ts';
import type { VideoJob } from './job.ts';

const text = (description: string) => nullable(Type.String({ description }));

export const videoSchema = Type.Object({
  job_id: Type.String({ description: 'vid_…' }),
  status: oneOf(['queued', 'rendering', 'done', 'failed']),
  stage: oneOf(['script', 'voice', 'scenes', 'encode', 'publish'], {
    description: 'Where it is, or where it ended.',
  }),
  progress: Type.Number({ description: 'Of the whole work, from 0 to 1.' }),
  topic: Type.String(),
  voice: oneOf([...voices]),
  voice_engine: nullable(
    Type.String({
      description: 'kokoro; or flite, a plain voice, where the weights of the neural one could not be had.',
    }),
  ),
  video: text('The mp4: 1080×1920, h264. Null until it is done, and once its time is over.'),
  poster: text('A JPEG of the film.'),
  captions: text('WebVTT, word by word.'),
  title: text('For the platform it is published on.'),
  description: text('The same; it names the sources.'),
  tags: Type.Array(Type.String()),
  duration_s: nullable(Type.Number()),
  sha256: text('Of the mp4.'),
  error: text('Why it failed, or why the video is gone.'),
  created_at: timestamp(),
  finished_at: nullable(timestamp()),
  expires_at: nullable(timestamp('When the video is removed.')),
});

export function shownVideo(job: VideoJob, baseUrl: string) {
  const { storyboard } = job;
  const isThere = job.status === 'done' && job.removed_at === null;
  const url = (name: Parameters<typeof fileUrl>[2]) => (isThere ? fileUrl(baseUrl, job.token, name) : null);
  return {
    job_id: job.id,
    status: job.status as 'queued' | 'rendering' | 'done' | 'failed',
    stage: job.stage as 'script' | 'voice' | 'scenes' | 'encode' | 'publish',
    progress: Math.round(job.progress * 1_000) / 1_000,
    topic: job.topic,
    voice: job.voice as (typeof voices)[number],
    voice_engine: job.voice_engine,
    video: url('video.mp4'),
    poster: url('poster.jpg'),
    captions: url('captions.vtt'),
    title: storyboard?.title ?? null,
    description: storyboard?.description ?? null,
    tags: storyboard?.tags ?? [],
    duration_s: job.duration_s,
    sha256: job.sha256,
    error: job.removed_at ? 'its time is over: the video was removed' : job.error,
    created_at: job.created_at.toISOString(),
    finished_at: job.finished_at?.toISOString() ?? null,
    expires_at: job.expires_at?.toISOString() ?? null,
  };
}
