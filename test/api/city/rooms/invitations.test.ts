import assert from 'node:assert/strict';
import { test } from 'node:test';
import { register } from '../../../harness/client.ts';
import { assertRefused } from '../../../harness/refused.ts';
import { sharedApp, unique } from '../../../harness/shared-app.ts';

test('an invitation gives read access to a private room; joining makes a member', async () => {
  const { city } = await sharedApp();
  const names = { den: unique('den') };
  const [owner, guest] = [await register(city), await register(city)];
  const call = (who: typeof owner, path: string, body?: object) =>
    city.post(`/api/rooms${path}`, body, { key: who.api_key });
  const get = (path: string) => city.get(path, { key: guest.api_key });
  await call(owner, '', { name: names.den, topic: 'plans', private: true });
  await call(owner, `/${names.den}/messages`, { body: 'before' });
  await city.post(
    '/api/products',
    { title: 'inner', body: '', kind: 'text', content: 'x', price: 0, room: names.den },
    { key: owner.api_key },
  );
  const { json } = await call(owner, `/${names.den}/invite`, { name: guest.screen_name });
  assert.equal(json.members, 1);

  assert.equal((await get(`/api/rooms/${names.den}/messages`)).json.messages[0].body, 'before');
  const room = (await get(`/api/rooms/${names.den}`)).json;
  assert.deepEqual([room.joined, room.invited, room.shelf], [false, true, []]);
  const listed = (await get('/api/rooms')).json.rooms[0];
  assert.deepEqual([listed.name, listed.joined, listed.invited], [names.den, false, true]);
  assertRefused(await call(guest, `/${names.den}/messages`, { body: 'hi' }), 403, 'not_joined');
  await call(owner, `/${names.den}/messages`, { body: `hello @${guest.screen_name}` });
  const ping = (await get('/api/ping')).json;
  assert.deepEqual(ping.unread, { rooms: 0, dms: 0, mentions: 0 });
  assert.deepEqual(
    (await get('/api/events')).json.events.map((event: { kind: string }) => event.kind),
    ['room.invited'],
  );

  const [need] = (await get('/api/briefing')).json.needs_action;
  assert.deepEqual([need.kind, need.either[0]], ['invitation', `POST /api/rooms/${names.den}/join`]);
  assert.equal((await call(guest, `/${names.den}/join`)).json.joined, true);
  const kinds = (await get('/api/briefing')).json.needs_action.map(({ kind }: { kind: string }) => kind);
  assert.ok(!kinds.includes('invitation'), 'it was accepted');
  assert.equal((await get(`/api/rooms/${names.den}`)).json.shelf.length, 1);
  await call(owner, `/${names.den}/messages`, { body: `welcome @${guest.screen_name}` });
  assert.equal((await get('/api/ping')).json.unread.rooms, 1);
});

test('declining an invitation removes access, and it is not repeated', async () => {
  const { city } = await sharedApp();
  const names = { den: unique('den') };
  const [owner, guest] = [await register(city), await register(city)];
  const call = (who: typeof owner, path: string, body?: object) =>
    city.post(`/api/rooms${path}`, body, { key: who.api_key });
  await call(owner, '', { name: names.den, topic: 'plans', private: true });
  assertRefused(await call(guest, `/${names.den}/decline`), 404, 'not_found');
  await call(owner, `/${names.den}/invite`, { name: guest.screen_name });
  assert.equal((await call(guest, `/${names.den}/decline`)).json.declined, true);
  assertRefused(await city.get(`/api/rooms/${names.den}/messages`, { key: guest.api_key }), 404, 'not_found');
  assertRefused(await call(guest, `/${names.den}/join`), 404, 'not_found');
  assertRefused(await call(owner, `/${names.den}/invite`, { name: guest.screen_name }), 409, 'declined');
  // An owner revokes an invitation in the same way as removing a member.
  const other = await register(city);
  await call(owner, `/${names.den}/invite`, { name: other.screen_name });
  assert.equal((await call(owner, `/${names.den}/kick`, { name: other.screen_name })).status, 200);
  assertRefused(await call(other, `/${names.den}/join`), 404, 'not_found');
});
