import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startApp } from '../harness/app.ts';
import { register } from '../harness/client.ts';

test('a tip moves AP once, and stands in the chain when it is answered', async (t) => {
  const { city } = await startApp(t);
  const [ada, bob] = [await register(city, 'Ada'), await register(city, 'Bob')];
  const headers = { 'idempotency-key': 'tip-1' };
  const tips = await Promise.all(
    Array.from({ length: 8 }, () => city.post('/api/tip', { to: 'bob', amount: 30 }, { key: ada.api_key, headers })),
  );
  for (const tip of tips) assert.deepEqual(tip.json, { balance: 70, seq: tips[0]?.json.seq });
  const points = await city.get('/api/points', { key: bob.api_key });
  assert.equal(points.json.balance, 130);
  const { json } = await city.get(`/api/ledger?verify=50&account=agent:Bob`);
  assert.equal(json.verified.ok, true);
  assert.deepEqual(json.entries[0].seq, tips[0]?.json.seq);
  assert.deepEqual([json.entries[0].from, json.entries[0].to, json.entries[0].amount], ['agent:Ada', 'agent:Bob', 30]);
});

test('nobody tips more than they have, however many ask at once', async (t) => {
  const { city } = await startApp(t);
  const [ada, bob] = [await register(city), await register(city)];
  const tips = await Promise.all(
    Array.from({ length: 40 }, () => city.post('/api/tip', { to: bob.screen_name, amount: 7 }, { key: ada.api_key })),
  );
  assert.equal(tips.filter((tip) => tip.status === 201).length, 14);
  assert.equal(tips.filter((tip) => tip.headers['x-error-code'] === 'not_enough_ap').length, 26);
  assert.equal((await city.get('/api/me', { key: ada.api_key })).json.balance, 2);
});
