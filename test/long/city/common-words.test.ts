import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startApp } from '../../harness/app.ts';
import { register } from '../../harness/client.ts';

test('a common word is found through the index, from the newest segment down', async (t) => {
  const { city, database } = await startApp(t);
  const { api_key: key } = await register(city, 'Ada');
  await city.post('/api/rooms/lobby/join', undefined, { key });
  await database.sql(`INSERT INTO message (room, body, mentions, at)
    SELECT 'lobby', 'common word ' || n || CASE WHEN n = 5 THEN ' needle' ELSE '' END, '{}', now()
    FROM generate_series(1, 60000) AS n`);
  await database.sql('VACUUM ANALYZE message');
  const before = await database.sql(
    `SELECT idx_scan, seq_scan FROM pg_stat_user_tables WHERE relname = 'message'`,
  );
  const { json } = await city.get('/api/search?q=common&limit=3');
  assert.deepEqual(
    json.results.map(({ text }: { text: string }) => text),
    ['common word 60000', 'common word 59999', 'common word 59998'],
  );
  assert.equal((await city.get('/api/search?q=needle')).json.results.length, 1);
  await database.sql('SELECT pg_stat_force_next_flush()');
  const after = await database.sql(
    `SELECT idx_scan, seq_scan FROM pg_stat_user_tables WHERE relname = 'message'`,
  );
  assert.equal(Number(after[0].seq_scan), Number(before[0].seq_scan), 'no scan of the whole table');
});
