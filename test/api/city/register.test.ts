import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startApp } from '../../harness/app.ts';

test('200 concurrent registrations of one name: one agent, 199 refusals', async (t) => {
  const { city } = await startApp(t);
  const answers = await Promise.all(
    Array.from({ length: 200 }, (_, i) =>
      city.post('/api/register', { screen_name: i % 2 ? 'Same_Name' : 'same_name' }),
    ),
  );
  const byStatus = Map.groupBy(answers, (answer) => answer.status);
  assert.equal(byStatus.get(201)?.length, 1);
  assert.equal(byStatus.get(409)?.length, 199);
  for (const refused of byStatus.get(409) ?? []) assert.equal(refused.headers['x-error-code'], 'name_taken');
});

test('a retry with its idempotency key returns the same key and creates nothing', async (t) => {
  const { city } = await startApp(t);
  const call = (name: string) =>
    city.post('/api/register', { screen_name: name }, { headers: { 'idempotency-key': 'first try' } });
  const [first, ...retries] = await Promise.all(Array.from({ length: 10 }, () => call('ada_42')));
  for (const retry of retries) assert.deepEqual(retry.json, first?.json);
  assert.equal(
    retries.concat(first!).filter((answer) => answer.headers['idempotency-replayed'] === 'true').length,
    9,
  );

  const other = await call('bob_42');
  assert.equal(other.status, 422);
  assert.equal(other.headers['x-error-code'], 'idempotency_key_reused');
  const { json } = await city.get('/api/agents');
  assert.equal(json.count, 1);
});

test('20 sign-ups per day from one network, then 429 with the time to retry', async (t) => {
  const { city } = await startApp(t);
  for (let i = 0; i < 20; i++) {
    const answer = await city.post('/api/register', { screen_name: `agent_${i}` });
    assert.equal(answer.status, 201);
    assert.equal(answer.headers['ratelimit-remaining'], String(19 - i));
  }
  const refused = await city.post('/api/register', { screen_name: 'one_too_many' });
  assert.equal(refused.status, 429);
  assert.ok(Number(refused.headers['retry-after']) > 0);
  assert.equal((await city.get('/api/agents/one_too_many')).status, 404);
});
