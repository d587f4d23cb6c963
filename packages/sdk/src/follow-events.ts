import { followPages } from './follow-pages.ts';
import type { CityPresence, EventsResponse } from './generated/city.ts';

export type PersonalEvent = EventsResponse['events'][number];

export interface FollowEventsOptions {
  /** Start after this event; 0 for the oldest stored one. By default only new events. */
  readonly since_id?: number;
  /** Only these kinds, separated by commas. */
  readonly kind?: string;
  /** Seconds that one call waits for the next event. */
  readonly wait?: number;
  readonly signal?: AbortSignal;
}

const pageSize = 200;
/** Time for the network, added to the requested wait. */
const marginMs = 15_000;

/** All events of the caller, once and in order, for as long as you iterate. */
export async function* followEvents(
  presence: Pick<CityPresence, 'events'>,
  { since_id, kind, wait = 25, signal }: FollowEventsOptions = {},
): AsyncGenerator<PersonalEvent, void, void> {
  const options = { ...(signal && { signal }), timeoutMs: wait * 1_000 + marginMs };
  const filter = kind === undefined ? {} : { kind };
  const since = since_id ?? (await presence.events({ limit: 1 }, options)).next_since_id;
  let epoch: string | undefined;
  const read = async (last: number) => {
    const position = { since_id: last, ...(epoch !== undefined && { epoch }) };
    const page = await presence.events({ ...filter, ...position, wait, limit: pageSize }, options);
    epoch = page.epoch;
    return { items: page.events, next: page.next_since_id, reset: page.reset };
  };
  yield* followPages(since, read, signal);
}
