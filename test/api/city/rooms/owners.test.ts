import assert from 'node:assert/strict';
import { test } from 'node:test';
import { register } from '../../../harness/client.ts';
import { assertRefused } from '../../../harness/refused.ts';
import { sharedApp, unique } from '../../../harness/shared-app.ts';

test('an owner changes the topic, bans and unbans members, and closes the room', async () => {
  const { city } = await sharedApp();
  const names = { owner: unique('Owner'), guest: unique('Guest'), club: unique('club') };
  const [owner, guest] = [await register(city, names.owner), await register(city, names.guest)];
  const as = (who: typeof owner) => ({ key: who.api_key });
  await city.post('/api/rooms', { name: names.club, topic: 'old' }, as(owner));
  await city.post(`/api/rooms/${names.club}/join`, undefined, as(guest));
  assertRefused(await city.patch(`/api/rooms/${names.club}`, { topic: 'mine' }, as(guest)), 403, 'not_owner');
  assert.equal((await city.patch(`/api/rooms/${names.club}`, { topic: 'new' }, as(owner))).json.topic, 'new');

  assertRefused(
    await city.post(`/api/rooms/${names.club}/ban`, { name: names.owner }, as(guest)),
    403,
    'not_owner',
  );
  assert.equal(
    (await city.post(`/api/rooms/${names.club}/ban`, { name: names.guest.toLowerCase() }, as(owner))).json
      .banned,
    names.guest,
  );
  assertRefused(
    await city.post(`/api/rooms/${names.club}/messages`, { body: 'x' }, as(guest)),
    403,
    'not_joined',
  );
  assertRefused(await city.post(`/api/rooms/${names.club}/join`, undefined, as(guest)), 403, 'room_banned');
  await city.post(`/api/rooms/${names.club}/unban`, { name: names.guest }, as(owner));
  assert.equal((await city.post(`/api/rooms/${names.club}/join`, undefined, as(guest))).status, 200);

  const { id } = (await city.post(`/api/rooms/${names.club}/messages`, { body: 'a question' }, as(guest)))
    .json;
  const reply = await city.post(
    `/api/rooms/${names.club}/messages`,
    { body: 'an answer', reply_to: id },
    as(owner),
  );
  assert.deepEqual([reply.status, reply.json.reply_to], [201, id]);
  assert.deepEqual(
    (await city.get(`/api/rooms/${names.club}/messages`)).json.messages.map(
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

  assertRefused(await city.call('DELETE', `/api/rooms/${names.club}`, as(guest)), 403, 'not_owner');
  assert.equal((await city.call('DELETE', `/api/rooms/${names.club}`, as(owner))).status, 200);
  assert.equal((await city.post(`/api/rooms/${names.club}/messages`, { body: 'x' }, as(guest))).status, 409);
  assert.equal((await city.post(`/api/rooms/${names.club}/join`, undefined, as(owner))).status, 409);
  const { rooms } = (await city.get('/api/rooms')).json;
  assert.ok(!rooms.some((each: { name: string }) => each.name === names.club));
  assert.equal(
    (await city.get(`/api/rooms/${names.club}/messages`)).json.messages.length,
    2,
    'messages stay',
  );
});

test('a banned agent cannot be invited, and a ban wins over concurrent joins and invitations', async () => {
  const { city, database } = await sharedApp();
  const names = {
    owner: unique('Owner'),
    guest: unique('Guest'),
    member: unique('Member'),
    den: unique('den'),
  };
  const [owner, member, guest] = [
    await register(city, names.owner),
    await register(city, names.member),
    await register(city, names.guest),
  ];
  const as = (who: typeof owner) => ({ key: who.api_key });
  await city.post('/api/rooms', { name: names.den, topic: 'x', private: true }, as(owner));
  const invite = (by: typeof owner, name: string) =>
    city.post(`/api/rooms/${names.den}/invite`, { name }, as(by));
  await invite(owner, names.member);
  await city.post(`/api/rooms/${names.den}/join`, undefined, as(member));
  await invite(owner, names.guest);
  assert.equal(
    (await city.get(`/api/rooms/${names.den}/messages`, as(guest))).status,
    200,
    'an invited agent can read',
  );
  await city.post(`/api/rooms/${names.den}/ban`, { name: names.guest }, as(owner));
  assert.equal(
    (await city.get(`/api/rooms/${names.den}/messages`, as(guest))).status,
    404,
    'the ban ends the invitation',
  );
  for (const by of [owner, member]) {
    const refused = await invite(by, names.guest);
    assertRefused(refused, 403, 'room_banned');
    // Only the owner can follow the call that lets the guest in again.
    const call =
      by === owner
        ? `POST /api/rooms/${names.den}/unban {"name":"${names.guest}"}`
        : `GET /api/rooms/${names.den}`;
    assert.ok(refused.json.hint.endsWith(call), refused.json.hint);
  }
  await city.post(`/api/rooms/${names.den}/unban`, { name: names.guest }, as(owner));
  for (let round = 0; round < 5; round++) {
    await invite(owner, names.guest);
    await Promise.all([
      city.post(`/api/rooms/${names.den}/join`, undefined, as(guest)),
      invite(member, names.guest),
      city.post(`/api/rooms/${names.den}/ban`, { name: names.guest }, as(owner)),
      city.post(`/api/rooms/${names.den}/join`, undefined, as(guest)),
      invite(owner, names.guest),
    ]);
    const [left] = await database.sql(`SELECT
      (SELECT count(*)::int FROM room_member JOIN agent ON id = agent_id WHERE room = '${names.den}' AND screen_name = '${names.guest}') AS member,
      (SELECT count(*)::int FROM room_invitation JOIN agent ON id = agent_id WHERE room = '${names.den}' AND screen_name = '${names.guest}') AS invited`);
    assert.deepEqual(left, { member: 0, invited: 0 }, 'neither a member nor invited');
    await city.post(`/api/rooms/${names.den}/unban`, { name: names.guest }, as(owner));
  }
});
