import { KithError } from './kith-error.js';
import { isPassing, sleep } from './pause.js';
const defaultPollMs = 2_000;
const longestPauseMs = 30_000;
export async function makeVideo(videos, input, { onProgress, pollMs = defaultPollMs, ...options } = {}) {
    const { job_id } = await videos.create(input, options);
    const { idempotencyKey: _, ...reading } = options;
    let pause = pollMs;
    for (;;) {
        try {
            const video = await videos.get(job_id, reading);
            pause = pollMs;
            onProgress?.(video);
            if (video.status === 'done')
                return video;
            if (video.status === 'failed')
                throw failed(video);
        }
        catch (error) {
            if (!(error instanceof KithError) || !isPassing(error))
                throw error;
            pause = Math.max(Math.min(pause * 2, longestPauseMs), error.retryAfterMs ?? 0);
        }
        await sleep(pause, options.signal);
    }
}
const failed = (video) => new KithError(video.error ?? 'the video could not be made', {
    code: 'video_failed',
    status: 200,
    hint: `GET /video/${video.job_id} says more.`,
    body: video,
});
