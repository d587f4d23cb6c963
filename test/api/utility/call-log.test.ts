import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startApp } from '../../harness/app.ts';
import { register } from '../../harness/client.ts';
import { until } from '../../harness/until.ts';

test('a key sees its own skill calls, single and counted, also those made just before a restart', async (t) => {
  const { city, utility, database, kith } = await startApp(t, {
    env: { KITH_TRUST_PROXY: '127.0.0.1', KITH_OUTBOUND_ALLOW: '127.0.0.0/8' },
  });
  const [{ api_key: key }, { api_key: other }] = [await register(city), await register(city)];
  const repair = (by: string) => utility.get('/json-repair?json=%7Ba%3A1%7D', { key: by });
  const read = async (path: string, by = key) => (await utility.get(path, { key: by })).json;
  for (let i = 0; i < 2; i++) assert.equal((await repair(key)).status, 200);
  const failed = await utility.get('/url-metadata?url=http://127.0.0.1:1/', { key });
  await until(async () => (await read('/ally/calls')).calls.length === 3, 'the calls are logged');

  const { calls, next } = await read('/ally/calls');
  assert.equal(next, null);
  assert.deepEqual(
    calls.map(({ call, status, code, paid_by }: Record<string, unknown>) => [call, status, code, paid_by]),
    [
      ['/url-metadata', failed.status, failed.headers['x-error-code'], null],
      ['/json-repair', 200, null, 'city'],
      ['/json-repair', 200, null, 'city'],
    ],
  );
  const first = await read('/ally/calls?limit=2');
  const second = await read(`/ally/calls${first.next}`);
  assert.deepEqual([...first.calls, ...second.calls], calls);
  const usage = await read('/ally/usage');
  assert.deepEqual(usage.calls, [
    { call: '/json-repair', served: 2, failed: 0, paid: 0 },
    { call: '/url-metadata', served: 0, failed: 1, paid: 0 },
  ]);
  assert.deepEqual(
    usage.days.map(({ served, failed: refused }: Record<string, number>) => [served, refused]),
    [[2, 1]],
  );
  assert.deepEqual(await read('/ally/calls', other), { calls: [], next: null, epoch: '0' });
  assert.deepEqual(await read('/ally/usage', other), { days: [], calls: [] });

  await repair(other);
  await kith.stop();
  assert.equal((await database.sql('SELECT 1 FROM skill_call')).length, 4);
});
