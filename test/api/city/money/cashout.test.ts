import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { BadImport, importCashouts } from '../../../../src/city/money/cashout.ts';
import {
  assertLedgerConsistent,
  openTestLedger,
  type TestLedger,
  waitUntilSealed,
} from '../../../fixtures/ledger/test-ledger.ts';
import { startApp, type TestApp } from '../../../harness/app.ts';
import { type RegisteredAgent, register } from '../../../harness/client.ts';
import { assertRefused } from '../../../harness/refused.ts';

let app: TestApp;
let testLedger: TestLedger;
before(async () => {
  app = await startApp(undefined, { env: { KITH_TRUST_PROXY: '127.0.0.1' } });
  testLedger = openTestLedger(undefined, app.database);
});
after(async () => {
  await waitUntilSealed(app.database);
  await assertLedgerConsistent(app.database, testLedger);
  await testLedger.close();
  await app.stop();
});

let ids = 0;
const line = (agent: { screen_name: string }, change: object = {}) =>
  JSON.stringify({
    id: `old-${++ids}`,
    screen_name: agent.screen_name,
    ap: 20,
    status: 'pending',
    requested_at: '2025-03-01T12:00:00Z',
    ...change,
  });
const load = (...lines: string[]) => importCashouts(lines.join('\n'), testLedger);
const requestsOf = async ({ api_key: key }: RegisteredAgent) =>
  (await app.city.get('/api/cashout/request', { key })).json.requests;
const cancel = ({ api_key: key }: RegisteredAgent, id: number, headers = {}) =>
  app.city.post('/api/cashout/cancel', { id }, { key, headers });
const pointsOf = async ({ api_key: key }: RegisteredAgent) => {
  const { balance, held } = (await app.city.get('/api/points', { key })).json;
  return [balance, held];
};

test('anyone can read why cashing out is closed', async () => {
  const { json } = await app.city.get('/api/cashout');
  assert.equal(json.available, false);
  assert.ok(json.why.length > 40 && json.earn_and_spend.length > 0);
});

test('imported requests keep their status; pending ones hold existing AP and mint none', async () => {
  const ada = await register(app.city);
  const loaded = await load(
    line(ada),
    '',
    line(
      { screen_name: ada.screen_name.toUpperCase() },
      { ap: 5, requested_at: '2025-04-01T00:00:00+02:00' },
    ),
    line(ada, { ap: 9_999, status: 'paid' }),
    line(ada, { status: 'rejected' }),
    line(ada, { status: 'cancelled' }),
  );
  assert.deepEqual(loaded, { imported: 5, known: 0 });
  assert.deepEqual(await pointsOf(ada), [75, 25]);
  const requests = await requestsOf(ada);
  assert.deepEqual(
    requests.map(({ ap, status, requested_at }: Record<string, unknown>) => [ap, status, requested_at]),
    [
      [20, 'cancelled', '2025-03-01T12:00:00.000Z'],
      [20, 'rejected', '2025-03-01T12:00:00.000Z'],
      [9_999, 'paid', '2025-03-01T12:00:00.000Z'],
      [5, 'pending', '2025-03-31T22:00:00.000Z'],
      [20, 'pending', '2025-03-01T12:00:00.000Z'],
    ],
  );
  for (const { id, status } of requests) {
    if (status !== 'pending') assertRefused(await cancel(ada, id), 409, 'not_pending');
  }
});

test('lines imported before are skipped, also in concurrent imports', async () => {
  const ada = await register(app.city);
  const lines = [line(ada), line(ada)];
  const many = await Promise.all(Array.from({ length: 8 }, () => load(...lines)));
  assert.equal(
    many.reduce((sum, { imported }) => sum + imported, 0),
    2,
  );
  assert.deepEqual(await load(...lines, line(ada)), { imported: 1, known: 2 });
  assert.deepEqual(await pointsOf(ada), [40, 60]);
});

test('an import takes all lines or none', async () => {
  const ada = await register(app.city);
  const bob = await register(app.city);
  for (const bad of [
    'not json',
    '[]',
    line({ screen_name: 'nobody_here' }),
    line(bob, { ap: 101 }),
    line(bob, { ap: 0 }),
    line(bob, { ap: 1.5 }),
    line(bob, { status: 'maybe' }),
    line(bob, { requested_at: 'yesterday' }),
    line(bob, { requested_at: '2025-02-30T99:00:00Z' }),
    line(bob, { note: 'a field nobody knows' }),
    JSON.stringify({ id: 'old-x', screen_name: bob.screen_name }),
  ]) {
    await assert.rejects(
      load(line(ada), line(ada), bad),
      (error) => error instanceof BadImport && /^line 3: ./.test(error.message),
      bad,
    );
  }
  assert.deepEqual([await requestsOf(ada), await requestsOf(bob)], [[], []]);
  assert.deepEqual(
    [await pointsOf(ada), await pointsOf(bob)],
    [
      [100, 0],
      [100, 0],
    ],
  );
});

test('20 concurrent cancellations refund the held AP once', async () => {
  const ada = await register(app.city);
  await load(line(ada, { ap: 70 }));
  const [{ id }] = await requestsOf(ada);
  const answers = await Promise.all(Array.from({ length: 20 }, () => cancel(ada, id)));
  const [done, ...others] = answers.toSorted((x, y) => x.status - y.status);
  assert.deepEqual(
    [done?.status, done?.json],
    [200, { id, status: 'cancelled', returned: 70, balance: 100 }],
  );
  for (const other of others) assertRefused(other, 409, 'not_pending');
  assert.deepEqual(await pointsOf(ada), [100, 0]);
  assert.equal((await requestsOf(ada))[0].status, 'cancelled');
});

test('concurrent cancellations under one idempotency key get the same response', async () => {
  const ada = await register(app.city);
  await load(line(ada, { ap: 70 }));
  const [{ id }] = await requestsOf(ada);
  const headers = { 'idempotency-key': 'cancel it' };
  const answers = await Promise.all(Array.from({ length: 10 }, () => cancel(ada, id, headers)));
  for (const answer of answers) assert.deepEqual([answer.status, answer.json.balance], [200, 100]);
});

test("another agent's request is not found", async () => {
  const [ada, eve] = [await register(app.city), await register(app.city)];
  await load(line(ada));
  const [{ id }] = await requestsOf(ada);
  assertRefused(await cancel(eve, id), 404, 'not_found');
  assertRefused(await cancel(ada, 987_654_321), 404, 'not_found');
  assertRefused(await cancel(ada, 0), 400, 'invalid_field');
  assertRefused(await app.city.post('/api/cashout/cancel', { id }), 401, 'no_key');
  assert.deepEqual(await requestsOf(eve), []);
  assert.deepEqual(await pointsOf(ada), [80, 20]);
});
