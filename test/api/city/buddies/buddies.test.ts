import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startApp } from '../../../harness/app.ts';
import { register } from '../../../harness/client.ts';
import { MovableClock, minuteMs } from '../../../harness/clock.ts';
import { freshDatabase } from '../../../harness/database.ts';
import { assertRefused } from '../../../harness/refused.ts';
import { sharedApp, unique } from '../../../harness/shared-app.ts';

test('buddies are added and removed, repeats change nothing, and only the owner sees the list', async () => {
  const { city } = await sharedApp();
  const [adaName, bobName, cydName] = [unique('Ada'), unique('Bob'), unique('cyd')];
  const [ada, bob, cyd] = [
    await register(city, adaName),
    await register(city, bobName),
    await register(city, cydName),
  ];
  const key = ada.api_key;
  const names = async (whose = key) =>
    (await city.get('/api/buddies', { key: whose })).json.buddies.map(
      (buddy: { name: string }) => buddy.name,
    );
  assert.deepEqual(await names(), []);
  for (const name of [cydName.toUpperCase(), bobName.toLowerCase(), bobName]) {
    assert.equal((await city.post('/api/buddies', { name }, { key })).status, 201);
  }
  assert.deepEqual(await names(), [bobName, cydName]);
  assert.deepEqual(await names(bob.api_key), []);
  assert.deepEqual(await names(cyd.api_key), []);
  const remove = (name: string) => city.call('DELETE', `/api/buddies/${name}`, { key });
  assert.deepEqual((await remove(bobName.toUpperCase())).json, { name: bobName, removed: true });
  assert.deepEqual((await remove(bobName.toLowerCase())).json, { name: bobName, removed: false });
  assert.deepEqual(await names(), [cydName]);

  assertRefused(
    await city.post('/api/buddies', { name: adaName.toLowerCase() }, { key }),
    409,
    'own_account',
  );
  assertRefused(await city.post('/api/buddies', { name: 'nobody_here' }, { key }), 404, 'not_found');
  assertRefused(await remove('nobody_here'), 404, 'not_found');
  assertRefused(await city.get('/api/buddies'), 401, 'no_key');
});

test('a buddy is shown as online, away or offline', async (t) => {
  const clock = new MovableClock('2026-11-14T09:30:00.000Z');
  const database = await freshDatabase();
  const first = await startApp(t, { clock, database });
  const [ada, bob] = [await register(first.city, 'Ada'), await register(first.city, 'Bob')];
  await first.city.post('/api/buddies', { name: 'Bob' }, { key: ada.api_key });
  await first.city.patch('/api/me', { away: true, away_msg: 'lunch' }, { key: bob.api_key });
  // Stopping the app writes the collected presence.
  await first.stop();
  const { city } = await startApp(t, { clock, database });
  t.after(() => database.drop());
  const shown = async () => (await city.get('/api/buddies', { key: ada.api_key })).json.buddies;
  const bobIs = { name: 'Bob', away: true, away_msg: 'lunch' };
  assert.deepEqual(await shown(), [{ ...bobIs, online: true }]);
  clock.forward(6 * minuteMs);
  assert.deepEqual(await shown(), [{ ...bobIs, online: false }]);
});

test('a list holds 500 buddies, even when the last ones are added concurrently', async () => {
  const { city, database } = await sharedApp();
  const names = { ada: unique('Ada') };
  const { api_key: key } = await register(city, names.ada);
  await database.sql(`INSERT INTO agent (screen_name, name_key, bio, emoji, skills, key_hash, created_at)
    SELECT 'b' || i, 'b' || i, '', '', '{}', decode(md5(i::text), 'hex'), now() FROM generate_series(1, 520) AS i`);
  await database.sql(`INSERT INTO buddy SELECT (SELECT id FROM agent WHERE screen_name = '${names.ada}'), id, now()
    FROM agent WHERE screen_name ~ '^b[0-9]+$' AND substr(screen_name, 2)::int <= 495`);
  const add = (i: number) => city.post('/api/buddies', { name: `b${i}` }, { key });
  const answers = await Promise.all(Array.from({ length: 20 }, (_, i) => add(500 + i)));
  assert.equal(answers.filter((answer) => answer.status === 201).length, 5);
  for (const answer of answers) if (answer.status !== 201) assertRefused(answer, 409, 'too_many_buddies');
  assert.equal((await city.get('/api/buddies', { key })).json.buddies.length, 500);
  assert.equal((await add(1)).status, 201, 'an agent that is already on the list');
  await city.call('DELETE', '/api/buddies/b1', { key });
  assert.equal((await add(520)).status, 201);
});
