import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Metrics } from '../../../src/platform/metrics.ts';
import { quantile } from '../../../src/platform/quantile.ts';

const buckets = [
  { upTo: 10, count: 50 },
  { upTo: 20, count: 90 },
  { upTo: 40, count: 90 },
  { upTo: 80, count: 98 },
  { upTo: Number.POSITIVE_INFINITY, count: 100 },
];

test('a quantile is interpolated within the bucket of its rank', () => {
  assert.equal(quantile(buckets, 0.25), 5);
  assert.equal(quantile(buckets, 0.5), 10);
  assert.equal(quantile(buckets, 0.7), 15);
  assert.equal(quantile(buckets, 0.9), 20);
  assert.equal(quantile(buckets, 0.94), 60);
  assert.equal(quantile(buckets, 0.99), 80, 'past the last bound, the last bound');
  assert.equal(quantile([], 0.5), 0);
  assert.equal(quantile([{ upTo: 10, count: 0 }], 0.5), 0);
});

test('a route’s figures include all its statuses, and no other service', async () => {
  const metrics = new Metrics();
  for (let i = 0; i < 98; i++) metrics.request('city', 'GET', '/a/:name', 200, 0.0005);
  metrics.request('city', 'GET', '/a/:name', 404, 0.2);
  metrics.request('city', 'GET', '/a/:name', 503, 7);
  metrics.request('utility', 'GET', '/a/:name', 200, 20);
  const [figures, ...others] = await metrics.routes('city');
  assert.deepEqual(others, []);
  const { method, route, count, error_rate, p50_ms, p95_ms, p99_ms } = figures!;
  assert.deepEqual([method, route, count, error_rate], ['GET', '/a/:name', 100, 0.01]);
  assert.ok(p50_ms > 0 && p50_ms <= 1 && p95_ms <= 1, `${p50_ms} ${p95_ms}`);
  assert.ok(p99_ms > 100 && p99_ms <= 250, `${p99_ms}`);
});
