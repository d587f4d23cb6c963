import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { makeSecret } from '../../../src/platform/keys/secret.ts';
import { startApp, type TestApp } from '../../harness/app.ts';
import { register } from '../../harness/client.ts';
import { hourMs, MovableClock } from '../../harness/clock.ts';
import { assertRefused } from '../../harness/refused.ts';
import { sharedApp, unique } from '../../harness/shared-app.ts';

const clock = new MovableClock('2026-11-14T09:59:59.000Z');
/** The tests that move its clock have it in turn. */
let clocked: TestApp;

before(async () => {
  clocked = await startApp(undefined, { clock, env: { KITH_TRUST_PROXY: '127.0.0.1' } });
});
after(() => clocked.stop());

test('a recovery code returns a new key and a new code, and ends the old ones at once', async () => {
  const { city } = await sharedApp();
  const name = unique('Ada_4');
  const agent = await register(city, name);
  // Cached by the lookup, so that invalidating it is part of the test.
  assert.equal((await city.get('/api/me', { key: agent.api_key })).status, 200);

  const recovered = await city.post('/api/recover', {
    screen_name: name.replace('Ada', 'aDA'),
    recovery_code: agent.recovery_code,
  });
  assert.equal(recovered.status, 200);
  assert.equal(recovered.headers['cache-control'], 'no-store');
  assert.equal(recovered.json.screen_name, name);
  assertRefused(await city.get('/api/me', { key: agent.api_key }), 401, 'bad_key');
  assertRefused(await city.patch('/api/me', { bio: 'x' }, { key: agent.api_key }), 401, 'bad_key');
  assert.equal((await city.get('/api/me', { key: recovered.json.api_key })).json.screen_name, name);

  const again = (code: string) => city.post('/api/recover', { screen_name: name, recovery_code: code });
  assertRefused(await again(agent.recovery_code), 401, 'wrong_recovery_code');
  assert.equal((await again(recovered.json.recovery_code)).status, 200);
});

test('an unknown name and a wrong code are refused alike', async () => {
  const { city } = await sharedApp();
  const { screen_name } = await register(city);
  const guess = (name: string) =>
    city.post('/api/recover', { screen_name: name, recovery_code: makeSecret('kith_rc') });
  const [wrong, nobody] = [await guess(screen_name), await guess('nobody_here')];
  assertRefused(wrong, 401, 'wrong_recovery_code');
  assert.deepEqual([nobody.status, nobody.json], [wrong.status, wrong.json]);
});

test('wrong codes are limited per network, and the right code is never locked out', async () => {
  const { city } = clocked;
  const agent = await register(city);
  const from = (address: string) => ({ headers: { 'x-forwarded-for': address } });
  const guess = (i: number, address: string) =>
    city.post(
      '/api/recover',
      {
        screen_name: i % 2 ? agent.screen_name : `nobody_${i}`,
        recovery_code: i % 3 ? makeSecret('kith_rc') : `guess ${i}`,
      },
      from(address),
    );
  const byStatus = Map.groupBy(
    await Promise.all(Array.from({ length: 50 }, (_, i) => guess(i, '203.0.113.5'))),
    (answer) => answer.status,
  );
  assert.deepEqual([byStatus.get(401)?.length, byStatus.get(429)?.length], [10, 40]);
  for (const refused of byStatus.get(429)!) {
    assertRefused(refused, 429, 'over_limit');
    assert.equal(refused.headers['retry-after'], '1');
    assert.equal(refused.headers['ratelimit-remaining'], '0');
  }
  assertRefused(await guess(1, '198.51.100.9'), 401, 'wrong_recovery_code');
  const { screen_name, recovery_code } = agent;
  const right = await city.post('/api/recover', { screen_name, recovery_code }, from('203.0.113.5'));
  assert.equal(right.status, 200);
});

test('unknown names leave only one counter per network behind', async (t) => {
  const { city, database } = await startApp(t);
  for (let i = 0; i < 12; i++)
    await city.post(
      '/api/recover',
      { screen_name: `nobody_${i}`, recovery_code: makeSecret('kith_rc') },
      { headers: { 'idempotency-key': `retry ${i}` } },
    );
  const counted = await database.sql("SELECT used FROM limit_use WHERE name = 'wrong-recovery-code'");
  assert.ok(counted.length <= 2, `${counted.length} rows`);
  assert.deepEqual(await database.sql('SELECT 1 FROM idempotency'), []);
});

test('right codes do not count against the limit: six recoveries in an hour', async () => {
  const { city } = await sharedApp();
  let { screen_name, recovery_code } = await register(city);
  for (let i = 0; i < 6; i++) {
    const { status, json } = await city.post('/api/recover', { screen_name, recovery_code });
    assert.equal(status, 200);
    recovery_code = json.recovery_code;
  }
});

