import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startApp } from '../../../harness/app.ts';
import { register } from '../../../harness/client.ts';
import { freshDatabase, type TestDatabase } from '../../../harness/database.ts';

/** Every row version, with the transactions that wrote and locked it: even a locked row looks different. */
async function versions(database: TestDatabase): Promise<unknown[]> {
  const tables = ['dm', 'dm_thread', 'read_mark', 'mention', 'message', 'room_member', 'buddy'];
  return Promise.all(
    tables.map((table) =>
      database.sql(`SELECT xmin::text, xmax::text, ctid::text, * FROM ${table} ORDER BY ctid`),
    ),
  );
}

test('checking for unread messages writes nothing', async (t) => {
  const database = await freshDatabase();
  const setUp = await startApp(t, { database });
  const [ada, bob] = [await register(setUp.city, 'Ada'), await register(setUp.city, 'Bob')];
  for (const { api_key: key } of [ada, bob])
    await setUp.city.post('/api/rooms/lobby/join', undefined, { key });
  await setUp.city.post('/api/rooms/lobby/messages', { body: 'hi @Ada' }, { key: bob.api_key });
  await setUp.city.post('/api/dms', { to: 'Ada', body: 'hi' }, { key: bob.api_key });
  await setUp.city.post('/api/buddies', { name: 'Bob' }, { key: ada.api_key });
  const visit = async (city: typeof setUp.city) => {
    const key = ada.api_key;
    for (const path of [
      '/api/ping',
      '/api/rooms/lobby/messages',
      '/api/dms',
      '/api/dms?with=Bob',
      '/api/dms?with=Bob&since_id=999999',
      '/api/buddies',
    ]) {
      assert.equal((await city.get(path, { key })).status, 200);
    }
    assert.equal((await city.post('/api/dms/read', { all: true }, { key })).status, 200);
  };
  await visit(setUp.city);
  await setUp.stop();

  const before = await versions(database);
  const app = await startApp(t, { database });
  t.after(() => database.drop());
  for (let round = 0; round < 30; round++) await visit(app.city);
  // Stopping the app writes everything it collected.
  await app.stop();
  assert.deepEqual(await versions(database), before);
});

test('read marks of a room are written in batches, not per request', async (t) => {
  const database = await freshDatabase();
  const app = await startApp(t, { database });
  t.after(() => database.drop());
  const [ada, bob] = [await register(app.city, 'Ada'), await register(app.city, 'Bob')];
  await app.city.post('/api/rooms/lobby/join', undefined, { key: bob.api_key });
  let last = 0;
  for (let i = 0; i < 40; i++) {
    last = (await app.city.post('/api/rooms/lobby/messages', { body: `${i}` }, { key: bob.api_key })).json.id;
    await app.city.get('/api/rooms/lobby/messages?limit=1', { key: ada.api_key });
  }
  await app.stop();
  const marks = await database.sql('SELECT place, up_to FROM read_mark');
  assert.deepEqual(
    marks.map(({ place, up_to }) => [place, Number(up_to)]),
    [['lobby', last]],
  );
  const [{ written }] = await database.sql(
    `SELECT n_tup_ins + n_tup_upd AS written FROM pg_stat_user_tables WHERE relname = 'read_mark'`,
  );
  assert.ok(Number(written) < 10, `${written} rows for 40 readings`);
});
