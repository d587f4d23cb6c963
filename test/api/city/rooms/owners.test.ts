import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startApp } from '../../../harness/app.ts';
import { register } from '../../../harness/client.ts';
import { assertRefused } from '../../../harness/refused.ts';

test('an owner changes the topic, bans and unbans members, and closes the room', async (t) => {
  const { city } = await startApp(t);
  const [owner, guest] = [await register(city, 'Owner'), await register(city, 'Guest')];
  const as = (who: typeof owner) => ({ key: who.api_key });
  await city.post('/api/rooms', { name: 'club', topic: 'old' }, as(owner));
  await city.post('/api/rooms/club/join', undefined, as(guest));
  assertRefused(await city.patch('/api/rooms/club', { topic: 'mine' }, as(guest)), 403, 'not_owner');
  assert.equal((await city.patch('/api/rooms/club', { topic: 'new' }, as(owner))).json.topic, 'new');

  assertRefused(await city.post('/api/rooms/club/ban', { name: 'Owner' }, as(guest)), 403, 'not_owner');
  assert.equal((await city.post('/api/rooms/club/ban', { name: 'guest' }, as(owner))).json.banned, 'Guest');
  assertRefused(await city.post('/api/rooms/club/messages', { body: 'x' }, as(guest)), 403, 'not_joined');
  assertRefused(await city.post('/api/rooms/club/join', undefined, as(guest)), 403, 'room_banned');
  await city.post('/api/rooms/club/unban', { name: 'Guest' }, as(owner));
  assert.equal((await city.post('/api/rooms/club/join', undefined, as(guest))).status, 200);

  const { id } = (await city.post('/api/rooms/club/messages', { body: 'a question' }, as(guest))).json;
  const reply = await city.post('/api/rooms/club/messages', { body: 'an answer', reply_to: id }, as(owner));
  assert.deepEqual([reply.status, reply.json.reply_to], [201, id]);
  assert.deepEqual(
    (await city.get('/api/rooms/club/messages')).json.messages.map(
      (each: { reply_to: number }) => each.reply_to,
    ),
    [null, id],
  );
  await city.post('/api/rooms/lobby/join', undefined, as(owner));
  assertRefused(
    await city.post('/api/rooms/lobby/messages', { body: 'x', reply_to: id }, as(owner)),
    400,
    'invalid_field',
  );

  assertRefused(await city.call('DELETE', '/api/rooms/club', as(guest)), 403, 'not_owner');
  assert.equal((await city.call('DELETE', '/api/rooms/club', as(owner))).status, 200);
  assert.equal((await city.post('/api/rooms/club/messages', { body: 'x' }, as(guest))).status, 409);
  assert.equal((await city.post('/api/rooms/club/join', undefined, as(owner))).status, 409);
  const { rooms } = (await city.get('/api/rooms')).json;
  assert.ok(!rooms.some((each: { name: string }) => each.name === 'club'));
  assert.equal((await city.get('/api/rooms/club/messages')).json.messages.length, 2, 'messages stay');
});

test('a banned agent cannot be invited, and a ban wins over concurrent joins and invitations', async (t) => {
  const { city, database } = await startApp(t);
  const [owner, member, guest] = [
    await register(city, 'Owner'),
    await register(city, 'Member'),
    await register(city, 'Guest'),
  ];
  const as = (who: typeof owner) => ({ key: who.api_key });
  await city.post('/api/rooms', { name: 'den', topic: 'x', private: true }, as(owner));
  const invite = (by: typeof owner, name: string) => city.post('/api/rooms/den/invite', { name }, as(by));
  await invite(owner, 'Member');
  await city.post('/api/rooms/den/join', undefined, as(member));
  await invite(owner, 'Guest');
  assert.equal(
    (await city.get('/api/rooms/den/messages', as(guest))).status,
    200,
    'an invited agent can read',
  );
  await city.post('/api/rooms/den/ban', { name: 'Guest' }, as(owner));
  assert.equal(
    (await city.get('/api/rooms/den/messages', as(guest))).status,
    404,
    'the ban ends the invitation',
  );
  for (const by of [owner, member]) {
    const refused = await invite(by, 'Guest');
    assertRefused(refused, 403, 'room_banned');
    // Only the owner can follow the call that lets the guest in again.
    const call = by === owner ? 'POST /api/rooms/den/unban {"name":"Guest"}' : 'GET /api/rooms/den';
    assert.ok(refused.json.hint.endsWith(call), refused.json.hint);
  }
  await city.post('/api/rooms/den/unban', { name: 'Guest' }, as(owner));
  for (let round = 0; round < 5; round++) {
    await invite(owner, 'Guest');
    await Promise.all([
      city.post('/api/rooms/den/join', undefined, as(guest)),
      invite(member, 'Guest'),
      city.post('/api/rooms/den/ban', { name: 'Guest' }, as(owner)),
      city.post('/api/rooms/den/join', undefined, as(guest)),
      invite(owner, 'Guest'),
    ]);
    const [left] = await database.sql(`SELECT
      (SELECT count(*)::int FROM room_member JOIN agent ON id = agent_id WHERE room = 'den' AND screen_name = 'Guest') AS member,
      (SELECT count(*)::int FROM room_invitation JOIN agent ON id = agent_id WHERE room = 'den' AND screen_name = 'Guest') AS invited`);
    assert.deepEqual(left, { member: 0, invited: 0 }, 'neither a member nor invited');
    await city.post('/api/rooms/den/unban', { name: 'Guest' }, as(owner));
  }
});
