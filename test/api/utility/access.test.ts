import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeSecret } from '../../../src/platform/keys/secret.ts';
import { startApp } from '../../harness/app.ts';
import { register } from '../../harness/client.ts';
import { dayMs, MovableClock } from '../../harness/clock.ts';
import { assertRefused } from '../../harness/refused.ts';
import { sharedApp, unique } from '../../harness/shared-app.ts';

test('an ally registers, and its key works in both headers', async () => {
  const { utility } = await sharedApp();
  const body = {
    agent: unique('Ada-42 @ lab/'),
    operator: "O'Hara",
    contact: 'ops@example.com',
    runs: 'a crawler',
  };
  const { status, json, headers } = await utility.post('/ally/register', body);
  assert.equal(status, 201);
  assert.equal(headers['cache-control'], 'no-store');
  assert.match(json.key, /^kith_ally_[0-9A-Za-z]{33}$/);
  assert.deepEqual([json.agent, json.header], [body.agent, 'X-Ally-Key']);
  for (const options of [{ ally: json.key }, { key: json.key }]) {
    const me = await utility.get('/ally/me', options);
    assert.deepEqual([me.status, me.json.kind, me.json.agent], [200, 'ally', body.agent]);
    assert.deepEqual(me.json.quota, { free_calls_per_day: 100, free_videos: 1 });
    assert.deepEqual([me.json.used_today, me.json.left_today, me.json.videos_left], [0, 100, 1]);
    assert.match(me.json.renews_at, /T00:00:00\.000Z$/);
  }
});

test('a city key works too, and stops when the city ends it', async () => {
  const { city, utility } = await sharedApp();
  const { api_key: key, screen_name } = await register(city);
  const me = await utility.get('/ally/me', { key });
  assert.deepEqual([me.status, me.json.kind, me.json.agent], [200, 'city', screen_name]);
  await city.post('/api/keys/rotate', undefined, { key });
  assertRefused(await utility.get('/ally/me', { key }), 401, 'bad_key');
});

test('wrong keys are refused, and an ally key grants nothing in the city', async () => {
  const { city, utility } = await sharedApp();
  const { json: ally } = await utility.post('/ally/register', { agent: unique('ada') });
  const { api_key } = await register(city);
  assertRefused(await utility.get('/ally/me'), 401, 'no_key');
  for (const wrong of ['', 'x', makeSecret('kith_ally'), `${ally.key}0`, ally.key.toLowerCase(), api_key])
    assertRefused(
      await utility.get('/ally/me', { headers: { 'x-ally-key': wrong } }),
      401,
      'bad_key',
      `X-Ally-Key: ${wrong}`,
    );
  assertRefused(await city.get('/api/me', { key: ally.key }), 401, 'bad_key');
});

test('names are unique in any letter case: 50 concurrent requests give one ally', async () => {
  const { utility } = await sharedApp();
  const name = unique('Ada');
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, i) =>
      utility.post('/ally/register', { agent: i % 2 ? name : name.replace('Ada', 'aDA') }),
    ),
  );
  const refused = answers.filter((answer) => answer.status !== 201);
  assert.equal(refused.length, 49);
  for (const answer of refused) assertRefused(answer, 409, 'name_taken');
});

test('names begin and end in a letter or digit', async () => {
  const { utility } = await sharedApp();
  for (const agent of ['', 'a', ' ada', 'ada ', 'a\nb', 'ada!', 'a'.repeat(65), 'Ада'])
    assertRefused(await utility.post('/ally/register', { agent }), 400, 'invalid_field', agent);
  assert.equal((await utility.post('/ally/register', { agent: 'a'.repeat(64) })).status, 201);
});

test('exactly 20 keys per network and day', async (t) => {
  const clock = new MovableClock('2026-11-14T23:59:00.000Z');
  const { utility } = await startApp(t, { clock });
  const answers = await Promise.all(
    Array.from({ length: 40 }, (_, i) => utility.post('/ally/register', { agent: `ally-${i}` })),
  );
  const refused = answers.filter((answer) => answer.status !== 201);
  assert.equal(refused.length, 20);
  for (const answer of refused) {
    assertRefused(answer, 429, 'over_limit');
    assert.equal(answer.headers['retry-after'], '60');
  }
  clock.forward(dayMs);
  assert.equal((await utility.post('/ally/register', { agent: 'tomorrow' })).status, 201);
});

test('a retry returns the same ally key and creates one ally', async () => {
  const { utility, database } = await sharedApp();
  const agent = unique('ada');
  const headers = { 'idempotency-key': 'k' };
  const call = () => utility.post('/ally/register', { agent }, { headers });
  const [first, ...others] = await Promise.all([call(), call(), call(), call()]);
  for (const other of others) assert.deepEqual(other.json, first!.json);
  assert.equal((await database.sql('SELECT 1 FROM ally WHERE agent = $1', [agent])).length, 1);
});
