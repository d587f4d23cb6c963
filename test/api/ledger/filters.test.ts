import assert from 'node:assert/strict';
import { test } from 'node:test';
import { register } from '../../harness/client.ts';
import { sharedApp } from '../../harness/shared-app.ts';
import { until } from '../../harness/until.ts';

test('the ledger can be read by kind, account and day, page by page and as CSV', async () => {
  const { city } = await sharedApp();
  const [ada, bob] = [await register(city), await register(city)];
  const account = `agent:${ada.screen_name}`;
  for (const memo of ['=1+1', 'for "tea", twice', undefined])
    await city.post('/api/tip', { to: bob.screen_name, amount: 1, memo }, { key: ada.api_key });
  const tips = `/api/ledger?account=${account}&kind=tip`;
  await until(async () => (await city.get(tips)).json.entries.length === 3, 'three tips');

  const all = (await city.get(`/api/ledger?account=${account}&limit=200`)).json.entries;
  assert.ok(all.length > 3, 'there are entries of other kinds');
  const first = (await city.get(`${tips}&limit=2`)).json;
  const second = (await city.get(`/api/ledger${first.next}`)).json;
  assert.deepEqual(
    [...first.entries, ...second.entries],
    all.filter(({ kind }: { kind: string }) => kind === 'tip'),
  );
  assert.equal(second.next, null);

  const today = all[0].at.slice(0, 10);
  const dayBefore = new Date(Date.parse(today) - 86_400_000).toISOString().slice(0, 10);
  const ofDays = async (days: string) => (await city.get(`${tips}&${days}`)).json.entries.length;
  assert.equal(await ofDays(`from_day=${today}&to_day=${today}`), 3);
  assert.equal(await ofDays(`to_day=${dayBefore}`), 0);
  assert.equal(await ofDays(`from_day=${today}`), 3);
  assert.equal((await city.get('/api/ledger?kind=theft')).status, 400);

  const { text } = await city.get(`/api/ledger/csv?account=${account}&kind=tip`);
  const lines = text.trim().split('\r\n');
  assert.equal(lines.length, 4);
  assert.equal(lines[0], 'seq,at,kind,from,to,amount,memo,ref,hash');
  assert.match(text, /,"for ""tea"", twice",/);
  assert.match(text, /,'=1\+1,/, 'a spreadsheet must not take a memo as a formula');
});
