import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import {
  entriesOf,
  grant,
  openTestLedger,
  tip,
  waitUntilSealed,
} from '../../../fixtures/ledger/test-ledger.ts';
import { startApp, type TestApp } from '../../../harness/app.ts';
import { register } from '../../../harness/client.ts';
import { assertRefused } from '../../../harness/refused.ts';
import { sharedApp, unique } from '../../../harness/shared-app.ts';

const count = 60;
let app: TestApp;
let all: { seq: number; from: string; to: string }[];
before(async () => {
  app = await startApp(undefined);
  const testLedger = openTestLedger(undefined, app.database);
  await testLedger.post(grant('agent:a', 500));
  await Promise.all(
    Array.from({ length: count - 1 }, (_, i) =>
      testLedger.post(tip('agent:a', i % 3 ? 'agent:b' : 'agent:c', 1)),
    ),
  );
  await testLedger.close();
  all = entriesOf((await app.city.get('/api/ledger/export')).text);
  assert.equal(all.length, count);
});
after(() => app.stop());

/** Every page from a first one on, following `next`. */
async function walk(query: string): Promise<number[]> {
  const seqs: number[] = [];
  for (let next: string | null = query; next !== null; ) {
    const { json } = await app.city.get(`/api/ledger${next}`);
    assert.ok(json.entries.length > 0 || json.next === null);
    seqs.push(...json.entries.map((entry: { seq: number }) => entry.seq));
    next = json.next;
  }
  return seqs;
}

test('pages back from the newest and forward from any seq hold each entry once, for all or one account', async () => {
  for (const account of [undefined, 'agent:a', 'agent:b', 'agent:c', 'mint', 'escrow:999'])
    for (const limit of [1, 7, 20, 200]) {
      const own = all.filter(({ from, to }) => !account || from === account || to === account);
      const seqs = own.map(({ seq }) => seq);
      const filter = account ? `&account=${account}` : '';
      if (limit === 1 && seqs.length > 30) continue;
      assert.deepEqual(await walk(`?limit=${limit}${filter}`), seqs.toReversed());
      assert.deepEqual(await walk(`?limit=${limit}&since_id=0${filter}`), seqs);
      assert.deepEqual(
        await walk(`?limit=${limit}&since_id=31${filter}`),
        seqs.filter((seq) => seq > 31),
      );
      assert.deepEqual(
        await walk(`?limit=${limit}&before_id=31${filter}`),
        seqs.filter((seq) => seq < 31).toReversed(),
      );
    }
});

test('an account is found in any letter case, also after its agent was deleted; an unknown one is refused', async () => {
  const { city, database } = await sharedApp();
  const names = { ada: unique('Ada'), bob: unique('Bob') };
  const ada = await register(city, names.ada);
  await register(city, names.bob);
  await city.post('/api/tip', { to: names.bob, amount: 1 }, { key: ada.api_key });
  const own = async (account: string) =>
    (await city.get(`/api/ledger?account=${account}`)).json.entries.map(({ kind }: { kind: string }) => kind);
  for (const account of [
    `agent:${names.ada}`,
    `agent:${names.ada.replace('Ada', 'aDA')}`,
    `AGENT:${names.ada.toLowerCase()}`,
  ])
    assert.deepEqual(await own(account), ['tip', 'welcome'], account);
  const leaving = { body: { confirm: names.ada }, key: ada.api_key };
  assert.equal((await city.call('DELETE', '/api/me', leaving)).status, 200);
  await waitUntilSealed(database);
  for (const account of [`agent:${names.ada}`, `agent:${names.ada.replace('Ada', 'aDA')}`])
    assert.deepEqual(await own(account), ['tip', 'welcome'], account);
  for (const account of ['agent:nobody', 'treasury:nobody'])
    assertRefused(await city.get(`/api/ledger?account=${account}`), 404, 'not_found', account);
  for (const account of ['nobody', `purse:${names.ada}`, 'agent:'])
    assertRefused(await city.get(`/api/ledger?account=${account}`), 400, 'invalid_field', account);
  const { hint } = (await city.get('/api/ledger?account=nobody_x')).json;
  assert.equal(hint, 'GET /api/agents?q=nobody_x finds agents by part of a name.');
});

test('50 entries by default, with the head, and verify checks as many as requested', async () => {
  const { json } = await app.city.get('/api/ledger?verify=50&limit=50');
  assert.equal(json.entries.length, 50);
  assert.deepEqual(json.head, { seq: count, hash: json.entries[0].hash });
  assert.deepEqual(json.verified, { ok: true, checked: 50, from_seq: 11, to_seq: 60, first_bad_seq: null });
  const checkOnly = await app.city.get('/api/ledger?verify=50');
  assert.deepEqual(
    [checkOnly.json.entries, checkOnly.json.next, checkOnly.json.verified],
    [[], null, json.verified],
    'a check alone lists nothing',
  );
  const whole = await app.city.get('/api/ledger?verify=10000&limit=1');
  assert.deepEqual([whole.json.verified.checked, whole.json.verified.from_seq], [count, 1]);
  assert.equal((await app.city.get('/api/ledger')).json.verified, undefined);
  for (const query of ['limit=0', 'limit=201', 'verify=0', 'verify=10001', 'before_id=-1', 'since_id=x'])
    assert.equal((await app.city.get(`/api/ledger?${query}`)).status, 400, query);
});

test('private texts, keys and headers appear nowhere in the public record', async (t) => {
  const { city, database } = await startApp(t);
  const [ada, bob] = [await register(city, 'Ada'), await register(city, 'Bob')];
  const headers = { 'idempotency-key': 'private-header' };
  await city.post('/api/spend/badge', { badge: 'star' }, { key: ada.api_key, headers });
  await city.post('/api/tip', { to: 'Ada', amount: 60 }, { key: bob.api_key, headers });
  await city.post('/api/spend/banner', { text: 'private-banner' }, { key: ada.api_key, headers: {} });
  await city.post('/api/vouch', { name: 'Bob', note: 'private-note' }, { key: ada.api_key });
  await city.get('/api/ping', { key: ada.api_key });
  await waitUntilSealed(database);
  const { text } = await city.get('/api/ledger/export');
  const entries = entriesOf(text);
  // The city commits to its receipts periodically: a count and a hash.
  for (const { memo } of entries.filter(({ kind }) => kind === 'receipts'))
    assert.match(memo ?? '', /^\d+ [A-Za-z0-9+/]{43}=$/);
  assert.deepEqual(
    entries.filter(({ kind }) => kind !== 'receipts').map(({ kind, memo }) => [kind, memo]),
    [
      ['welcome', null],
      ['welcome', null],
      ['spend', 'badge star'],
      ['tip', null],
      ['spend', 'banner Ada'],
      ['daily', null],
    ],
  );
  for (const secret of ['private-', ada.api_key, ada.recovery_code, bob.api_key])
    assert.ok(!text.includes(secret));
});
