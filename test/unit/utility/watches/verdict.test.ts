import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type DeliveryAttempt, judgeAttempt } from '../../../../src/utility/webhooks/delivery-tasks.ts';

const start = new Date('2026-11-15T08:00:00Z');
const expiresAt = new Date(start.getTime() + 86_400_000);
const attempt = (more: Partial<DeliveryAttempt>): DeliveryAttempt => ({
  status: 500,
  error: null,
  retryAfter: undefined,
  tookMs: 10,
  ...more,
});

test('a receiver that stays down is retried with back-off for a day, the last time at its end', () => {
  for (const random of [0, 0.5, 0.999]) {
    let now = start;
    let failures = 0;
    const pausesS: number[] = [];
    for (;;) {
      const verdict = judgeAttempt(attempt({}), { failures, expiresAt }, now, random);
      failures = verdict.failures;
      if (verdict.delivery === 'failed') break;
      pausesS.push((verdict.retryAt!.getTime() - now.getTime()) / 1_000);
      now = verdict.retryAt!;
    }
    assert.deepEqual(now, expiresAt);
    assert.ok(failures >= 12 && failures <= 25, `${failures} attempts`);
    assert.deepEqual(
      pausesS.slice(0, -1),
      pausesS.slice(0, -1).toSorted((a, b) => a - b),
      'they grow',
    );
    assert.ok(pausesS[0]! >= 2.5 && pausesS[0]! <= 5);
  }
});

test('Retry-After in seconds or as a date is respected within bounds; nonsense is not', () => {
  const pauseS = (retryAfter: string) => {
    const { retryAt } = judgeAttempt(attempt({ status: 429, retryAfter }), { failures: 0, expiresAt }, start);
    return (retryAt!.getTime() - start.getTime()) / 1_000;
  };
  assert.equal(pauseS('120'), 120);
  assert.equal(pauseS(new Date(start.getTime() + 90_000).toUTCString()), 90);
  assert.equal(pauseS('999999999'), 6 * 3_600);
  for (const odd of ['soon', '-5', '', 'Thu, 01 Jan 1970 00:00:00 GMT', '1e9'])
    assert.ok(pauseS(odd) <= 5, odd);
});

test('what counts as delivered, gone and slow', () => {
  const judged = (more: Partial<DeliveryAttempt>) =>
    judgeAttempt(attempt(more), { failures: 3, expiresAt }, start);
  for (const status of [200, 204, 299]) assert.equal(judged({ status }).delivery, 'delivered');
  for (const status of [300, 302, 400, 404, 500, null]) assert.equal(judged({ status }).delivery, 'pending');
  assert.deepEqual([judged({ status: 410 }).gone, judged({ status: 410 }).delivery], [true, 'failed']);
  assert.deepEqual([judged({ status: 200 }).lane, judged({ status: 200 }).failures], ['quick', 0]);
  assert.equal(judged({ status: 200, tookMs: 5_000 }).lane, 'slow');
});
