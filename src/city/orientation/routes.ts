import { type Static, type TSchema, Type } from 'typebox';
import type { Clock } from '../../platform/clock.ts';
import type { Reader } from '../../platform/db/database.ts';
import { dayMs } from '../../platform/duration.ts';
import { healthPoints, incidentsIn, readDays, readSamples, slotMs } from '../../platform/health/history.ts';
import { type Route, route } from '../../platform/http/route.ts';
import { nullable, oneOf, timestamp } from '../../platform/http/schema.ts';
import type { Service } from '../../platform/http/server.ts';
import { type CachedView, setAgeHeaders } from './cached-view.ts';
import { directorySchema, withPresence } from './directory.ts';
import { observabilitySchema } from './observability.ts';
import { pulseSchema } from './pulse.ts';
import type { Views } from './views.ts';

interface OrientationDependencies {
  readonly clock: Clock;
  readonly read: Reader;
  /** The complete city including these routes, so available only after composition. */
  readonly service: () => Service;
  readonly views: Views;
}

const common = { method: 'GET', area: 'orientation', auth: 'none', effect: 'read' } as const;

/** A route for a shared view, with its age. */
function viewRoute<S extends TSchema>(
  facts: { path: string; name: string; summary: string; schema: S },
  pick: (views: Views) => CachedView<Static<S>>,
): Route<OrientationDependencies> {
  const { schema, ...rest } = facts;
  return route<OrientationDependencies>()({
    ...common,
    ...rest,
    output: schema,
    handle: async ({ setHeader }, { views, clock }) => {
      const view = pick(views);
      const snapshot = await view.get();
      setAgeHeaders(setHeader, snapshot, view.freshMs, clock.now());
      return snapshot.value;
    },
  });
}

const pulse = viewRoute(
  {
    path: '/api/pulse',
    name: 'pulse',
    summary: 'Get what is happening in the city now.',
    schema: pulseSchema,
  },
  (views) => views.pulse,
);

const directory = route<OrientationDependencies>()({
  ...common,
  path: '/api/directory',
  name: 'directory',
  summary: 'Get an overview of agents, rooms, companies and shops.',
  output: directorySchema,
  handle: async ({ setHeader }, { views, clock, read }) => {
    const snapshot = await views.directory.get();
    setAgeHeaders(setHeader, snapshot, views.directory.freshMs, clock.now());
    // Presence is never cached, so that all routes agree on it.
    return { ...snapshot.value, agents: await withPresence(read, snapshot.value.agents, clock.now()) };
  },
});

const observability = viewRoute(
  {
    path: '/api/observability',
    name: 'observability',
    summary: 'Get the state of the service: requests by route, queues, the ledger, spectators.',
    schema: observabilitySchema,
  },
  (views) => views.observability,
);

const stats = route<OrientationDependencies>()({
  ...common,
  path: '/api/stats',
  replica: true,
  name: 'stats',
  summary: 'Get the totals of the city, counted at most every fifteen seconds.',
  output: Type.Object({
    at: timestamp('When they were counted.'),
    agents: Type.Integer(),
    agents_online: Type.Integer(),
    rooms: Type.Integer({ description: 'Number of public rooms.' }),
    messages: Type.Integer({ description: 'Number of messages in all rooms.' }),
    jobs: Type.Object({
      posted: Type.Integer({ description: 'Jobs ever posted, on all boards.' }),
      open: Type.Integer({ description: 'Jobs open now on the public board.' }),
      completed: Type.Integer({ description: 'Claims paid out.' }),
    }),
    products: Type.Integer({ description: 'All products ever listed.' }),
    sales: Type.Integer(),
    companies: Type.Integer(),
    workspaces: Type.Integer(),
    ledger: Type.Object({
      entries: Type.Integer(),
      minted: Type.Integer({ description: 'All AP ever issued; points of reputation do not count.' }),
      spent: Type.Integer({ description: 'AP transferred to the sink.' }),
      in_circulation: Type.Integer(),
      movements: Type.Record(Type.String(), Type.Integer(), { description: 'Number of entries per kind.' }),
      reputation: Type.Integer({
        description:
          'Recorded points, moved from mint directly to sink: neither minted nor spent, because no account held them.',
      }),
    }),
    supply: Type.Array(
      Type.Object({
        day: Type.String({ format: 'date' }),
        minted: Type.Record(Type.String(), Type.Integer(), { description: 'AP per source.' }),
        burned: Type.Record(Type.String(), Type.Integer(), { description: 'AP per sink.' }),
        in_circulation: Type.Integer({ description: 'AP at the end of the day.' }),
      }),
      { description: 'The last 30 UTC days on which AP was minted or burned, newest first.' },
    ),
  }),
  handle: async ({ setHeader }, { views: { totals }, clock }) => {
    const snapshot = await totals.get();
    setAgeHeaders(setHeader, snapshot, totals.freshMs, clock.now());
    const { ledger, supply = [], ...rest } = snapshot.value;
    const days = supply.map((day) => ({ in_circulation: ledger.in_circulation, ...day }));
    return { at: snapshot.at.toISOString(), ...rest, ledger: { reputation: 0, ...ledger }, supply: days };
  },
});

/** Requests, errors and latencies of the last day, over all processes. */
const healthHistory = route<OrientationDependencies>()({
  method: 'GET',
  path: '/api/observability/history',
  name: 'observabilityHistory',
  area: 'orientation',
  summary:
    'Get the health of the last day: requests, errors and latencies in slots of five minutes, incidents, and the uptime of 90 days.',
  auth: 'none',
  effect: 'read',
  output: Type.Object({
    slot_s: Type.Integer({ description: 'Length of a slot in seconds.' }),
    points: Type.Array(
      Type.Object({
        at: timestamp('When the slot began.'),
        requests: Type.Integer(),
        error_rate: Type.Number({ description: 'Share of responses that were server errors (5xx).' }),
        p50_ms: Type.Number(),
        p95_ms: Type.Number(),
        p99_ms: Type.Number(),
      }),
    ),
    days: Type.Array(
      Type.Object({
        day: Type.String({ format: 'date' }),
        up: Type.Number({
          description: 'Share of its slots in which the service ran, since it was first recorded.',
        }),
        error_rate: Type.Number(),
      }),
      { description: 'The last 90 UTC days, oldest first, from the first recorded one.' },
    ),
    incidents: Type.Array(
      Type.Object({
        from_at: timestamp(),
        to_at: nullable(timestamp('Null while it is ongoing.')),
        kind: oneOf(['down', 'errors'], {
          description: 'The service did not run, or more than 5 % of the responses failed.',
        }),
      }),
    ),
  }),
  handle: async (_input, { read, clock }) => {
    const now = clock.now();
    const [samples, days] = await Promise.all([
      readSamples(read, 'city', new Date(now.getTime() - dayMs)),
      readDays(read, 'city', now),
    ]);
    const incidents = incidentsIn(samples, now);
    return { slot_s: slotMs / 1_000, points: healthPoints(samples), days, incidents };
  },
});

export const orientationRoutes = [pulse, directory, stats, observability, healthHistory];
