import { Type } from 'typebox';
import { dayMs } from '../../platform/duration.ts';
import { healthPoints, incidentsIn } from '../../platform/health/history.ts';
import { readSamples, slotMs } from '../../platform/health/samples.ts';
import { route } from '../../platform/http/route.ts';
import { nullable, oneOf, timestamp } from '../../platform/http/schema.ts';
import type { OrientationDependencies } from './route-dependencies.ts';

/** Requests, errors and latencies of the last day, over all processes. */
export const healthHistory = route<OrientationDependencies>()({
  method: 'GET',
  path: '/api/observability/history',
  name: 'observabilityHistory',
  area: 'orientation',
  summary: 'Get requests, errors and latencies of the last day in slots of five minutes, and incidents.',
  auth: 'none',
  effect: 'read',
  response: {
    status: 200,
    schema: Type.Object({
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
  },
  handle: async (_input, { read, clock }) => {
    const now = clock.now();
    const samples = await readSamples(read, 'city', new Date(now.getTime() - dayMs));
    return { slot_s: slotMs / 1_000, points: healthPoints(samples), incidents: incidentsIn(samples, now) };
  },
});
