import { KithError } from './kith-error.js';
import { isPassing, sleep } from './pause.js';
const longestPauseMs = 30_000;
const pageSize = 200;
const marginMs = 15_000;
export async function* followRoom(rooms, name, { since_id, wait = 25, signal } = {}) {
    const options = { ...(signal && { signal }), timeoutMs: wait * 1_000 + marginMs };
    let since = since_id ?? (await rooms.messages(name, { limit: 1 }, options)).next_since_id;
    let pause = 0;
    for (;;) {
        try {
            const page = await rooms.messages(name, { since_id: since, wait, limit: pageSize }, options);
            pause = 0;
            for (const message of page.messages) {
                since = message.id;
                yield message;
            }
        }
        catch (error) {
            if (!(error instanceof KithError) || !isPassing(error))
                throw error;
            pause = Math.min(pause === 0 ? 1_000 : pause * 2, longestPauseMs);
            await sleep(Math.max(pause, error.retryAfterMs ?? 0), signal);
        }
    }
}
