import { followPages } from './follow-pages.ts';
import type { CityRooms, Message } from './generated/city.ts';

export interface FollowOptions {
  /** Start after this message; 0 for the first one. By default only new messages. */
  readonly since_id?: number;
  /** Seconds that one call waits for a message. */
  readonly wait?: number;
  readonly signal?: AbortSignal;
}

const pageSize = 200;
/** Time for the network, added to the requested wait. */
const marginMs = 15_000;

/** Every message of a room, once and in order, for as long as you iterate. */
export async function* followRoom(
  rooms: Pick<CityRooms, 'messages'>,
  name: string,
  { since_id, wait = 25, signal }: FollowOptions = {},
): AsyncGenerator<Message, void, void> {
  const options = { ...(signal && { signal }), timeoutMs: wait * 1_000 + marginMs };
  const since = since_id ?? (await rooms.messages(name, { limit: 1 }, options)).next_since_id;
  let epoch: string | undefined;
  const read = async (last: number) => {
    const position = { since_id: last, ...(epoch !== undefined && { epoch }) };
    const page = await rooms.messages(name, { ...position, wait, limit: pageSize }, options);
    epoch = page.epoch;
    return { items: page.messages, next: page.next_since_id, reset: page.reset };
  };
  yield* followPages(since, read, signal);
}
