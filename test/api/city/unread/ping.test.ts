import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startApp } from '../../../harness/app.ts';
import { type Client, register } from '../../../harness/client.ts';
import { MovableClock } from '../../../harness/clock.ts';
import { freshDatabase } from '../../../harness/database.ts';
import { sharedApp, unique } from '../../../harness/shared-app.ts';

async function member(city: Client, name: string, ...rooms: string[]) {
  const { api_key: key } = await register(city, name);
  const join = (room: string) => city.post(`/api/rooms/${room}/join`, undefined, { key });
  for (const room of rooms) await join(room);
  return {
    key,
    join,
    say: async (room: string, body: string): Promise<number> =>
      (await city.post(`/api/rooms/${room}/messages`, { body }, { key })).json.id,
    read: (room: string, query = '') => city.get(`/api/rooms/${room}/messages${query}`, { key }),
    dm: (to: string, body: string) => city.post('/api/dms', { to, body }, { key }),
    ping: async () => (await city.get('/api/ping', { key })).json,
  };
}

test('rooms count messages of others since the agent joined or last read', async (t) => {
  const clock = new MovableClock('2026-03-01T09:00:00.000Z');
  const { city } = await startApp(t, { clock });
  const bob = await member(city, 'Bob', 'lobby', 'help', 'show');
  await bob.say('lobby', 'before Ada came');
  clock.forward(1_000);
  const ada = await member(city, 'Ada', 'lobby', 'help');
  const rooms = async () => (await ada.ping()).unread.rooms;
  assert.equal(await rooms(), 0);
  const ids = [await bob.say('lobby', '1'), await bob.say('lobby', '2'), await bob.say('lobby', '3')];
  await bob.say('help', '4');
  await bob.say('show', 'not a room of hers');
  await ada.say('help', 'her own');
  assert.equal(await rooms(), 4);
  assert.equal(await rooms(), 4, 'a ping marks nothing as read');
  await city.get('/api/rooms/lobby/messages');
  assert.equal(await rooms(), 4, 'another agent’s read marks nothing either');
  await ada.read('lobby', `?since_id=${ids[0]! - 1}&limit=2`);
  assert.equal(await rooms(), 2, 'one message is unread in each room');
  await ada.read('lobby', `?before_id=${ids[0]}`);
  assert.equal(await rooms(), 2, 'reading older messages does not lower the mark');
  await ada.read('help');
  await ada.read('lobby', '?limit=1');
  assert.equal(await rooms(), 0);
  const waiting = ada.read('lobby', `?since_id=${ids[2]}&wait=20`);
  await bob.say('lobby', '5');
  assert.equal((await waiting).json.messages.length, 1);
  assert.equal(await rooms(), 0, 'a message delivered to a waiting reader is read');
});

test('after 104 deals the team room and the lobby still count', async () => {
  const { city, database } = await sharedApp();
  const names = { ada: unique('Ada'), bob: unique('Bob') };
  const bob = await member(city, names.bob, 'lobby', 'help');
  const ada = await member(city, names.ada, 'lobby', 'help');
  // Rooms of ended deals, all joined after the others.
  await database.sql(`INSERT INTO room (name, kind, topic, private, created_at, ended_at)
    SELECT 'deal-999999-' || n, 'deal', 'A deal', true, now(), now() FROM generate_series(1, 104) AS n`);
  await database.sql(`INSERT INTO room_member (room, agent_id, role, joined_at)
    SELECT 'deal-999999-' || n, agent.id, '', now() + interval '1 second' FROM generate_series(1, 104) AS n, agent
    WHERE screen_name IN ('${names.ada}', '${names.bob}')`);
  await bob.say('lobby', 'to the lobby');
  await bob.say('help', 'to the team');
  assert.equal((await ada.ping()).unread.rooms, 2);
  const joined = (await city.get('/api/rooms?limit=100', { key: ada.key })).json.rooms;
  assert.equal(joined.filter(({ name }: { name: string }) => name.startsWith('deal-')).length, 0);
});

test('read marks are visible to another process once written', async (t) => {
  const database = await freshDatabase();
  const first = await startApp(t, { database });
  const [ada, bob] = [await member(first.city, 'Ada', 'lobby'), await member(first.city, 'Bob', 'lobby')];
  await bob.say('lobby', 'hello @ada');
  await ada.read('lobby');
  await bob.say('lobby', 'and more');
  await first.stop();
  const { city } = await startApp(t, { database });
  t.after(() => database.drop());
  const { json } = await city.get('/api/ping', { key: ada.key });
  assert.deepEqual([json.unread, json.mentions], [{ rooms: 1, dms: 0, mentions: 0 }, []]);
});

test('mentions are the newest ten, until their room is read', async () => {
  const { city } = await sharedApp();
  const names = { ada: unique('Ada'), bob: unique('Bob') };
  const [ada, bob] = [await member(city, names.ada, 'lobby'), await member(city, names.bob, 'lobby', 'help')];
  const early = await bob.say('help', `a room that @${names.ada} has not joined`);
  const ids: number[] = [];
  for (let i = 0; i < 11; i++) ids.push(await bob.say('lobby', `${i} @${names.ada.toLowerCase()}`));
  await ada.say('lobby', `I am @${names.ada}`);
  const ping = await ada.ping();
  assert.equal(ping.unread.mentions, 12);
  assert.deepEqual(
    ping.mentions.map((mention: { id: number }) => mention.id),
    ids.slice(1).reverse(),
  );
  const { at, ...newest } = ping.mentions[0];
  assert.match(at, /^\d{4}-.*Z$/);
  assert.deepEqual(newest, {
    id: ids[10],
    room: 'lobby',
    from: names.bob,
    body: `10 @${names.ada.toLowerCase()}`,
  });
  await ada.read('lobby', `?since_id=${ids[0]! - 1}&limit=9`);
  const later = await ada.ping();
  assert.deepEqual(later.unread.mentions, 3);
  await ada.read('lobby');
  assert.deepEqual(
    (await ada.ping()).mentions.map((mention: { id: number }) => mention.id),
    [early],
    'reading one room does not affect others',
  );
  await ada.read('help');
  assert.deepEqual((await ada.ping()).mentions, []);
  assert.equal((await bob.ping()).unread.mentions, 0);
});

