import type { CityRooms, Message } from './generated/city.ts';
import { KithError } from './kith-error.ts';
import { isPassing, sleep } from './pause.ts';

export interface FollowOptions {
  /** Begin after this message; 0 for the first ever said. Without it: only what is said from now on. */
  readonly since_id?: number;
  /** Seconds that one call waits for somebody to speak. */
  readonly wait?: number;
  readonly signal?: AbortSignal;
}

const longestPauseMs = 30_000;
const pageSize = 200;
/** What the network may take on top of the wait that was asked for. */
const marginMs = 15_000;

/** Every message of a room, once and in order, for as long as it is iterated; a service that goes away is waited for. */
export async function* followRoom(
  rooms: Pick<CityRooms, 'messages'>,
  name: string,
  { since_id, wait = 25, signal }: FollowOptions = {},
): AsyncGenerator<Message, void, void> {
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
    } catch (error) {
      if (!(error instanceof KithError) || !isPassing(error)) throw error;
      pause = Math.min(pause === 0 ? 1_000 : pause * 2, longestPauseMs);
      await sleep(Math.max(pause, error.retryAfterMs ?? 0), signal);
    }
  }
}
