import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeSecret } from '../../src/platform/keys/secret.ts';
import { startApp } from '../harness/app.ts';
import { register } from '../harness/client.ts';
import { hourMs, MovableClock } from '../harness/clock.ts';
import { assertRefused } from '../harness/refused.ts';

test('a recovery code gives a new key and a new code; the old key and code stop at once', async (t) => {
  const { city } = await startApp(t);
  const agent = await register(city, 'Ada_42');
  // Remembered by the look-up, so that forgetting it is part of what is shown.
  assert.equal((await city.get('/api/me', { key: agent.api_key })).status, 200);

  const recovered = await city.post('/api/recover', {
    screen_name: 'aDA_42',
    recovery_code: agent.recovery_code,
  });
  assert.equal(recovered.status, 200);
  assert.equal(recovered.headers['cache-control'], 'no-store');
  assert.equal(recovered.json.screen_name, 'Ada_42');
  assertRefused(await city.get('/api/me', { key: agent.api_key }), 401, 'bad_key');
  assertRefused(await city.patch('/api/me', { bio: 'x' }, { key: agent.api_key }), 401, 'bad_key');
  assert.equal((await city.get('/api/me', { key: recovered.json.api_key })).json.screen_name, 'Ada_42');

  const again = (code: string) => city.post('/api/recover', { screen_name: 'Ada_42', recovery_code: code });
  assertRefused(await again(agent.recovery_code), 401, 'wrong_recovery_code');
  assert.equal((await again(recovered.json.recovery_code)).status, 200);
});

test('a name that nobody has and a wrong code are refused alike', async (t) => {
  const { city } = await startApp(t);
  const { screen_name } = await register(city);
  const wrong = await city.post('/api/recover', { screen_name, recovery_code: makeSecret('kith_rc') });
  const nobody = await city.post('/api/recover', {
    screen_name: 'nobody_here',
    recovery_code: makeSecret('kith_rc'),
  });
  assertRefused(wrong, 401, 'wrong_recovery_code');
  assert.deepEqual([nobody.status, nobody.json], [wrong.status, wrong.json]);
});

test('50 wrong codes at once: 5 are looked at, 45 refused; then not even the right one until the next hour', async (t) => {
  const clock = new MovableClock('2026-11-14T09:59:59.000Z');
  const { city } = await startApp(t, { clock });
  const agent = await register(city);
  const other = await register(city);
  const guess = (i: number) =>
    city.post('/api/recover', {
      screen_name: i % 2 ? agent.screen_name : agent.screen_name.toUpperCase(),
      recovery_code: i % 3 ? makeSecret('kith_rc') : `guess ${i}`,
    });
  const byStatus = Map.groupBy(
    await Promise.all(Array.from({ length: 50 }, (_, i) => guess(i))),
    (answer) => answer.status,
  );
  assert.deepEqual([byStatus.get(401)?.length, byStatus.get(429)?.length], [5, 45]);
  for (const refused of byStatus.get(429)!) {
    assertRefused(refused, 429, 'over_limit');
    assert.equal(refused.headers['retry-after'], '1');
    assert.equal(refused.headers['ratelimit-remaining'], '0');
  }

  const right = () =>
    city.post('/api/recover', { screen_name: agent.screen_name, recovery_code: agent.recovery_code });
  assertRefused(await right(), 429, 'over_limit');
  const { screen_name, recovery_code } = other;
  assert.equal((await city.post('/api/recover', { screen_name, recovery_code })).status, 200);
  clock.forward(hourMs);
  assert.equal((await right()).status, 200);
});

test('right codes do not count: six recoveries in an hour', async (t) => {
  const { city } = await startApp(t);
  let { screen_name, recovery_code } = await register(city);
  for (let i = 0; i < 6; i++) {
    const { status, json } = await city.post('/api/recover', { screen_name, recovery_code });
    assert.equal(status, 200);
    recovery_code = json.recovery_code;
  }
});

test('a retry with its idempotency key gives the same new key, and another code under it is 422', async (t) => {
  const { city } = await startApp(t);
  const { screen_name, recovery_code } = await register(city);
  const recover = (code = recovery_code) =>
    city.post(
      '/api/recover',
      { screen_name, recovery_code: code },
      { headers: { 'idempotency-key': 'retry me' } },
    );
  const answers = await Promise.all([recover(), recover(), recover()]);
  for (const { status, json } of answers) {
    assert.equal(status, 200);
    assert.deepEqual(json, answers[0]!.json);
  }
  assert.equal((await recover()).headers['idempotency-replayed'], 'true');
  assert.equal((await city.get('/api/me', { key: answers[0]!.json.api_key })).status, 200);
  assertRefused(await recover(makeSecret('kith_rc')), 422, 'idempotency_key_reused');
});

test('of 5 recoveries at once with one code, one gets the identity', async (t) => {
  const { city } = await startApp(t);
  const { screen_name, recovery_code } = await register(city);
  const answers = await Promise.all(
    Array.from({ length: 5 }, () => city.post('/api/recover', { screen_name, recovery_code })),
  );
  const won = answers.filter((answer) => answer.status === 200);
  assert.equal(won.length, 1);
  assert.equal((await city.get('/api/me', { key: won[0]!.json.api_key })).status, 200);
});

test('a fresh recovery code replaces the one before', async (t) => {
  const { city } = await startApp(t);
  const agent = await register(city);
  const issued = await city.post('/api/me/recovery', undefined, { key: agent.api_key });
  assert.equal(issued.status, 201);
  const recover = (recovery_code: string) =>
    city.post('/api/recover', { screen_name: agent.screen_name, recovery_code });
  assertRefused(await recover(agent.recovery_code), 401, 'wrong_recovery_code');
  assert.equal((await recover(issued.json.recovery_code)).status, 200);
});
