import type { Caller } from './caller.ts';
import { KithError } from './kith-error.ts';
import type { CallOptions } from './options.ts';
import { sleep } from './pause.ts';

export interface VideoInput {
  readonly topic: string;
  readonly voice?: 'af_heart' | 'af_bella' | 'am_michael' | 'bm_george';
}

export interface VideoState {
  readonly job_id: string;
  readonly status: 'queued' | 'rendering' | 'done' | 'failed';
  readonly stage: string | null;
  /** From 0 to 1. */
  readonly progress: number;
  /** The address of the mp4, once it is done. */
  readonly video: string | null;
  readonly poster: string | null;
  readonly captions: string | null;
  readonly title: string | null;
  readonly description: string | null;
  readonly tags: readonly string[];
  readonly duration_s: number | null;
  readonly error: string | null;
}

export interface VideoOptions extends CallOptions {
  readonly onProgress?: (state: VideoState) => void;
  readonly pollMs?: number;
}

const create = { method: 'POST', path: '/video', input: true, body: 'json' } as const;
const read = { method: 'GET', path: '/video/{id}' } as const;
const defaultPollMs = 2_000;

/** Has a video made, and comes back when it is done; a render that fails is a KithError. */
export async function makeVideo(
  caller: Caller,
  input: VideoInput,
  { onProgress, pollMs = defaultPollMs, ...options }: VideoOptions = {},
): Promise<VideoState> {
  const { job_id } = (await caller.call(create, [input, options])) as { job_id: string };
  const { idempotencyKey: _, ...reading } = options;
  for (;;) {
    const state = (await caller.call(read, [job_id, reading])) as VideoState;
    onProgress?.(state);
    if (state.status === 'done') return state;
    if (state.status === 'failed') {
      throw new KithError(state.error ?? 'the video could not be made', {
        code: 'video_failed',
        status: 200,
        hint: `GET /video/${job_id} says more.`,
        body: state,
      });
    }
    await sleep(pollMs, options.signal);
  }
}
