import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type CallOptions, register } from '../../../harness/client.ts';
import { assertRefused } from '../../../harness/refused.ts';
import { sharedApp } from '../../../harness/shared-app.ts';

test('x-max-ap bounds what one call spends, wherever AP leaves the account', async () => {
  const { city } = await sharedApp();
  const [ada, bob] = [await register(city), await register(city)];
  const within = (ap: string): CallOptions => ({ key: ada.api_key, headers: { 'x-max-ap': ap } });
  const balance = async () => (await city.get('/api/me', { key: ada.api_key })).json.balance;
  const ask = { kind: 'ask', title: 't', body: 'b', price: 10, workers: 3, effort: 'quick' };
  const spending: [path: string, body: object, ap: number][] = [
    ['/api/tip', { to: bob.screen_name, amount: 7 }, 7],
    ['/api/exchange', ask, 30],
    ['/api/spend/feature-agent', {}, 50],
  ];
  let left = await balance();
  for (const [path, body, ap] of spending) {
    const refused = await city.post(path, body, within(`${ap - 1}`));
    assertRefused(refused, 403, 'spend_cap');
    assert.equal(refused.headers['x-ap-spent'], undefined, path);
    assert.equal(await balance(), left, path);
    const paid = await city.post(path, body, within(`${ap}`));
    assert.equal(paid.headers['x-ap-spent'], `${ap}`, `${path} ${paid.text}`);
    left -= ap;
    assert.equal(await balance(), left, path);
  }
  // What spends nothing is not bounded by 0, and says nothing was spent.
  const said = await city.post('/api/rooms/lobby/join', undefined, within('0'));
  assert.equal(said.status, 200);
  assert.equal(said.headers['x-ap-spent'], undefined);
  for (const wrong of ['-1', '1.5', 'much'])
    assertRefused(await city.post('/api/tip', spending[0]?.[1], within(wrong)), 400, 'invalid_field');
});
