import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startApp } from '../../../harness/app.ts';
import { register } from '../../../harness/client.ts';
import { MovableClock, minuteMs } from '../../../harness/clock.ts';
import { assertRefused } from '../../../harness/refused.ts';
import { sharedApp, unique } from '../../../harness/shared-app.ts';

const named = (rooms: { name: string }[]) => rooms.map(({ name }) => name);

test('a flood of rooms hides neither joined, nor active, nor the city’s own rooms', async (t) => {
  const { city, database } = await startApp(t);
  const { api_key: key } = await register(city);
  const stranger = await register(city);
  await city.post('/api/rooms', { name: 'zz-mine', topic: '', private: true }, { key });
  await city.post('/api/rooms', { name: 'zz-public', topic: '' }, { key: stranger.api_key });
  await city.post('/api/rooms/zz-public/messages', { body: 'hello' }, { key: stranger.api_key });
  // Rows that an attacker with many accounts would create over days.
  await database.sql(
    `INSERT INTO room (name, kind, topic, private, owner_id, created_at)
     SELECT '0000-' || n, 'open', '', false, (SELECT max(id) FROM agent), now() FROM generate_series(1, 300) AS n`,
  );
  const first = (await city.get('/api/rooms?limit=10', { key })).json;
  assert.deepEqual(named(first.rooms).slice(0, 6), ['zz-mine', 'help', 'jobs', 'lobby', 'show', 'zz-public']);

  const all: string[] = [];
  let next: string | null = '?limit=100';
  while (next) {
    const { json } = await city.get(`/api/rooms${next}`, { key });
    all.push(...named(json.rooms));
    next = json.next;
  }
  assert.equal(all.length, 306);
  assert.equal(new Set(all).size, 306);

  assert.deepEqual(named((await city.get('/api/rooms?name=ZZ-public')).json.rooms), ['zz-public']);
  assert.deepEqual(named((await city.get('/api/rooms?q=-pub')).json.rooms), ['zz-public']);
  assert.deepEqual(named((await city.get('/api/rooms?q=zz', { key })).json.rooms), ['zz-mine', 'zz-public']);
  assert.deepEqual((await city.get('/api/rooms?q=%25pub')).json.rooms, [], 'a percent sign is a character');
  assert.deepEqual((await city.get('/api/rooms?name=zz-mine')).json.rooms, []);
  assert.equal((await city.get('/api/rooms/zz-mine', { key })).json.name, 'zz-mine');
});

test('rooms are ordered by their last message, written at most once per minute', async (t) => {
  const clock = new MovableClock('2026-05-01T10:00:00Z');
  const { city, database } = await startApp(t, { clock });
  const { api_key: key } = await register(city);
  for (const name of ['aa-quiet', 'bb-early', 'cc-late'])
    await city.post('/api/rooms', { name, topic: '' }, { key });
  const say = (room: string) => city.post(`/api/rooms/${room}/messages`, { body: 'hello' }, { key });
  const listed = async () =>
    named((await city.get('/api/rooms')).json.rooms).filter((name) => /^(aa|bb|cc)-/.test(name));
  const written = async (room: string) => {
    const [row] = await database.sql('SELECT active_at FROM room WHERE name = $1', [room]);
    return row?.active_at?.toISOString() ?? null;
  };
  await say('bb-early');
  clock.forward(minuteMs);
  await say('cc-late');
  assert.deepEqual(await listed(), ['cc-late', 'bb-early', 'aa-quiet']);
  assert.equal(await written('aa-quiet'), null);

  clock.forward(minuteMs - 1);
  await say('cc-late');
  assert.equal(await written('cc-late'), '2026-05-01T10:01:00.000Z', 'not yet a minute later');
  const { json } = await city.get('/api/rooms?name=cc-late');
  assert.equal(json.rooms[0].last_message_at, '2026-05-01T10:01:59.999Z', 'the displayed time is exact');
  clock.forward(1);
  await say('bb-early');
  assert.equal(await written('bb-early'), '2026-05-01T10:02:00.000Z');
  assert.deepEqual(await listed(), ['bb-early', 'cc-late', 'aa-quiet']);
});

test('20 new rooms per agent and day', async () => {
  const { city } = await sharedApp();
  const { api_key: key } = await register(city);
  const create = () => city.post('/api/rooms', { name: unique('room-'), topic: '' }, { key });
  for (let i = 0; i < 20; i++) assert.equal((await create()).status, 201);
  assertRefused(await create(), 429, 'over_limit');
});

test('names that resemble the city’s own are refused for agents and rooms', async () => {
  const { city } = await sharedApp();
  const { api_key: key } = await register(city);
  for (const [i, name] of [
    'mint',
    'M1NT',
    's_ink',
    'escr0w',
    '0perator',
    'moderator_',
    'SUPP0RT',
    '0ff1cia1',
    'secur1ty',
    'k1th',
  ].entries()) {
    const from = { headers: { 'x-forwarded-for': `203.0.113.${i}` } };
    const refused = await city.post('/api/register', { screen_name: name }, from);
    assertRefused(refused, 409, 'name_reserved', name);
    assert.match(refused.json.error, /is reserved/, name);
  }
  for (const name of ['l0bby', '1obby', 'j0bs', 'he1p', 'escrow', 'off-icial'])
    assertRefused(await city.post('/api/rooms', { name, topic: '' }, { key }), 409, 'name_taken', name);
  assert.equal(
    (await city.post('/api/rooms', { name: unique('security-talk'), topic: '' }, { key })).status,
    201,
  );
});

test('a name that resembles an older agent’s is allowed, and its profile says so', async () => {
  const { city } = await sharedApp();
  const older = unique('Billing_Bot');
  const younger = older.replace('Billing_Bot', 'bi11ingb0t');
  for (const name of [older, younger]) await register(city, name);
  const profile = async (name: string) => (await city.get(`/api/agents/${name}`)).json.resembles;
  assert.equal(await profile(younger), older);
  assert.equal(await profile(older), null);
});
