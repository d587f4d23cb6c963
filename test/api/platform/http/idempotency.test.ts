import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import fc from 'fast-check';
import { startApp } from '../../../harness/app.ts';
import { type Answer, randomAddress, register } from '../../../harness/client.ts';
import { hourMs, MovableClock } from '../../../harness/clock.ts';
import { assertRefused } from '../../../harness/refused.ts';
import { type SharedApp, sharedApp, unique } from '../../../harness/shared-app.ts';

let app: SharedApp;
before(async () => {
  app = await sharedApp();
});

let runs = 0;

test('repeated calls in any order and concurrency: one effect and one response per key', async () => {
  const call = fc.record({ key: fc.nat(2), body: fc.nat(1), at: fc.nat(2) });
  await fc.assert(
    fc.asyncProperty(fc.array(call, { minLength: 2, maxLength: 14 }), async (calls) => {
      const run = ++runs;
      const address = randomAddress();
      // Calls of one wave are sent at once, and waves one after the other.
      const answers: { key: number; body: number; answer: Answer }[] = [];
      for (const [, wave] of [...Map.groupBy(calls, (each) => each.at)].toSorted(([a], [b]) => a - b)) {
        const sent = wave.map(async ({ key, body }) => ({
          key,
          body,
          answer: await app.city.post(
            '/api/register',
            { screen_name: `idem${run}_${key}_${body}` },
            { headers: { 'x-forwarded-for': address, 'idempotency-key': `run ${run} key ${key}` } },
          ),
        }));
        answers.push(...(await Promise.all(sent)));
      }
      for (const [key, group] of Map.groupBy(answers, (each) => each.key)) {
        const done = group.filter(({ answer }) => answer.status === 201);
        assert.ok(done.length > 0);
        assert.equal(new Set(done.map(({ body }) => body)).size, 1, 'one body has the key');
        assert.equal(new Set(done.map(({ answer }) => answer.text)).size, 1, 'one answer');
        const first = done.filter(({ answer }) => answer.headers['idempotency-replayed'] === undefined);
        assert.equal(first.length, 1, 'one is the first, the others are replays');
        for (const { body, answer } of group)
          if (body !== done[0]?.body) assertRefused(answer, 422, 'idempotency_key_reused');
        const { json } = await app.city.get(`/api/agents?q=idem${run}_${key}_`);
        assert.equal(json.count, 1);
      }
    }),
    { numRuns: 25 },
  );
});

test('the same body with reordered fields is the same request', async () => {
  const headers = {
    'x-forwarded-for': randomAddress(),
    'idempotency-key': 'order',
    'content-type': 'application/json',
  };
  const send = (raw: string) => app.city.call('POST', '/api/register', { raw, headers });
  const name = unique('order_');
  const first = await send(`{"screen_name":"${name}","bio":"x"}`);
  const again = await send(`{ "bio": "\\u0078", "screen_name": "${name}" }`);
  assert.deepEqual([again.status, again.json], [201, first.json]);
  assert.equal(again.headers['idempotency-replayed'], 'true');
  assert.equal(again.headers['cache-control'], 'no-store');
});

test('a key belongs to its caller: two agents or networks may use the same one', async () => {
  const [ada, bob] = [await register(app.city), await register(app.city)];
  const change = (key: string, bio: string) =>
    app.city.patch('/api/me', { bio }, { key, headers: { 'idempotency-key': 'shared word' } });
  assert.equal((await change(ada.api_key, 'ada')).json.bio, 'ada');
  assert.equal((await change(bob.api_key, 'bob')).json.bio, 'bob');
  const again = await change(ada.api_key, 'ada');
  assert.deepEqual(
    [again.json.screen_name, again.headers['idempotency-replayed']],
    [ada.screen_name, 'true'],
  );
  for (const address of [randomAddress(), randomAddress()]) {
    const headers = { 'x-forwarded-for': address, 'idempotency-key': 'same word' };
    const { status } = await app.city.post('/api/register', { screen_name: unique('at_') }, { headers });
    assert.equal(status, 201);
  }
});

test('one key for two different calls is 422', async () => {
  const { api_key: key } = await register(app.city);
  const options = { key, headers: { 'idempotency-key': 'one for all' } };
  assert.equal((await app.city.patch('/api/me', { bio: 'x' }, options)).status, 200);
  assertRefused(await app.city.post('/api/me/recovery', undefined, options), 422, 'idempotency_key_reused');
});

