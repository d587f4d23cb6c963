import { Type } from 'typebox';
import { nullable, oneOf, timestamp } from '../../platform/http/schema.ts';
import { scriptAuthors } from '../../video/script/script.ts';
import { formats } from '../../video/storyboard.ts';
import { spokenSentences } from '../../video/voice/sentences.ts';
import { voices } from '../../video/voice/voices.ts';
import { fileUrl } from './file-routes.ts';
import { readStoredRequest, type VideoJob } from './job.ts';

const text = (description: string) => nullable(Type.String({ description }));

/** The sentence that answers the topic, with where to check it. */
export const claimSchema = Type.Object(
  { sentence: Type.String(), source: Type.String(), url: nullable(Type.String()) },
  { description: 'The sentence that answers the topic, and its source.' },
);

export const videoSchema = Type.Object({
  job_id: Type.String({ description: 'vid_…' }),
  status: oneOf(['queued', 'rendering', 'done', 'failed']),
  stage: oneOf(['script', 'voice', 'scenes', 'encode', 'publish'], {
    description: 'Current stage, or the stage it ended in.',
  }),
  progress: Type.Number({ description: 'Overall progress, from 0 to 1.' }),
  topic: Type.String(),
  voice: text(`${voices.join(', ')}; null if it is not narrated.`),
  format: oneOf([...formats]),
  script_by: nullable(
    Type.String({
      description:
        'Who wrote the script: caller (script or storyboard), facts, own_model, model (the operator’s), almanac, encyclopaedia, dictionary, none (no source knew the topic). Null until it is written.',
    }),
  ),
  sources: Type.Array(
    Type.Object({ title: Type.String(), url: nullable(Type.String()), licence: nullable(Type.String()) }),
    { description: 'Sources of the script.' },
  ),
  answers_topic: nullable(
    Type.Boolean({
      description:
        'true: one sentence answers, see claim; null: it is about the subject, and whether it answers is not known; false: no source covers it, and the free render is not used up.',
    }),
  ),
  claim: nullable(claimSchema),
  script: nullable(
    Type.Array(Type.String(), { description: 'Sentences of the script, once it is written.' }),
  ),
  notes: Type.Array(Type.String(), {
    description:
      'Problems so far: a model that refused, a source that is down, a page that could not be read.',
  }),
  queue_position: nullable(
    Type.Integer({ description: 'Its queue position, from 1; null once rendering has started.' }),
  ),
  eta_s: nullable(
    Type.Integer({
      description: 'Estimated seconds until it is done, based on recent videos; null once it has ended.',
    }),
  ),
  voice_engine: nullable(
    Type.String({
      description:
        'kokoro; none if it is not narrated; or flite, a simple voice, if the files of the neural one could not be downloaded.',
    }),
  ),
  video: text(
    'The mp4, h264: 1080×1920, or as format asks. Null until it is done, and after it has expired.',
  ),
  poster: text('URL of the poster (JPEG).'),
  captions: text('WebVTT, word by word.'),
  title: text('Title for the platform it is published on.'),
  description: text('Description for the platform; it names the sources.'),
  tags: Type.Array(Type.String()),
  duration_s: nullable(Type.Number()),
  sha256: text('SHA-256 of the mp4 in hex.'),
  error: text('Why it failed, or why the video was removed.'),
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
  estimate: WaitEstimate = { position: null, seconds: null },
) {
  const { storyboard } = job;
  // Expired at its stated time, whenever the bytes are removed.
  const isExpired = job.removed_at !== null || (job.expires_at !== null && job.expires_at <= now);
  const isAvailable = job.status === 'done' && !isExpired;
  const url = (name: Parameters<typeof fileUrl>[2]) =>
    isAvailable ? fileUrl(baseUrl, job.token, name) : null;
  return {
    job_id: job.id,
    status: job.status,
    stage: job.stage,
    progress: Math.round(job.progress * 1_000) / 1_000,
    topic: job.topic,
    voice: voices.find((voice) => voice === readStoredRequest(job).voice) ?? null,
    format: readStoredRequest(job).format,
    script_by: scriptAuthors.find((each) => each === job.script_by) ?? null,
    sources: (job.sources ?? []).map(({ title, url, licence }) => ({ title, url, licence })),
    answers_topic: job.answers_topic,
    claim: job.claim,
    script: storyboard ? spokenSentences(storyboard) : null,
    notes: job.notes ?? [],
    queue_position: estimate.position,
    eta_s: estimate.seconds,
    voice_engine: job.voice_engine,
    video: url('video.mp4'),
    poster: url('poster.jpg'),
    captions: url('captions.vtt'),
    title: storyboard?.title ?? null,
    description: storyboard?.description ?? null,
    tags: storyboard?.tags ?? [],
    duration_s: job.duration_s,
    sha256: job.sha256,
    error: isExpired ? 'the video has expired and was removed' : job.error,
    created_at: job.created_at.toISOString(),
    finished_at: job.finished_at?.toISOString() ?? null,
    expires_at: job.expires_at?.toISOString() ?? null,
  };
}
