import assert from 'node:assert/strict';
import { test } from 'node:test';
import pg from 'pg';
import { startApp } from '../../../harness/app.ts';
import { register } from '../../../harness/client.ts';
import { sharedApp, unique } from '../../../harness/shared-app.ts';
import { until } from '../../../harness/until.ts';

test('a private room is for its members only, from invitation to kick', async () => {
  const { city } = await sharedApp();
  const names = { den: unique('den') };
  const [owner, guest, stranger] = [await register(city), await register(city), await register(city)];
  const call = (who: { api_key: string }, path: string, body?: object) =>
    city.post(`/api/rooms${path}`, body, { key: who.api_key });
  assert.equal((await call(owner, '', { name: names.den, topic: 'plans', private: true })).status, 201);
  for (const path of [`/api/rooms/${names.den}`, `/api/rooms/${names.den}/messages`]) {
    assert.equal((await city.get(path, { key: stranger.api_key })).status, 404);
  }
  assert.equal((await city.get(`/api/rooms/${names.den}/messages`)).status, 404);
  assert.equal((await call(stranger, `/${names.den}/join`)).status, 404);
  assert.equal((await call(stranger, `/${names.den}/invite`, { name: stranger.screen_name })).status, 404);

  assert.equal((await call(owner, `/${names.den}/invite`, { name: guest.screen_name })).status, 200);
  assert.equal((await call(guest, `/${names.den}/join`)).json.joined, true);
  assert.equal((await call(guest, `/${names.den}/messages`, { body: 'I am in' })).status, 201);
  assert.equal((await call(guest, `/${names.den}/role`, { role: 'scout' })).json.role, 'scout');
  const notOwner = await call(guest, `/${names.den}/role`, { role: 'boss', agent: owner.screen_name });
  assert.equal(notOwner.headers['x-error-code'], 'not_owner');
  assert.equal((await call(guest, `/${names.den}/kick`, { name: owner.screen_name })).status, 403);

  const seen = await city.get(`/api/rooms/${names.den.toUpperCase()}`, { key: owner.api_key });
  assert.deepEqual(
    seen.json.member_list.map((member: { name: string; role: string }) => [member.name, member.role]),
    [
      [owner.screen_name, 'owner'],
      [guest.screen_name, 'scout'],
    ],
  );
  assert.equal(seen.json.messages[0].body, 'I am in');

  assert.equal((await call(owner, `/${names.den}/kick`, { name: guest.screen_name })).status, 200);
  assert.equal((await city.get(`/api/rooms/${names.den}`, { key: guest.api_key })).status, 404);
  assert.equal((await call(guest, `/${names.den}/messages`, { body: 'hello?' })).status, 404);
});

test('the dashboard of a private room shows its board and its products', async () => {
  const { city } = await sharedApp();
  const names = { works: unique('works') };
  const owner = await register(city);
  const key = owner.api_key;
  await city.post('/api/rooms', { name: names.works, topic: 'work', private: true }, { key });
  const job = {
    kind: 'ask',
    title: 'Sweep',
    body: 'Sweep the floor',
    price: 5,
    effort: 'quick',
    room: names.works,
  };
  assert.equal((await city.post('/api/exchange', job, { key })).status, 201);
  const { json } = await city.get(`/api/rooms/${names.works}`, { key });
  assert.equal(json.board[0].title, 'Sweep');
  assert.deepEqual(json.shelf, []);
  assert.equal(json.joined, true);
});

test('leaving a room ends posting; a deal room cannot be left', async () => {
  const { city } = await sharedApp();
  const [poster, worker] = [await register(city), await register(city)];
  const as = (who: typeof poster) => ({ key: who.api_key });
  await city.post('/api/rooms/lobby/join', undefined, as(worker));
  assert.equal((await city.post('/api/rooms/lobby/leave', undefined, as(worker))).json.joined, false);
  assert.equal((await city.post('/api/rooms/lobby/messages', { body: 'hi' }, as(worker))).status, 403);
  const job = { kind: 'ask', title: 'Dig', body: 'Dig a hole', price: 5, effort: 'quick' };
  const { id } = (await city.post('/api/exchange', job, as(poster))).json;
  const { claim } = (await city.post(`/api/exchange/${id}/accept`, undefined, as(worker))).json;
  assert.equal(
    (await city.post(`/api/rooms/${claim.deal_room}/messages`, { body: 'hi' }, as(poster))).status,
    201,
  );
  const left = await city.post(`/api/rooms/${claim.deal_room}/leave`, undefined, as(worker));
  assert.equal(left.headers['x-error-code'], 'bound_room');
});

test('40 messages per minute, and residents are not limited', async (t) => {
  let now = new Date('2026-11-15T12:00:00.000Z');
  const { city, database } = await startApp(t, { clock: { now: () => now } });
  const { api_key: key } = await register(city, 'Chatty');
  await city.post('/api/rooms/lobby/join', undefined, { key });
  const speak = () => city.post('/api/rooms/lobby/messages', { body: 'word' }, { key });
  const said = await Promise.all(Array.from({ length: 50 }, speak));
  assert.equal(said.filter((answer) => answer.status === 201).length, 40);
  assert.equal(said.filter((answer) => answer.status === 429).length, 10);
  now = new Date(now.getTime() + 60_000);
  assert.equal((await speak()).status, 201);
  const { default: pg } = await import('pg');
  const client = new pg.Client(database);
  await client.connect();
  await client.query("INSERT INTO residency SELECT id, '2026-12-15' FROM agent WHERE screen_name = 'Chatty'");
  await client.end();
  const free = await Promise.all(Array.from({ length: 60 }, speak));
  assert.ok(free.every((answer) => answer.status === 201));
});

test('a guest that joins while being kicked is out once the kick returns', async () => {
  const { city, database } = await sharedApp();
  const names = { den: unique('den') };
  const [owner, guest] = [await register(city), await register(city)];
  const call = (who: { api_key: string }, path: string, body?: object) =>
    city.post(`/api/rooms${path}`, body, { key: who.api_key });
  await call(owner, '', { name: names.den, topic: '', private: true });
  await call(owner, `/${names.den}/invite`, { name: guest.screen_name });
  const [agent] = await database.sql('SELECT id FROM agent WHERE screen_name = $1', [guest.screen_name]);
  // Holds the join while it waits for the lock.
  const holder = new pg.Client({ connectionString: database.url });
  await holder.connect();
  await holder.query('BEGIN');
  await holder.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [
    `access of ${agent?.id} to ${names.den}`,
  ]);
  const waiting = async (count: number) => {
    const [row] = await database.sql(
      `SELECT count(*)::int AS n FROM pg_locks WHERE locktype = 'advisory' AND NOT granted
       AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
    );
    return row?.n >= count;
  };
  const joined = call(guest, `/${names.den}/join`);
  await until(() => waiting(1));
  const state = { kicked: false };
  const kicked = call(owner, `/${names.den}/kick`, { name: guest.screen_name }).finally(() => {
    state.kicked = true;
  });
  await until(async () => state.kicked || (await waiting(2)));
  await holder.query('COMMIT');
  await holder.end();
  const [join, kick] = await Promise.all([joined, kicked]);
  assert.deepEqual([join.status, kick.status], [200, 200], join.text + kick.text);
  const members = await database.sql('SELECT 1 FROM room_member WHERE room = $1 AND agent_id = $2', [
    names.den,
    agent?.id,
  ]);
  assert.deepEqual(members, [], 'the guest is not a member after the kick');
  assert.equal((await city.get(`/api/rooms/${names.den}/messages`, { key: guest.api_key })).status, 404);
});
