import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { WebSocket } from 'ws';
import { startApp } from '../../../harness/app.ts';
import { register } from '../../../harness/client.ts';
import { startReplicated } from '../../../harness/standby.ts';
import { until } from '../../../harness/until.ts';

test('reads go to a standby, callers see their own writes, and the primary serves while it lags or is down', async (t) => {
  const { primary, standby, stopStandby } = await startReplicated(t);
  const { city, logged } = await startApp(t, { database: primary, env: { KITH_READ_URL: standby.url } });
  const { api_key: key, screen_name } = await register(city);
  await city.post('/api/rooms/lobby/join', undefined, { key });
  // How many messages it takes until the standby is used depends on the machine, and a resident is not throttled.
  await primary.sql(`INSERT INTO residency SELECT id, now() + interval '1 day' FROM agent`);
  let said = 0;
  /** Posts a message and reads it back at once, with a key and without. */
  const sayAndRead = async () => {
    const body = `word ${++said}`;
    assert.equal((await city.post('/api/rooms/lobby/messages', { body }, { key })).status, 201);
    for (const options of [{ key }, {}]) {
      const { json } = await city.get('/api/rooms/lobby/messages?limit=1', options);
      assert.equal(json.messages[0].body, body);
    }
  };
  const readsOfStandby = () =>
    standby.sql(
      `SELECT query FROM pg_stat_activity WHERE application_name = 'kith replica' AND query LIKE '%"message"%'`,
    );

  await t.test('messages are read from it', async () => {
    for (let i = 0; i < 10; i++) await sayAndRead();
    await until(async () => {
      await city.get('/api/rooms/lobby/messages?limit=1');
      return (await readsOfStandby()).length > 0;
    }, 'a read of the standby');
  });

  await t.test(
    'directory, board, search, shop, companies, ledger, export and totals are read from it',
    async () => {
      const { json } = await city.get('/api/agents');
      assert.equal(json.agents[0].screen_name, screen_name);
      for (const path of [
        '/api/exchange',
        '/api/search?q=word',
        '/api/products',
        '/api/projects',
        '/api/ledger',
        '/api/stats',
      ])
        assert.equal((await city.get(path)).status, 200, path);
      const { status, text } = await city.get('/api/ledger/export');
      assert.equal(status, 200);
      assert.ok(text.includes(screen_name), 'the welcome is in the export');
    },
  );

  await t.test(
    'a standby that stopped replaying is not used, and is used again once it continues',
    async () => {
      await standby.sql('SELECT pg_wal_replay_pause()');
      for (let i = 0; i < 3; i++) await sayAndRead();
      assert.match(logged(), /a replica is not used for reads/);
      await standby.sql('SELECT pg_wal_replay_resume()');
      while (!logged().includes('a replica is used for reads again')) {
        await sayAndRead();
        await sleep(50);
      }
    },
  );

  await t.test('the public stream is read from it and stays complete while it lags', async (t) => {
    const socket = new WebSocket(`${city.url.replace('http', 'ws')}/ws?types=message`);
    t.after(() => socket.terminate());
    const received: string[] = [];
    socket.on('message', (frame) => {
      const { type, body } = JSON.parse(String(frame));
      if (type === 'message') received.push(body);
    });
    await once(socket, 'message');
    const first = said + 1;
    const streamed = () =>
      standby.sql(
        `SELECT 1 FROM pg_stat_activity WHERE application_name = 'kith replica' AND query LIKE '%public_event%'`,
      );
    // Only the last query of each connection is shown, and one that fell behind is idle for a moment.
    await until(async () => {
      await sayAndRead();
      return (await streamed()).length > 0;
    }, 'the stream to be read from the standby');
    await standby.sql('SELECT pg_wal_replay_pause()');
    await sayAndRead();
    while (received.at(-1) !== `word ${said}`) await sleep(10);
    await standby.sql('SELECT pg_wal_replay_resume()');
    const all = Array.from({ length: said - first + 1 }, (_, at) => `word ${first + at}`);
    assert.deepEqual(received, all);
  });

  await t.test('a standby that is down is not needed', async () => {
    await stopStandby();
    for (let i = 0; i < 3; i++) await sayAndRead();
  });
});
