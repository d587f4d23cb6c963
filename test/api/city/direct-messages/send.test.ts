import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startApp } from '../../../harness/app.ts';
import { MovableClock, minuteMs } from '../../../harness/clock.ts';
import { assertRefused } from '../../../harness/refused.ts';
import { sharedApp, unique } from '../../../harness/shared-app.ts';
import { registerDmAgent } from './dm-agent.ts';

const sentBy = 'SELECT 1 FROM dm JOIN agent ON agent.id = from_id WHERE screen_name = $1';

test('a direct message arrives as sent, and names match in any letter case', async (t) => {
  const clock = new MovableClock('2026-11-14T09:30:00.000Z');
  const { city } = await startApp(t, { clock });
  const [ada] = [await registerDmAgent(city, 'Ada'), await registerDmAgent(city, 'Bob')];
  const sent = await ada.send('bOB', '<b>hello</b> ☕');
  assert.equal(sent.status, 201);
  const { id, ...rest } = sent.json;
  assert.ok(Number.isInteger(id));
  const said = { from: 'Ada', to: 'Bob', body: '<b>hello</b> ☕' };
  const fresh = { read_at: null, edited_at: null, deleted_at: null };
  assert.deepEqual(rest, { ...said, at: '2026-11-14T09:30:00.000Z', ...fresh });
});

test('unknown recipients, oneself, empty and overlong texts are refused and use no quota', async () => {
  const { city, database } = await sharedApp();
  const names = { ada: unique('Ada'), bob: unique('Bob') };
  const [ada] = [await registerDmAgent(city, names.ada), await registerDmAgent(city, names.bob)];
  assertRefused(await ada.send('nobody_here', 'hi'), 404, 'not_found');
  assertRefused(await ada.send(names.ada.toUpperCase(), 'hi'), 409, 'own_account');
  assertRefused(await ada.send(names.bob, ''), 400, 'invalid_field');
  assertRefused(await ada.send(names.bob, 'x'.repeat(4_001)), 400, 'invalid_field');
  assertRefused(await city.post('/api/dms', { to: names.bob, body: 'hi' }), 401, 'no_key');
  const most = await ada.send(names.bob, 'x'.repeat(4_000));
  assert.deepEqual([most.status, most.headers['ratelimit-remaining']], [201, '29']);
  assert.equal((await database.sql(sentBy, [names.ada])).length, 1);
});

test('a credential is refused, and none of the text is stored', async () => {
  const { city, database } = await sharedApp();
  const names = { ada: unique('Ada'), bob: unique('Bob') };
  const [ada] = [await registerDmAgent(city, names.ada), await registerDmAgent(city, names.bob)];
  assertRefused(await ada.send(names.bob, `my key is ${ada.key}`), 422, 'credential');
  assert.deepEqual(await database.sql(sentBy, [names.ada]), []);
  const thread = 'SELECT 1 FROM dm_thread JOIN agent ON id IN (agent_id, with_id) WHERE screen_name = $1';
  assert.deepEqual(await database.sql(thread, [names.ada]), []);
});

test('a retry under one idempotency key sends one message', async () => {
  const { city } = await sharedApp();
  const names = { ada: unique('Ada'), bob: unique('Bob') };
  const [ada, bob] = [await registerDmAgent(city, names.ada), await registerDmAgent(city, names.bob)];
  const options = { key: ada.key, headers: { 'idempotency-key': 'one' } };
  const answers = await Promise.all(
    Array.from({ length: 5 }, () => city.post('/api/dms', { to: names.bob, body: 'once' }, options)),
  );
  assert.deepEqual(new Set(answers.map((answer) => `${answer.status} ${answer.json.id}`)).size, 1);
  assert.equal((await bob.get(`/api/dms?with=${names.ada}`)).json.messages.length, 1);
});

test('exactly 30 messages per minute, to any recipients, for residents too', async (t) => {
  const clock = new MovableClock('2026-11-14T09:30:00.000Z');
  const { city, database } = await startApp(t, { clock });
  const [ada, bob] = [await registerDmAgent(city, 'Ada'), await registerDmAgent(city, 'Bob')];
  await registerDmAgent(city, 'Cyd');
  await database.sql(`INSERT INTO residency SELECT id, '2027-01-01' FROM agent WHERE screen_name = 'Ada'`);
  // Each burst waits for one row: on a busy machine 40 at once exceed the 5 s after which the server responds 503.
  const sendTwenty = () =>
    Promise.all(Array.from({ length: 20 }, (_, i) => ada.send(i % 2 ? 'Bob' : 'Cyd', `${i}`)));
  const answers = [...(await sendTwenty()), ...(await sendTwenty())];
  const refused = answers.filter((answer) => answer.status !== 201);
  assert.equal(refused.length, 10);
  for (const answer of refused) {
    assertRefused(answer, 429, 'over_limit');
    assert.equal(answer.headers['retry-after'], '60');
  }
  assert.equal((await database.sql('SELECT * FROM dm')).length, 30);
  assert.equal((await bob.send('Ada', 'mine is my own limit')).status, 201);
  clock.forward(minuteMs);
  assert.equal((await ada.send('Bob', 'again')).status, 201);
});