test('a mention in a private room reaches members only', async () => {
  const { city, database } = await sharedApp();
  const names = { ada: unique('Ada'), bob: unique('Bob'), den: unique('den') };
  const [ada, bob] = [await member(city, names.ada), await member(city, names.bob)];
  await city.post('/api/rooms', { name: names.den, topic: 'x', private: true }, { key: bob.key });
  await bob.say(names.den, `do not tell @${names.ada}`);
  const empty = { rooms: 0, dms: 0, mentions: 0 };
  const outside = await ada.ping();
  assert.deepEqual([outside.unread, outside.mentions], [empty, []]);
  await city.post(`/api/rooms/${names.den}/invite`, { name: names.ada }, { key: bob.key });
  await bob.say(names.den, `come in @${names.ada}`);
  assert.equal((await ada.ping()).unread.mentions, 0, 'an invited agent is not a member');
  await city.post(`/api/rooms/${names.den}/join`, undefined, { key: ada.key });
  assert.equal((await ada.ping()).unread.mentions, 2);
  await database.sql(
    `DELETE FROM room_member WHERE agent_id = (SELECT id FROM agent WHERE screen_name = '${names.ada}')`,
  );
  const kicked = await ada.ping();
  assert.deepEqual([kicked.unread, kicked.mentions], [empty, []]);
});

test('direct messages are counted, the newest ten shown, and a ping does not mark them', async () => {
  const { city } = await sharedApp();
  const names = { ada: unique('Ada'), bob: unique('Bob'), cyd: unique('Cyd') };
  const [ada, bob, cyd] = [
    await member(city, names.ada),
    await member(city, names.bob),
    await member(city, names.cyd),
  ];
  await cyd.dm(names.ada, 'first');
  for (let i = 0; i < 11; i++) await bob.dm(names.ada, `${i}`);
  await ada.dm(names.bob, 'mine');
  const ping = await ada.ping();
  assert.equal(ping.unread.dms, 12);
  assert.deepEqual(
    ping.dms.map((dm: { body: string }) => dm.body),
    ['10', '9', '8', '7', '6', '5', '4', '3', '2', '1'],
  );
  await city.get(`/api/dms?with=${names.bob}`, { key: ada.key });
  const later = await ada.ping();
  assert.deepEqual(
    [later.unread.dms, later.dms.map((dm: { from: string; read_at: null }) => [dm.from, dm.read_at])],
    [1, [[names.cyd, null]]],
  );
});

test('at most 100 unread messages are counted per room', async () => {
  const { city, database } = await sharedApp();
  const names = { den: unique('den'), ada: unique('Ada'), bob: unique('Bob') };
  const [ada, bob] = [await member(city, names.ada, 'help'), await member(city, names.bob, 'help')];
  await city.post('/api/rooms', { name: names.den, topic: '' }, { key: bob.key });
  await ada.join(names.den);
  await database.sql(`INSERT INTO message (room, from_id, body, at)
    SELECT '${names.den}', (SELECT id FROM agent WHERE screen_name = '${names.bob}'), 'x', now() + interval '1 minute'
    FROM generate_series(1, 1000)`);
  await bob.say('help', 'one');
  assert.equal((await ada.ping()).unread.rooms, 101);
});

test('acknowledging a briefing marks its mentions as seen, and their rooms stay unread', async () => {
  const { city } = await sharedApp();
  const names = { ada: unique('Ada'), bob: unique('Bob') };
  const [ada, bob] = [await member(city, names.ada, 'lobby'), await member(city, names.bob, 'lobby')];
  await bob.say('lobby', `hello @${names.ada}`);
  await city.get('/api/briefing', { key: ada.key });
  assert.deepEqual((await ada.ping()).unread, { rooms: 1, dms: 0, mentions: 1 });
  await city.get('/api/briefing?ack=1', { key: ada.key });
  assert.deepEqual((await ada.ping()).unread, { rooms: 1, dms: 0, mentions: 0 });
  const later = await bob.say('lobby', `and @${names.ada} again`);
  assert.deepEqual(
    (await ada.ping()).mentions.map((mention: { id: number }) => mention.id),
    [later],
  );
});

test('a HEAD request has no side effects: no grant, no read marks', async () => {
  const { city } = await sharedApp();
  const { api_key: key } = await register(city);
  for (const path of ['/api/ping', '/api/briefing?ack=1', '/api/dms']) {
    const head = await city.call('HEAD', path, { key });
    assert.deepEqual([head.status, head.text], [200, ''], path);
    assert.equal((await city.call('HEAD', path)).status, 401, path);
  }
  assert.equal((await city.get('/api/me', { key })).json.balance, 100);
  assert.equal((await city.call('HEAD', '/api/me', { key })).status, 200);
});
