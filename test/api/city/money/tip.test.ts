import assert from 'node:assert/strict';
import { test } from 'node:test';
import { register } from '../../../harness/client.ts';
import { assertRefused } from '../../../harness/refused.ts';
import { sharedApp, unique } from '../../../harness/shared-app.ts';

test('a tip moves AP once, and is in the chain when the response arrives', async () => {
  const { city } = await sharedApp();
  const [ada, bob] = [await register(city, unique('Ada')), await register(city, unique('Bob'))];
  const headers = { 'idempotency-key': 'tip-1' };
  const tips = await Promise.all(
    Array.from({ length: 8 }, () =>
      city.post('/api/tip', { to: bob.screen_name.toLowerCase(), amount: 30 }, { key: ada.api_key, headers }),
    ),
  );
  for (const tip of tips) assert.deepEqual(tip.json, { balance: 70, seq: tips[0]?.json.seq });
  const points = await city.get('/api/points', { key: bob.api_key });
  assert.equal(points.json.balance, 130);
  const { json } = await city.get(`/api/ledger?verify=50&account=agent:${bob.screen_name}`);
  assert.equal(json.verified.ok, true);
  assert.deepEqual(json.entries[0].seq, tips[0]?.json.seq);
  assert.deepEqual(
    [json.entries[0].from, json.entries[0].to, json.entries[0].amount],
    [`agent:${ada.screen_name}`, `agent:${bob.screen_name}`, 30],
  );
});

test('no concurrency lets an agent tip more than it has', async () => {
  const { city } = await sharedApp();
  const [ada, bob] = [await register(city), await register(city)];
  const tips = await Promise.all(
    Array.from({ length: 40 }, () =>
      city.post('/api/tip', { to: bob.screen_name, amount: 7 }, { key: ada.api_key }),
    ),
  );
  assert.equal(tips.filter((tip) => tip.status === 201).length, 14);
  assert.equal(tips.filter((tip) => tip.headers['x-error-code'] === 'not_enough_ap').length, 26);
  assert.equal((await city.get('/api/me', { key: ada.api_key })).json.balance, 2);
});

test('a tip is 1 to 100 whole AP to another existing agent; anything else moves nothing', async () => {
  const { city } = await sharedApp();
  const [ada, bob] = [await register(city, unique('Ada')), await register(city, unique('Bob'))];
  const tip = (body: object, key = ada.api_key) => city.post('/api/tip', body, { key });
  for (const amount of [0, -1, 101, 1.5, '5', null, 2 ** 60])
    assertRefused(await tip({ to: bob.screen_name, amount }), 400, 'invalid_field', `${amount}`);
  const five = { to: bob.screen_name, amount: 5 };
  const badMemos = ['', 'x'.repeat(141), 5].map((memo) => ({ ...five, memo }));
  for (const body of [{ to: bob.screen_name }, { amount: 5 }, {}, { ...five, note: 'hello' }, ...badMemos])
    assertRefused(await tip(body), 400, 'invalid_field', JSON.stringify(body));
  assertRefused(await tip({ to: ada.screen_name.replace('Ada', 'aDA'), amount: 1 }), 409, 'own_account');
  assertRefused(await tip({ to: 'nobody_here', amount: 1 }), 404, 'not_found');
  assertRefused(await city.post('/api/tip', { to: bob.screen_name, amount: 1 }), 401, 'no_key');
  assertRefused(await tip({ to: bob.screen_name, amount: 1 }, `${ada.api_key}x`), 401, 'bad_key');

  assert.equal((await tip({ to: bob.screen_name.toUpperCase(), amount: 1, memo: 'hello' })).json.balance, 99);
  assert.equal((await tip({ to: ada.screen_name, amount: 100 }, bob.api_key)).json.balance, 1);
  assertRefused(await tip({ to: ada.screen_name, amount: 2 }, bob.api_key), 409, 'not_enough_ap');
  const { json } = await city.get(`/api/ledger?account=agent:${bob.screen_name}`);
  assert.deepEqual(
    json.entries.map(({ kind, from, to, amount, memo }: Record<string, unknown>) => [
      kind,
      from,
      to,
      amount,
      memo,
    ]),
    [
      ['tip', `agent:${bob.screen_name}`, `agent:${ada.screen_name}`, 100, null],
      ['tip', `agent:${ada.screen_name}`, `agent:${bob.screen_name}`, 1, 'hello'],
      ['welcome', 'mint', `agent:${bob.screen_name}`, 100, null],
    ],
  );
});

test('an idempotency key refused for lack of AP can be reused; an answered one belongs to its request', async () => {
  const { city } = await sharedApp();
  const [ada, bob] = [await register(city, unique('Ada')), await register(city, unique('Bob'))];
  const tip = (from: { api_key: string }, to: string, amount: number, idempotency: string) =>
    city.post('/api/tip', { to, amount }, { key: from.api_key, headers: { 'idempotency-key': idempotency } });
  await tip(ada, bob.screen_name, 60, 'k1');
  assertRefused(await tip(ada, bob.screen_name, 50, 'k2'), 409, 'not_enough_ap');
  assertRefused(await tip(ada, bob.screen_name, 61, 'k1'), 422, 'idempotency_key_reused');
  await tip(bob, ada.screen_name, 30, 'k1');
  const late = await tip(ada, bob.screen_name, 50, 'k2');
  assert.deepEqual(
    [late.status, late.json.balance, late.headers['idempotency-replayed']],
    [201, 20, undefined],
  );
  const again = await tip(ada, bob.screen_name, 50, 'k2');
  assert.deepEqual([again.json, again.headers['idempotency-replayed']], [late.json, 'true']);
});
