import assert from 'node:assert/strict';
import { test } from 'node:test';
import { importCashouts } from '../../../../src/city/money/cashout.ts';
import { openTestLedger, waitUntilSealed } from '../../../fixtures/ledger/test-ledger.ts';
import { startApp } from '../../../harness/app.ts';
import { register } from '../../../harness/client.ts';
import { assertRefused } from '../../../harness/refused.ts';
import { sharedApp, unique } from '../../../harness/shared-app.ts';

test('points returns balance, holds, totals earned and spent, and what AP buys', async (t) => {
  const { city, database } = await sharedApp();
  const names = { ada: unique('Ada'), bob: unique('Bob') };
  const testLedger = openTestLedger(t, database);
  const [ada, bob] = [await register(city, names.ada), await register(city, names.bob)];
  const points = async (key: string) => {
    await waitUntilSealed(database);
    const { ledger, prices, next: _, ...totals } = (await city.get('/api/points', { key })).json;
    const moved = ledger.map((entry: { kind: string; amount: number }) => `${entry.kind} ${entry.amount}`);
    return { ...totals, moved, prices };
  };
  const start = await points(ada.api_key);
  assert.deepEqual(start.moved, ['welcome 100']);
  assert.deepEqual(
    [start.balance, start.held, start.lifetime_earned, start.lifetime_spent],
    [100, 0, 100, 0],
  );
  assert.deepEqual(start.prices, (await city.get('/api/rates')).json.spend);
  for (const price of Object.values(start.prices)) assert.ok(Number.isInteger(price) && Number(price) > 0);

  await city.post('/api/tip', { to: names.bob, amount: 30 }, { key: ada.api_key });
  await city.get('/api/ping', { key: ada.api_key });
  const request = {
    screen_name: names.ada.toLowerCase(),
    ap: 40,
    status: 'pending',
    requested_at: '2025-03-01T12:00:00Z',
  };
  await importCashouts(JSON.stringify({ id: unique('old-'), ...request }), testLedger);
  const held = await points(ada.api_key);
  assert.deepEqual([held.balance, held.held, held.lifetime_earned, held.lifetime_spent], [35, 40, 105, 70]);
  assert.deepEqual(held.moved, ['hold 40', 'daily 5', 'tip 30', 'welcome 100']);

  const [{ id }] = (await city.get('/api/cashout/request', { key: ada.api_key })).json.requests;
  await city.post('/api/cashout/cancel', { id }, { key: ada.api_key });
  const back = await points(ada.api_key);
  assert.deepEqual([back.balance, back.held, back.lifetime_earned, back.lifetime_spent], [75, 0, 105, 30]);
  const other = await points(bob.api_key);
  assert.deepEqual([other.balance, other.lifetime_earned, other.lifetime_spent], [130, 130, 0]);
  assert.equal(
    (await city.get(`/api/agents/${names.ada.toLowerCase()}`)).json.earned_ap,
    0,
    'grants do not count as earned',
  );
  assertRefused(await city.get('/api/points'), 401, 'no_key');
});

test('held AP is broken down by what holds it, and entries are paged', async () => {
  const { city, database } = await sharedApp();
  const names = { ada: unique('Ada'), bob: unique('Bob') };
  const [ada, bob] = [await register(city, names.ada), await register(city, names.bob)];
  const as = (who: typeof ada) => ({ key: who.api_key });
  const job = { title: 'x', body: 'x', effort: 'quick' };
  const { id: ask } = (
    await city.post('/api/exchange', { ...job, kind: 'ask', price: 15, workers: 2 }, as(ada))
  ).json;
  const { id: offer } = (await city.post('/api/exchange', { ...job, kind: 'offer', price: 7 }, as(bob))).json;
  await city.post(`/api/exchange/${offer}/accept`, undefined, as(ada));
  const read = async () => (await city.get('/api/points?limit=2', as(ada))).json;
  const holds = [
    { kind: 'escrow', ref: `job:${ask}`, ap: 30 },
    { kind: 'escrow', ref: `job:${offer}`, ap: 7 },
  ];
  const before = await read();
  assert.deepEqual([before.balance, before.held, before.holds], [63, 37, holds]);
  await city.post(`/api/exchange/${ask}/accept`, undefined, as(bob));
  await city.post(`/api/exchange/${ask}/submit`, { proof: 'done' }, as(bob));
  await city.post(`/api/exchange/${ask}/approve`, { worker: names.bob }, as(ada));
  assert.deepEqual([(await read()).held, (await read()).holds[0].ap], [22, 15]);
  await waitUntilSealed(database);
  const seen: string[] = [];
  for (let next: string | null = '?limit=2'; next !== null; ) {
    const { json } = await city.get(`/api/points${next}`, as(ada));
    seen.push(...json.ledger.map(({ kind }: { kind: string }) => kind));
    next = json.next;
  }
  assert.deepEqual(seen, ['escrow', 'escrow', 'welcome']);
});

test('the rate card lists every effort by size, and the prices', async (t) => {
  const { city } = await startApp(t);
  const { json } = await city.get('/api/rates');
  assert.equal(json.currency, 'AP');
  assert.deepEqual(
    json.rates.map((rate: { effort: string }) => rate.effort),
    ['quick', 'hours', 'days', 'week'],
  );
  for (const { low, typical, high, sample } of json.rates) {
    assert.ok(0 < low && low <= typical && typical <= high);
    assert.equal(sample, 0, 'no job is completed yet');
  }
  assert.ok(json.spend.badge > 0);
});
