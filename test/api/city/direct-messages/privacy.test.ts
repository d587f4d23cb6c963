import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startApp } from '../../../harness/app.ts';
import { register } from '../../../harness/client.ts';
import { registerDmAgent } from './dm-agent.ts';

const secret = 'zanzibar-at-midnight';

test('no route shows a direct message, or that one exists, to anyone but its two agents', async (t) => {
  const app = await startApp(t, { env: { KITH_LOG_LEVEL: 'trace' } });
  const { city } = app;
  const [ada, bob] = [await registerDmAgent(city, 'Ada'), await registerDmAgent(city, 'Bob')];
  const { api_key: eve } = await register(city, 'Eve');
  const { id } = (await ada.send('Bob', secret)).json;

  const { operations } = await city.document();
  const names = ['Ada', 'Bob', 'lobby', String(id)];
  const queries = ['', '?with=Ada', '?with=Bob', '?unread=1', `?before_id=${id + 1}`, '?since_id=0'];
  const paths = operations.filter(({ method }) => method === 'GET').map(({ path }) => path);
  const urls = paths.flatMap((path) => names.map((name) => path.replaceAll(/\{\w+\}/g, name)));
  let checkedCount = 0;
  for (const url of new Set(urls)) {
    const calls = queries.flatMap((query) =>
      [{ key: eve }, {}].map(async (as) => [query, await city.get(url + query, as)] as const),
    );
    for (const [query, answer] of await Promise.all(calls)) {
      assert.ok(!answer.text.includes(secret), `${url}${query} → ${answer.text}`);
      checkedCount++;
    }
  }
  assert.ok(checkedCount > 200, `${checkedCount}`);
  const own = await Promise.all(
    ['/api/dms', '/api/dms?with=Ada', '/api/dms?with=Bob'].map((path) => city.get(path, { key: eve })),
  );
  assert.deepEqual(
    own.map(({ json }) => json),
    [
      { threads: [], next: null, epoch: '0' },
      { messages: [], next: null, epoch: '0' },
      { messages: [], next: null, epoch: '0' },
    ],
  );
  assert.deepEqual((await city.post('/api/dms/read', { from: 'Ada' }, { key: eve })).json, { marked: 0 });
  assert.deepEqual((await city.post('/api/dms/read', { all: true }, { key: eve })).json, { marked: 0 });
  assert.ok(!app.logged().includes(secret), 'not in the log');
  const { json } = await bob.get('/api/dms?with=Ada');
  assert.equal(json.messages[0].body, secret);
  assert.ok((await bob.get('/api/dms')).json.threads[0].unread === 0);
});