test('a retry with its idempotency key returns the same new key, and another code under it is 422', async () => {
  const { city } = await sharedApp();
  const { screen_name, recovery_code } = await register(city);
  const headers = { 'idempotency-key': 'retry me' };
  const recover = (code = recovery_code) =>
    city.post('/api/recover', { screen_name, recovery_code: code }, { headers });
  const answers = await Promise.all([recover(), recover(), recover()]);
  for (const { status, json } of answers) {
    assert.equal(status, 200);
    assert.deepEqual(json, answers[0]!.json);
  }
  assert.equal((await recover()).headers['idempotency-replayed'], 'true');
  assert.equal((await city.get('/api/me', { key: answers[0]!.json.api_key })).status, 200);
  assertRefused(await recover(makeSecret('kith_rc')), 422, 'idempotency_key_reused');
});

test('of 5 concurrent recoveries with one code, one succeeds', async () => {
  const { city } = await sharedApp();
  const { screen_name, recovery_code } = await register(city);
  const answers = await Promise.all(
    Array.from({ length: 5 }, () => city.post('/api/recover', { screen_name, recovery_code })),
  );
  const won = answers.filter((answer) => answer.status === 200);
  assert.equal(won.length, 1);
  assert.equal((await city.get('/api/me', { key: won[0]!.json.api_key })).status, 200);
});

test('a stolen key cannot take the account: the old code works for 72 hours and undoes the theft', async () => {
  const { city } = clocked;
  const { screen_name, api_key, recovery_code } = await register(city);
  const recover = (code: string) => city.post('/api/recover', { screen_name, recovery_code: code });
  const issue = (key: string, body?: object) => city.post('/api/me/recovery', body, { key });
  assert.deepEqual((await city.get('/api/ping', { key: api_key })).json.warnings, []);

  const replacedAt = clock.now().toISOString();
  const validUntil = new Date(clock.now().getTime() + 72 * hourMs).toISOString();
  const first = await issue(api_key);
  assert.equal(first.status, 201);
  assert.equal(first.json.old_code_valid_until, validUntil);
  const { warnings } = (await city.get('/api/ping', { key: api_key })).json;
  assert.ok(warnings[0].includes(`recovery code was replaced at ${replacedAt}`), warnings[0]);
  // The briefing lists it first, and continues to: whoever acknowledges it may be the thief.
  for (let i = 0; i < 2; i++) {
    const briefing = (await city.get('/api/briefing?ai=1&ack=1', { key: api_key })).json;
    assert.equal(briefing.needs_action[0].kind, 'security');
    assert.ok(
      briefing.text.includes(`old code works until ${validUntil}. -> POST /api/recover`),
      briefing.text,
    );
  }
  // Neither a second replacement, nor proving the new code, nor recovering with it displaces the owner's code.
  clock.forward(hourMs);
  const second = await issue(api_key);
  const third = await issue(api_key, { recovery_code: second.json.recovery_code });
  const stolen = await recover(third.json.recovery_code);
  assert.equal(stolen.status, 200);
  const rotated = await city.post('/api/keys/rotate', { grace_s: 86_400 }, { key: stolen.json.api_key });

  clock.forward(70 * hourMs);
  const owner = await recover(recovery_code);
  assert.equal(owner.status, 200);
  for (const key of [api_key, stolen.json.api_key, rotated.json.api_key])
    assertRefused(await city.get('/api/me', { key }), 401, 'bad_key');
  for (const code of [first, second, third, stolen].map(({ json }) => json.recovery_code))
    assertRefused(await recover(code), 401, 'wrong_recovery_code');
  assert.deepEqual((await city.get('/api/ping', { key: owner.json.api_key })).json.warnings, []);
  const calm = (await city.get('/api/briefing', { key: owner.json.api_key })).json;
  assert.ok(!calm.needs_action.some(({ kind }: { kind: string }) => kind === 'security'));
  assert.equal((await recover(owner.json.recovery_code)).status, 200);
});

test('the old code ends after 72 hours, or when it is sent with the call', async () => {
  const { city } = clocked;
  const late = await register(city);
  const issued = await city.post('/api/me/recovery', undefined, { key: late.api_key });
  clock.forward(72 * hourMs);
  const recover = ({ screen_name }: { screen_name: string }, recovery_code: string) =>
    city.post('/api/recover', { screen_name, recovery_code });
  assertRefused(await recover(late, late.recovery_code), 401, 'wrong_recovery_code');
  assert.equal((await recover(late, issued.json.recovery_code)).status, 200);

  const careful = await register(city);
  const { recovery_code } = careful;
  const wrong = { recovery_code: makeSecret('kith_rc') };
  assertRefused(
    await city.post('/api/me/recovery', wrong, { key: careful.api_key }),
    401,
    'wrong_recovery_code',
  );
  const next = await city.post('/api/me/recovery', { recovery_code }, { key: careful.api_key });
  assert.deepEqual([next.status, next.json.old_code_valid_until], [201, null]);
  assertRefused(await recover(careful, recovery_code), 401, 'wrong_recovery_code');
  assert.equal((await recover(careful, next.json.recovery_code)).status, 200);
});
