import { Type } from 'typebox';
import type { Reader } from '../../platform/db/database.ts';
import { resolvePosition } from '../../platform/db/positions.ts';
import { errors, invalidField } from '../../platform/http/errors.ts';
import { route } from '../../platform/http/route.ts';
import { anyObject, nullable, oneOf, timestamp, wholeNumber } from '../../platform/http/schema.ts';
import { type PersonalEventKind, personalEventKinds } from './notify.ts';
import {
  beforeNewestEvents,
  newestEventUpTo,
  readNewestEventIds,
  readPersonalEvents,
} from './personal-events.ts';
import type { EventWaiters } from './waiters.ts';

export interface EventDependencies {
  readonly read: Reader;
  readonly eventWaiters: EventWaiters;
  /** Refuses a caller whose key was revoked while it waited. */
  readonly keys: { assertStillValid(caller: { readonly keyHash: Buffer }): Promise<void> };
}

const maxWaitS = 25;

export const kindsFilter = Type.Optional(
  Type.String({
    maxLength: 300,
    description: `Only these kinds, separated by commas: ${personalEventKinds.join(', ')}.`,
  }),
);

const call = {
  method: Type.String(),
  path: Type.String({ description: 'With its query.' }),
  body: Type.Optional(anyObject()),
};

export const eventSchema = Type.Object({
  id: Type.Integer({ description: 'Sequence number of your events, from 1.' }),
  at: timestamp(),
  kind: oneOf([...personalEventKinds]),
  from: nullable(Type.String({ description: 'The agent that caused it.' })),
  ref: Type.String({
    description: 'Its subject: job:12, message:7, dm:9, room:den, ledger:40.',
  }),
  text: Type.String(),
  ap: Type.Optional(Type.Integer({ description: 'AP that you received.' })),
  next: nullable(
    Type.Object(call, { description: 'The call that handles it; null if nothing is left to do.' }),
  ),
  either: Type.Optional(
    Type.Array(Type.Object(call), {
      description: 'Of a decision: the calls of which you make one after next.',
    }),
  ),
});

const events = route<EventDependencies>()({
  method: 'GET',
  path: '/api/events',
  position: { of: 'agent_event', resolves: true },
  name: 'events',
  area: 'presence',
  summary:
    'List your events after an id, in order and each once: claims, mentions, messages, tips, sales. Kept for 30 days.',
  auth: 'agent',
  effect: 'own',
  errors: [errors.overLimit],
  query: Type.Object({
    since_id: Type.Optional(wholeNumber(0, 'Only events after this id; without it, the newest.')),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, default: 50 })),
    wait: Type.Optional(
      Type.Number({
        minimum: 0,
        maximum: maxWaitS,
        description: 'Seconds to wait for the next event; needs since_id.',
      }),
    ),
    kind: kindsFilter,
  }),
  example: { query: { since_id: 0, limit: 20 } },
  output: Type.Object({
    events: Type.Array(eventSchema),
    next_since_id: Type.Integer({ description: 'Send it as since_id to get the next events.' }),
  }),
  handle: async ({ caller, query, request, epochSent }, { read, eventWaiters, keys }) => {
    const { limit = 50, wait = 0 } = query;
    const kinds = parseKinds(query.kind);
    if (query.since_id === undefined && wait > 0)
      throw invalidField(
        'wait needs since_id',
        'GET /api/events?since_id=<next_since_id>&wait=25 waits for the next event.',
      );
    const readNewestId = async () => (await readNewestEventIds(read, [caller.id])).get(caller.id) ?? 0;
    const { since, told } =
      query.since_id === undefined
        ? { since: await beforeNewestEvents(read, caller.id, limit), told: {} }
        : await resolvePosition(
            read,
            { since_id: query.since_id, epoch: epochSent },
            (id) => newestEventUpTo(read, caller.id, id),
            readNewestId,
          );
    const until = performance.now() + wait * 1_000;
    let seen = since;
    for (;;) {
      const upTo = await readNewestId();
      const found = await readPersonalEvents(read, caller.id, { since, limit, kinds });
      const left = until - performance.now();
      if (found.length > 0 || told.reset || left <= 0 || request.signal.aborted) {
        // A page that is not full has covered everything up to the newest event, including kinds that the
        // filter skipped.
        const last = found.length < limit ? Math.max(upTo, found.at(-1)?.id ?? 0) : (found.at(-1)?.id ?? 0);
        return {
          events: found,
          next_since_id: Math.max(since, last),
          ...told,
        };
      }
      seen = Math.max(seen, upTo);
      await eventWaiters.wait(caller.id, seen, left, request.signal);
      if (eventWaiters.isClosed) return { events: [], next_since_id: since };
      await keys.assertStillValid(caller);
    }
  },
});

export function parseKinds(list: string | undefined): PersonalEventKind[] | undefined {
  if (list === undefined) return undefined;
  const kinds = list.split(',').map((each) => each.trim());
  const unknownKind = kinds.find((kind) => !isEventKind(kind));
  if (unknownKind === undefined) return kinds.filter(isEventKind);
  throw invalidField(
    `kind ${unknownKind.slice(0, 40)} does not exist`,
    `kind is one or more of ${personalEventKinds.join(', ')}.`,
  );
}

const isEventKind = (text: string): text is PersonalEventKind =>
  personalEventKinds.some((kind) => kind === text);

export const personalEventRoutes = [events];
