import type { CreateVideoInput, CreateVideoResponse, UtilityVideos, Video } from './generated/utility.ts';
import { KithError } from './kith-error.ts';
import type { CallOptions } from './options.ts';
import { isRetryable, sleep } from './pause.ts';

export interface VideoOptions extends CallOptions {
  readonly onProgress?: (video: Video) => void;
  readonly pollMs?: number;
}

const defaultPollMs = 2_000;
const maxPauseMs = 30_000;

/**
 * Orders a video, and resolves when it is finished; a failed render is a KithError. The render continues on the server
 * whatever happens here, so this waits for a service that is down.
 */
export async function makeVideo(
  videos: UtilityVideos,
  input: CreateVideoInput,
  { onProgress, pollMs = defaultPollMs, ...options }: VideoOptions = {},
): Promise<Video> {
  const made = await videos.create(input, options);
  if (!('job_id' in made)) throw new TypeError('preview: true makes no video; use previewVideo');
  const { job_id } = made;
  const { idempotencyKey: _, ...reading } = options;
  let pause = pollMs;
  for (;;) {
    try {
      const video = await videos.get(job_id, reading);
      pause = pollMs;
      onProgress?.(video);
      if (video.status === 'done') return video;
      if (video.status === 'failed') throw createVideoError(video);
    } catch (error) {
      if (!(error instanceof KithError) || !isRetryable(error)) throw error;
      pause = Math.max(Math.min(pause * 2, maxPauseMs), error.retryAfterMs ?? 0);
    }
    await sleep(pause, options.signal);
  }
}

/** A script with its claim and its scenes, to be rendered later with `from`. */
export type VideoPreview = Extract<CreateVideoResponse, { preview_id: string }>;

/** Writes the script of a video without rendering it: free, and within two seconds. */
export async function previewVideo(
  videos: UtilityVideos,
  input: CreateVideoInput,
  options: CallOptions = {},
): Promise<VideoPreview> {
  const made = await videos.create({ ...input, preview: true }, options);
  if (!('preview_id' in made)) throw new TypeError('from makes a video; leave it out of a preview');
  return made;
}

const createVideoError = (video: Video): KithError =>
  new KithError(video.error ?? 'the video could not be rendered', {
    code: 'video_failed',
    status: 200,
    hint: `Details: GET /video/${video.job_id}`,
    body: video,
  });
