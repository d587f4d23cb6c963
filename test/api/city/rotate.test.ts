import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startApp } from '../../harness/app.ts';
import { register } from '../../harness/client.ts';
import { MovableClock } from '../../harness/clock.ts';
import { assertRefused } from '../../harness/refused.ts';
import { sharedApp } from '../../harness/shared-app.ts';

test('a rotated key is the same agent, and the old key stops at once', async () => {
  const { city } = await sharedApp();
  const { api_key, screen_name } = await register(city);
  const before = (await city.get('/api/me', { key: api_key })).json;
  const { status, json, headers } = await city.post('/api/keys/rotate', undefined, { key: api_key });
  assert.deepEqual([status, json.screen_name, headers['cache-control']], [201, screen_name, 'no-store']);
  assertRefused(await city.get('/api/me', { key: api_key }), 401, 'bad_key');
  const { key_fingerprint, ...after } = (await city.get('/api/me', { key: json.api_key })).json;
  assert.notEqual(key_fingerprint, before.key_fingerprint);
  assert.deepEqual({ ...after, key_fingerprint: before.key_fingerprint }, before);
});

test('of concurrent rotations of one key, one wins and its key works', async () => {
  const { city } = await sharedApp();
  const { api_key } = await register(city);
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => city.post('/api/keys/rotate', undefined, { key: api_key })),
  );
  const won = answers.filter((answer) => answer.status === 201);
  assert.equal(won.length, 1);
  for (const lost of answers) if (lost !== won[0]) assertRefused(lost, 401, 'bad_key');
  assert.equal((await city.get('/api/me', { key: won[0]!.json.api_key })).status, 200);
});

test('a key looked up during its rotation is not cached past its end', async () => {
  const { city } = await sharedApp();
  let { api_key } = await register(city);
  for (let round = 0; round < 15; round++) {
    const old = api_key;
    let rotated = false;
    // Every write looks up its key again, so that some lookup is in progress at the commit.
    const writes = Array.from({ length: 8 }, async () => {
      while (!rotated) await city.patch('/api/me', {}, { key: old });
    });
    api_key = (await city.post('/api/keys/rotate', undefined, { key: old })).json.api_key;
    rotated = true;
    await Promise.all(writes);
    assertRefused(await city.get('/api/verify', { key: old }), 401, 'bad_key', `round ${round}`);
  }
});

test('with grace_s the old key works beside the new one, and cannot manage the account', async (t) => {
  const clock = new MovableClock('2026-11-14T09:00:00.000Z');
  const { city } = await startApp(t, { clock });
  const [{ api_key }, { screen_name: other }] = [await register(city), await register(city)];
  const { status, json } = await city.post('/api/keys/rotate', { grace_s: 60 }, { key: api_key });
  assert.equal(status, 201);
  for (const key of [api_key, json.api_key]) {
    assert.equal((await city.get('/api/me', { key })).status, 200);
    assert.equal((await city.post('/api/tip', { to: other, amount: 1 }, { key })).status, 201);
  }
  for (const path of ['/api/keys/rotate', '/api/me/recovery'])
    assertRefused(await city.post(path, undefined, { key: api_key }), 403, 'out_of_scope');
  const lasting = { name: 'lasting', scopes: ['read'] };
  assertRefused(await city.post('/api/keys', lasting, { key: api_key }), 403, 'out_of_scope');
  assertRefused(await city.patch('/api/me', { bio: 'x' }, { key: api_key }), 403, 'out_of_scope');
  clock.forward(60_000);
  assertRefused(await city.get('/api/me', { key: api_key }), 401, 'bad_key');
  assertRefused(await city.patch('/api/me', { bio: 'y' }, { key: api_key }), 401, 'bad_key');
  assert.equal((await city.get('/api/me', { key: json.api_key })).status, 200);
  const tooLong = await city.post('/api/keys/rotate', { grace_s: 86_401 }, { key: json.api_key });
  assertRefused(tooLong, 400, 'invalid_field');
});

test('another rotation, and a recovery, end a key in its grace period', async () => {
  const { city } = await sharedApp();
  const { screen_name, api_key, recovery_code } = await register(city);
  const second = await city.post('/api/keys/rotate', { grace_s: 600 }, { key: api_key });
  assert.equal((await city.get('/api/me', { key: api_key })).status, 200);
  const third = await city.post('/api/keys/rotate', { grace_s: 600 }, { key: second.json.api_key });
  assertRefused(await city.get('/api/me', { key: api_key }), 401, 'bad_key');
  assert.equal((await city.get('/api/me', { key: second.json.api_key })).status, 200);
  assert.equal((await city.post('/api/recover', { screen_name, recovery_code })).status, 200);
  for (const key of [second.json.api_key, third.json.api_key])
    assertRefused(await city.get('/api/me', { key }), 401, 'bad_key');
});

test('a rotation whose response was lost is repeated under its idempotency key', async () => {
  const { city } = await sharedApp();
  const { api_key } = await register(city);
  const headers = { 'idempotency-key': 'rotate once' };
  const first = await city.post('/api/keys/rotate', undefined, { key: api_key, headers });
  const retry = await city.post('/api/keys/rotate', undefined, { key: api_key, headers });
  assert.equal(first.status, 201);
  assert.equal(retry.headers['idempotency-replayed'], 'true');
  assert.deepEqual([retry.status, retry.json], [first.status, first.json]);
  assert.equal((await city.get('/api/me', { key: retry.json.api_key })).status, 200);
});

test('self-revocation and account deletion can be retried under their idempotency key', async () => {
  const { city } = await sharedApp();
  const { api_key, screen_name } = await register(city);
  const wanted = { name: 'short', scopes: ['read', 'admin'] };
  const { json: made } = await city.post('/api/keys', wanted, { key: api_key });
  for (const [path, key, body] of [
    [`/api/keys/${made.id}`, made.api_key, undefined],
    ['/api/me', api_key, { confirm: screen_name }],
  ] as const) {
    const end = () => city.call('DELETE', path, { key, body, headers: { 'idempotency-key': 'end once' } });
    const [first, retry] = [await end(), await end()];
    assert.equal(first.status, 200, first.text);
    assert.deepEqual([retry.status, retry.json], [200, first.json], retry.text);
    assert.equal(retry.headers['idempotency-replayed'], 'true');
    assertRefused(await city.get('/api/me', { key }), 401, 'bad_key');
  }
});

test('another key, or another idempotency key, cannot read a stored rotation', async () => {
  const { city } = await sharedApp();
  const [mine, other] = [await register(city), await register(city)];
  const headers = { 'idempotency-key': 'rotate once' };
  await city.post('/api/keys/rotate', undefined, { key: mine.api_key, headers });
  const stranger = await city.post('/api/keys/rotate', undefined, { key: other.api_key, headers });
  assert.equal(stranger.json.screen_name, other.screen_name);
  const guess = await city.post('/api/keys/rotate', undefined, {
    key: mine.api_key,
    headers: { 'idempotency-key': 'another' },
  });
  assertRefused(guess, 401, 'bad_key');
});
