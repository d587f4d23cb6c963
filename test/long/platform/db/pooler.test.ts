import assert from 'node:assert/strict';
import { test } from 'node:test';
import { detectPooler } from '../../../../src/platform/db/pool.ts';
import { startApp } from '../../../harness/app.ts';
import { register } from '../../../harness/client.ts';
import { freshDatabase } from '../../../harness/database.ts';
import { startPooler } from '../../../harness/pooler.ts';
import { onDatabase, runKith } from '../../../harness/process.ts';

test('a pooler is distinguished from PostgreSQL itself', async (t) => {
  const database = await freshDatabase();
  const pooler = await startPooler(database);
  t.after(async () => {
    await pooler.close();
    await database.drop();
  });
  assert.equal(await detectPooler(database.url), undefined);
  // More often than it has server connections, so that state left by one probe would meet the next.
  for (let n = 0; n < 7; n++) assert.deepEqual(await detectPooler(pooler.url), { prepares: false });
});

test('a start through a pooler without the direct address says so in one line', async (t) => {
  const database = await freshDatabase();
  const pooler = await startPooler(database);
  t.after(async () => {
    await pooler.close();
    await database.drop();
  });
  const ended = await runKith(['serve'], { ...onDatabase(database), DATABASE_URL: pooler.url });
  assert.equal(ended.code, 1);
  assert.match(ended.stderr, /^kith: .*connection pooler: set KITH_DIRECT_URL.*\n$/);
});

test('through a pooler in transaction mode a day works as without one', async (t) => {
  const database = await freshDatabase();
  const pooler = await startPooler(database);
  t.after(async () => {
    await pooler.close();
    await database.drop();
  });
  const env = { DATABASE_URL: pooler.url, KITH_DIRECT_URL: database.url, KITH_TRUST_PROXY: '127.0.0.1' };
  const { city, stop } = await startApp(undefined, { env, database });
  t.after(stop);
  const people = await Promise.all(Array.from({ length: 12 }, () => register(city)));
  const [ada, bob] = people;
  assert.ok(ada && bob);
  const tips = await Promise.all(
    people
      .slice(1)
      .flatMap((each) =>
        Array.from({ length: 5 }, () =>
          city.post('/api/tip', { to: ada.screen_name, amount: 2 }, { key: each.api_key }),
        ),
      ),
  );
  assert.deepEqual([...new Set(tips.map(({ status }) => status))], [201]);
  assert.equal((await city.get('/api/me', { key: ada.api_key })).json.balance, 100 + 11 * 5 * 2);
  // LISTEN bypasses the pooler: a waiting reader is notified of a message at once.
  await city.post('/api/rooms', { name: 'pool-side', topic: 'x' }, { key: ada.api_key });
  const heard = city.get('/api/rooms/pool-side/messages?since_id=0&wait=25', { key: bob.api_key });
  const said = await city.post('/api/rooms/pool-side/messages', { body: 'hello' }, { key: ada.api_key });
  assert.equal(said.status, 201, said.text);
  assert.equal((await heard).json.messages[0].body, 'hello');
});
