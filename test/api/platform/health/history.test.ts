import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openDatabase } from '../../../../src/platform/db/database.ts';
import {
  HealthSampler,
  healthPoints,
  incidentsIn,
  pruneSamples,
  readSamples,
  slotMs,
} from '../../../../src/platform/health/history.ts';
import { Metrics } from '../../../../src/platform/metrics.ts';
import { startApp } from '../../../harness/app.ts';
import { dayMs, MovableClock } from '../../../harness/clock.ts';
import { freshDatabase } from '../../../harness/database.ts';

const at = (slot: number) => new Date(Date.UTC(2026, 0, 1) + slot * slotMs);
const sample = (slot: number, requests = 20, failed = 0) => ({ at: at(slot), requests, failed, buckets: [] });

test('a missing slot is downtime, and consecutive bad slots are one incident', () => {
  const samples = [sample(0), sample(1), sample(4), sample(5, 20, 2), sample(6, 100, 50), sample(7, 4, 4)];
  assert.deepEqual(incidentsIn(samples, at(100)), [
    { from_at: at(2).toISOString(), to_at: at(4).toISOString(), kind: 'down' },
    { from_at: at(5).toISOString(), to_at: at(7).toISOString(), kind: 'errors' },
  ]);
  assert.deepEqual(incidentsIn([sample(0, 20, 20)], new Date(at(1).getTime() - 1)), [
    { from_at: at(0).toISOString(), to_at: null, kind: 'errors' },
  ]);
  assert.deepEqual(incidentsIn([], at(0)), []);
});

test('samples of several processes are added, and latencies read from the sum', async (t) => {
  const clock = new MovableClock('2026-01-01T10:00:00Z');
  const fresh = await freshDatabase();
  const { host, port, user, database: name } = fresh;
  const database = openDatabase(
    { host, port, user, database: name },
    { name: 'health', connections: 2, onLost: () => {} },
  );
  t.after(async () => {
    await database.close();
    await fresh.drop();
  });
  const [one, other] = [new Metrics(), new Metrics()];
  const deps = { transaction: database.transaction, clock, onError: assert.ifError };
  const samplers = [one, other].map((metrics) => new HealthSampler('x', { ...deps, metrics }));
  for (let nth = 0; nth < 90; nth++) one.request('x', 'GET', '/a', 200, 0.004);
  for (let nth = 0; nth < 10; nth++) other.request('x', 'GET', '/a', 500, 2);
  for (const sampler of samplers) await sampler.sample();
  one.request('y', 'GET', '/a', 500, 2);
  // A sample is counted only once.
  for (const sampler of samplers) await sampler.sample();
  const samples = () => readSamples(database.read, 'x', new Date(0));
  assert.deepEqual(healthPoints(await samples()), [
    {
      at: '2026-01-01T10:00:00.000Z',
      requests: 100,
      error_rate: 0.1,
      p50_ms: 3.889,
      p95_ms: 1_750,
      p99_ms: 2_350,
    },
  ]);
  clock.forward(slotMs);
  for (const sampler of samplers) await sampler.sample();
  assert.deepEqual(
    (await samples()).map(({ requests }) => requests),
    [100, 0],
  );
  clock.forward(92 * dayMs);
  await pruneSamples(database.transaction, clock);
  assert.deepEqual(await samples(), []);
});

test('the city shows its last day', async (t) => {
  const clock = new MovableClock('2026-01-01T10:00:00Z');
  const app = await startApp(t, { clock });
  await app.database.sql(
    `INSERT INTO health_sample VALUES ('city', '2026-01-01T09:00:00Z', 20, 10, '{0,20}'), ('city', '2025-12-30T09:00:00Z', 1, 1, '{}')`,
  );
  const { json } = await app.city.get('/api/observability/history');
  const [first] = json.points;
  assert.deepEqual(
    [json.slot_s, first.at, first.requests, first.error_rate],
    [300, '2026-01-01T09:00:00.000Z', 20, 0.5],
  );
  assert.deepEqual(json.incidents[0], {
    from_at: '2026-01-01T09:00:00.000Z',
    to_at: '2026-01-01T09:05:00.000Z',
    kind: 'errors',
  });
});
