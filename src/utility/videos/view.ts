import { Type } from 'typebox';
import { nullable, oneOf, timestamp } from '../../platform/http/schema.ts';
import { scriptAuthors } from '../../video/script/script.ts';
import { formats } from '../../video/storyboard.ts';
import { splitSentences } from '../../video/voice/sentences.ts';
import { voices } from '../../video/voice/voices.ts';
import { fileUrl } from './files.ts';
import { readStoredRequest, type VideoJob } from './job.ts';

const text = (description: string) => nullable(Type.String({ description }));

export const videoSchema = Type.Object({
  job_id: Type.String({ description: 'vid_…' }),
  status: oneOf(['queued', 'rendering', 'done', 'failed']),
  stage: oneOf(['script', 'voice', 'scenes', 'encode', 'publish'], {
    description: 'Where it is, or where it ended.',
  }),
  progress: Type.Number({ description: 'Of the whole work, from 0 to 1.' }),
  topic: Type.String(),
  voice: oneOf([...voices, 'none']),
  format: oneOf([...formats]),
  script_by: nullable(
    Type.String({
      description:
        'Who wrote the script: caller (script or storyboard), facts, own_model, model (the operator’s), almanac, encyclopaedia, dictionary, none (no source knew the topic). Null until it is written.',
    }),
  ),
  sources: Type.Array(
    Type.Object({ title: Type.String(), url: nullable(Type.String()), licence: nullable(Type.String()) }),
    { description: 'What the script is written from.' },
  ),
  answers_topic: nullable(
    Type.Boolean({
      description: 'Whether the script answers the topic; where it does not, nothing is used up.',
    }),
  ),
  script: nullable(Type.Array(Type.String(), { description: 'Its sentences, as soon as it is written.' })),
  notes: Type.Array(Type.String(), {
    description:
      'What went wrong on the way: a model that refused, a source that is down, a page that was not read.',
  }),
  queue_position: nullable(
    Type.Integer({ description: 'Its place among the videos that wait, from 1; null once it is worked on.' }),
  ),
  estimated_s: nullable(
    Type.Integer({
      description: 'About how many seconds it still takes, by the last videos; null once it ended.',
    }),
  ),
  voice_engine: nullable(
    Type.String({
      description:
        'kokoro; none if no voice was requested; or flite, a simple voice, if the files of the neural one could not be downloaded.',
    }),
  ),
  video: text(
    'The mp4, h264: 1080×1920, or as format asks. Null until it is done, and once its time is over.',
  ),
  poster: text('A JPEG of the video.'),
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

/** Estimated waiting and rendering time of a job. */
export interface WaitEstimate {
  readonly position: number | null;
  readonly seconds: number | null;
}

export function presentVideo(
  job: VideoJob,
  baseUrl: string,
  now: Date,
  outlook: WaitEstimate = { position: null, seconds: null },
) {
  const { storyboard } = job;
  // Expired at its stated time, whenever the bytes are removed.
  const isOver = job.removed_at !== null || (job.expires_at !== null && job.expires_at <= now);
  const isThere = job.status === 'done' && !isOver;
  const url = (name: Parameters<typeof fileUrl>[2]) => (isThere ? fileUrl(baseUrl, job.token, name) : null);
  return {
    job_id: job.id,
    status: job.status,
    stage: job.stage,
    progress: Math.round(job.progress * 1_000) / 1_000,
    topic: job.topic,
    voice: readStoredRequest(job).voice,
    format: readStoredRequest(job).format,
    script_by: scriptAuthors.find((each) => each === job.script_by) ?? null,
    sources: (job.sources ?? []).map(({ title, url, licence }) => ({ title, url, licence })),
    answers_topic: job.answers_topic,
    script: storyboard ? storyboard.beats.flatMap(({ narration }) => splitSentences(narration)) : null,
    notes: job.notes ?? [],
    queue_position: outlook.position,
    estimated_s: outlook.seconds,
    voice_engine: job.voice_engine,
    video: url('video.mp4'),
    poster: url('poster.jpg'),
    captions: url('captions.vtt'),
    title: storyboard?.title ?? null,
    description: storyboard?.description ?? null,
    tags: storyboard?.tags ?? [],
    duration_s: job.duration_s,
    sha256: job.sha256,
    error: isOver ? 'its time is over: the video was removed' : job.error,
    created_at: job.created_at.toISOString(),
    finished_at: job.finished_at?.toISOString() ?? null,
    expires_at: job.expires_at?.toISOString() ?? null,
  };
}
