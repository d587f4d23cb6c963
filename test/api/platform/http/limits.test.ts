import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openDatabase } from '../../../../src/platform/db/database.ts';
import { pruneIdempotencyRecords } from '../../../../src/platform/http/idempotency.ts';
import { toNetwork } from '../../../../src/platform/http/incoming-request.ts';
import { consumeLimit, type Limit, pruneLimitUses } from '../../../../src/platform/http/limits.ts';
import { startApp } from '../../../harness/app.ts';
import { dayMs, MovableClock, minuteMs } from '../../../harness/clock.ts';
import { freshDatabase } from '../../../harness/database.ts';
import { assertRefused } from '../../../harness/refused.ts';

const perMinute: Limit = { name: 'test', max: 7, window: 'minute', per: 'caller', of: 'tests' };

async function open(t: { after(clean: () => Promise<void>): void }) {
  const fresh = await freshDatabase();
  const { host, port, user, database } = fresh;
  const opened = openDatabase(
    { host, port, user, database },
    { name: 'limits', connections: 8, onLost: () => {} },
  );
  t.after(async () => {
    await opened.close();
    await fresh.drop();
  });
  return { ...opened, fresh };
}

test('of 50 concurrent calls exactly the limit passes, each with a different remaining count', async (t) => {
  const clock = new MovableClock('2026-11-14T09:00:30.000Z');
  const { transaction } = await open(t);
  const take = (subject: string) => transaction((tx) => consumeLimit(tx, perMinute, subject, clock));
  const taken = await Promise.allSettled(Array.from({ length: 50 }, () => take('ada')));
  const passed = taken.filter((each) => each.status === 'fulfilled').map((each) => each.value);
  assert.deepEqual(passed.map((use) => use.remaining).toSorted(), [0, 1, 2, 3, 4, 5, 6]);
  assert.ok(passed.every((use) => use.reset_s === 30));
  assert.equal((await take('bob')).remaining, 6, 'another subject has its own');
});

test('a window starts at its UTC minute, hour or day', async (t) => {
  const clock = new MovableClock('2026-12-31T23:59:59.999Z');
  const { transaction } = await open(t);
  const take = (window: Limit['window']) =>
    transaction((tx) => consumeLimit(tx, { ...perMinute, name: window, max: 1, window }, 'ada', clock));
  for (const window of ['minute', 'hour', 'day'] as const) {
    assert.deepEqual(await take(window), {
      limit: 1,
      remaining: 0,
      reset_s: 1,
      name: window,
      window_s: { minute: 60, hour: 3_600, day: 86_400 }[window],
    });
    await assert.rejects(take(window), /over the limit of 1 tests per/);
  }
  clock.forward(1);
  for (const [window, reset_s] of [
    ['minute', 60],
    ['hour', 3_600],
    ['day', 86_400],
  ] as const) {
    assert.deepEqual(await take(window), {
      limit: 1,
      remaining: 0,
      reset_s,
      name: window,
      window_s: reset_s,
    });
    await assert.rejects(take(window));
  }
});

test('a use is returned with its rolled-back transaction, or explicitly, never below zero', async (t) => {
  const clock = new MovableClock('2026-11-14T09:00:30.000Z');
  const { transaction } = await open(t);
  const take = () => transaction((tx) => consumeLimit(tx, perMinute, 'ada', clock));
  const failing = transaction(async (tx) => {
    await consumeLimit(tx, perMinute, 'ada', clock);
    throw new Error('refused');
  });
  await assert.rejects(failing, /refused/);
  assert.equal((await take()).remaining, 6);
});

test('expired counters are pruned, current ones are kept', async (t) => {
  const clock = new MovableClock('2026-11-14T09:00:30.000Z');
  const { transaction, fresh } = await open(t);
  await transaction((tx) => consumeLimit(tx, perMinute, 'old', clock));
  clock.forward(2 * dayMs + minuteMs);
  await transaction((tx) => consumeLimit(tx, perMinute, 'new', clock));
  await pruneLimitUses(transaction, clock);
  await pruneIdempotencyRecords(transaction);
  assert.deepEqual(await fresh.sql('SELECT subject FROM limit_use'), [{ subject: 'new' }]);
});

test('the sign-up limit renews with the UTC day, and its refusal says when', async (t) => {
  const clock = new MovableClock('2026-11-14T23:58:20.500Z');
  const app = await startApp(t, { clock });
  const { city } = app;
  const signUp = (i: number) => city.post('/api/register', { screen_name: `agent_${i}` });
  const answers = await Promise.all(Array.from({ length: 30 }, (_, i) => signUp(i)));
  const refused = answers.filter((answer) => answer.status !== 201);
  assert.equal(refused.length, 10);
  for (const answer of refused) {
    assertRefused(answer, 429, 'over_limit');
    const { headers } = answer;
    assert.deepEqual(
      [
        headers['ratelimit-limit'],
        headers['ratelimit-remaining'],
        headers['ratelimit-reset'],
        headers['retry-after'],
      ],
      ['20', '0', '100', '100'],
    );
  }
  const counted = await app.metrics();
  assert.match(
    counted,
    /^kith_limits_hit_total\{service="city",method="POST",route="\/api\/register"\} 10$/m,
  );
  clock.forward(99_499);
  assert.equal((await signUp(100)).status, 429);
  clock.forward(1);
  const fresh = await signUp(100);
  assert.deepEqual([fresh.status, fresh.headers['ratelimit-remaining']], [201, '19']);
});

test('a forwarded address counts only from a trusted proxy', async (t) => {
  const { city } = await startApp(t);
  for (let i = 0; i < 21; i++) {
    const headers = { 'x-forwarded-for': `203.0.113.${i}` };
    const { status } = await city.post('/api/register', { screen_name: `agent_${i}` }, { headers });
    assert.equal(status, i < 20 ? 201 : 429);
  }
});

test('a network is one IPv4 address or one /64, however it is written', () => {
  for (const [ip, network] of [
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['::FFFF:CB00:7107', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:0DB8:0001:0002::', '2001:db8:1:2::/64'],
    ['::1', '::/64'],
  ] as const)
    assert.equal(toNetwork(ip), network);
});
