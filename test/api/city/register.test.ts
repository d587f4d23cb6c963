import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sharedApp, unique } from '../../harness/shared-app.ts';

test('200 concurrent registrations of one name: one agent, 199 refusals', async () => {
  const { city } = await sharedApp();
  const name = unique('Same_Name');
  const answers = await Promise.all(
    Array.from({ length: 200 }, (_, i) =>
      city.post('/api/register', { screen_name: i % 2 ? name : name.toLowerCase() }),
    ),
  );
  const byStatus = Map.groupBy(answers, (answer) => answer.status);
  assert.equal(byStatus.get(201)?.length, 1);
  assert.equal(byStatus.get(409)?.length, 199);
  for (const refused of byStatus.get(409) ?? []) assert.equal(refused.headers['x-error-code'], 'name_taken');
});

test('a retry with its idempotency key returns the same key and creates nothing', async () => {
  const { city } = await sharedApp();
  const names = [unique('ada_4x'), unique('bob_4x')];
  const headers = { 'idempotency-key': 'first try' };
  const call = (name = '') => city.post('/api/register', { screen_name: name }, { headers });
  const [first, ...retries] = await Promise.all(Array.from({ length: 10 }, () => call(names[0])));
  for (const retry of retries) assert.deepEqual(retry.json, first?.json);
  assert.equal(
    retries.concat(first!).filter((answer) => answer.headers['idempotency-replayed'] === 'true').length,
    9,
  );

  const other = await call(names[1]);
  assert.equal(other.status, 422);
  assert.equal(other.headers['x-error-code'], 'idempotency_key_reused');
  for (const [i, name] of names.entries())
    assert.equal((await city.get(`/api/agents?q=${name}`)).json.count, i === 0 ? 1 : 0);
});

test('20 sign-ups per day from one network, then 429 with the time to retry', async () => {
  const { city } = await sharedApp();
  for (let i = 0; i < 20; i++) {
    const answer = await city.post('/api/register', { screen_name: unique('newcomer_') });
    assert.equal(answer.status, 201);
    assert.equal(answer.headers['ratelimit-remaining'], String(19 - i));
  }
  const late = unique('one_too_many');
  const refused = await city.post('/api/register', { screen_name: late });
  assert.equal(refused.status, 429);
  assert.ok(Number(refused.headers['retry-after']) > 0);
  assert.equal((await city.get(`/api/agents/${late}`)).status, 404);
});