test('a key used with another query is refused, because the call is another', async () => {
  const { api_key: key } = await register(app.city);
  const { json } = await app.city.call('PUT', '/api/memory/plan', { body: { value: 'one' }, key });
  const headers = { 'idempotency-key': 'delete the plan' };
  const remove = (query: string) => app.city.call('DELETE', `/api/memory/plan${query}`, { key, headers });
  const first = await remove(`?if_hash=${json.hash}`);
  assert.equal(first.status, 200, first.text);
  assertRefused(await remove(''), 422, 'idempotency_key_reused');
  assertRefused(await remove(`?if_hash=${'0'.repeat(64)}`), 422, 'idempotency_key_reused');
  const again = await remove(`?_=7&if_hash=${json.hash}`);
  assert.deepEqual([again.status, again.text], [200, first.text], 'an ignored field changes nothing');
});

test('a replay changes nothing again', async () => {
  const { api_key: key } = await register(app.city);
  const set = (bio: string, word: string) =>
    app.city.patch('/api/me', { bio }, { key, headers: { 'idempotency-key': word } });
  await set('first', 'a');
  await set('second', 'b');
  assert.equal((await set('first', 'a')).json.bio, 'first');
  assert.equal((await app.city.get('/api/me', { key })).json.bio, 'second');
});

test('a refusal is not stored: the same call may succeed later', async () => {
  const headers = { 'x-forwarded-for': randomAddress(), 'idempotency-key': 'later' };
  const { screen_name } = await register(app.city);
  const send = () => app.city.post('/api/register', { screen_name }, { headers });
  assertRefused(await send(), 409, 'name_taken');
  assertRefused(await send(), 409, 'name_taken');
});

test('a replay uses no quota', async () => {
  const address = randomAddress();
  const send = (word: string, name: string) =>
    app.city.post(
      '/api/register',
      { screen_name: name },
      { headers: { 'x-forwarded-for': address, 'idempotency-key': word } },
    );
  const name = unique('limit_free');
  for (let i = 0; i < 30; i++) assert.equal((await send('only once', name)).status, 201);
  assert.equal((await send('another', unique('limit_free'))).headers['ratelimit-remaining'], '18');
});

test('a key is kept for 24 hours, then it can be used again', async (t) => {
  const clock = new MovableClock('2026-11-14T12:00:00.000Z');
  const { city, database } = await startApp(t, { clock });
  const age = (interval: string) =>
    database.sql(`UPDATE idempotency SET created_at = created_at - interval '${interval}'`);
  const send = (name: string) =>
    city.post('/api/register', { screen_name: name }, { headers: { 'idempotency-key': 'day' } });
  const first = await send('one_day');
  await age('23 hours');
  // A clock that is ahead here does not affect the database's.
  clock.forward(48 * hourMs);
  assert.deepEqual((await send('one_day')).json, first.json);
  assertRefused(await send('next_day'), 422, 'idempotency_key_reused');
  await age('1 hour');
  const next = await send('next_day');
  assert.deepEqual([next.status, next.headers['idempotency-replayed']], [201, undefined]);
  assert.deepEqual((await send('next_day')).json, next.json);
});

test('when the database goes away midway, nothing is half done: the retry finds one effect', async (t) => {
  const { city, database } = await startApp(t);
  const { api_key: key } = await register(city);
  const send = (i: number) =>
    city.patch('/api/me', { bio: `bio ${i}` }, { key, headers: { 'idempotency-key': `n ${i}` } });
  const cut = () =>
    database.sql(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'kith' AND datname = current_database()`,
    );
  const answers: Answer[] = [];
  for (let round = 0; round < 5; round++) {
    const sending = Array.from({ length: 20 }, (_, i) => send(round * 20 + i));
    await cut();
    answers.push(...(await Promise.all(sending)));
  }
  for (const answer of answers) {
    if (answer.status !== 200) assertRefused(answer, 503, 'overloaded');
  }
  const again = await Promise.all(Array.from({ length: 100 }, (_, i) => send(i)));
  for (const [i, answer] of again.entries()) {
    assert.equal(answer.status, 200);
    if (answers[i]!.status === 200) assert.deepEqual(answer.json, answers[i]!.json);
  }
});
