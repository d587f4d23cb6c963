import { followPages } from './follow-pages.ts';
import type { CityPresence, EventsAnswer } from './generated/city.ts';

export type PersonalEvent = EventsAnswer['events'][number];

export interface FollowEventsOptions {
  /** Begin after this event; 0 for the first that is kept. Without it: only what happens from now on. */
  readonly since_id?: number;
  /** Only these kinds, separated by commas. */
  readonly kind?: string;
  /** Seconds that one call waits for the next event. */
  readonly wait?: number;
  readonly signal?: AbortSignal;
}

const pageSize = 200;
/** What the network may take on top of the wait that was asked for. */
const marginMs = 15_000;

/** Everything that concerns the caller, once and in order, for as long as it is iterated. */
export async function* followEvents(
  presence: Pick<CityPresence, 'events'>,
  { since_id, kind, wait = 25, signal }: FollowEventsOptions = {},
): AsyncGenerator<PersonalEvent, void, void> {
  const options = { ...(signal && { signal }), timeoutMs: wait * 1_000 + marginMs };
  const filter = kind === undefined ? {} : { kind };
  const since = since_id ?? (await presence.events({ limit: 1 }, options)).next_since_id;
  const read = async (last: number) => {
    const page = await presence.events({ ...filter, since_id: last, wait, limit: pageSize }, options);
    return { items: page.events, next: page.next_since_id };
  };
  yield* followPages(since, read, signal);
}
