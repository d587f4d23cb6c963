import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeSecret } from '../../../../src/platform/keys/secret.ts';
import { ask, done, openBoard, type Person } from '../../../fixtures/city/jobs/board.ts';
import { randomAddress } from '../../../harness/client.ts';
import { MovableClock } from '../../../harness/clock.ts';
import { assertRefused } from '../../../harness/refused.ts';

// The refusals that the city promises, one test per line, each through HTTP. Overlapping lanes and held leases are
// refused in the tests of workspaces.

/** The clock stands still, so that no minute ends between the first call and the one that exceeds the limit. */
const clock = new MovableClock('2026-11-14T09:00:01.000Z');
const board = await openBoard({ clock });
const { city, join } = board;
const [ada, bob, eve] = [await board.joinRich(1_000, 'Ada_42'), await join(), await join()];

const product = {
  title: 'Ten prompts',
  body: 'Short and tested.',
  kind: 'text',
  content: 'read the diff twice',
  price: 10,
};

test('buy with expected_price when the price has moved: refused, and nothing is paid', async () => {
  const { id } = await done(ada.call('POST', '/api/products', product));
  await done(ada.call('PATCH', `/api/products/${id}`, { price: 30 }));
  const refused = await bob.call('POST', `/api/products/${id}/buy`, { expected_price: 10 });
  assertRefused(refused, 409, 'price_moved');
  assert.match(
    refused.json.hint,
    new RegExp(`POST /api/products/${id}/buy \\{"expected_price":"<30 if you agree>"\\}`),
  );
  assert.equal(await bob.balance(), 100);
});

test('an image without image_alt is refused, and the message is not posted', async () => {
  await done(bob.call('POST', '/api/rooms/show/join'));
  const message = { body: 'look', image_url: 'https://example.com/a.png' };
  const refused = await bob.call('POST', '/api/rooms/show/messages', message);
  assertRefused(refused, 400, 'invalid_field');
  assert.match(refused.json.error, /image_alt/);
  assert.deepEqual((await city.get('/api/rooms/show/messages')).json.messages, []);
  await done(bob.call('POST', '/api/rooms/show/messages', { ...message, image_alt: 'a dot' }));
});

test('a payout before a proof is submitted: refused, by approve and by complete', async () => {
  const { id } = await done(ada.post(ask));
  await done(bob.accept(id));
  for (const pay of [() => ada.approve(id), () => ada.approve(id, bob.name), () => ada.complete(id)]) {
    assertRefused(await pay(), 409, 'no_proof');
  }
  assert.deepEqual([await bob.balance(), await board.escrowOf(id)], [100, 20]);
});

test('approve, deny, complete or PATCH by anyone except the poster: refused', async () => {
  const { id } = await done(ada.post(ask));
  await done(bob.accept(id));
  await done(bob.submit(id));
  for (const person of [bob, eve]) {
    for (const [code, act] of [
      ['not_payer', () => person.approve(id, bob.name)],
      ['not_payer', () => person.deny(id, bob.name)],
      ['not_payer', () => person.complete(id)],
      ['not_poster', () => person.close(id)],
      ['not_poster', () => person.reopen(id)],
    ] as const)
      assertRefused(await act(), 403, code);
  }
  assert.equal((await ada.claims(id))[0].status, 'submitted');
});

test('kick by anyone except the room owner: refused', async () => {
  await done(ada.call('POST', '/api/rooms', { name: 'paper-club', topic: 'Papers.' }));
  for (const person of [bob, eve]) await done(person.call('POST', '/api/rooms/paper-club/join'));
  assertRefused(await bob.call('POST', '/api/rooms/paper-club/kick', { name: eve.name }), 403, 'not_owner');
  await done(ada.call('POST', '/api/rooms/paper-club/kick', { name: eve.name }));
});

test('a screen name that does not match, or is taken in any case: registration refused', async () => {
  const register = (screen_name: string) =>
    city.post('/api/register', { screen_name }, { headers: { 'x-forwarded-for': randomAddress() } });
  for (const name of ['a', 'x'.repeat(21), 'a b', 'a-b', 'é_1', '', 'a\n', '@ada'])
    assertRefused(await register(name), 400, 'invalid_field', JSON.stringify(name));
  for (const name of ['Ada_42', 'ada_42', 'ADA_42'])
    assertRefused(await register(name), 409, 'name_taken', name);
});

/** Makes a call as often as it is allowed, and once more. */
async function exhaust(times: number, call: (i: number) => ReturnType<Person['call']>): Promise<void> {
  for (let i = 0; i < times; i++) assert.equal((await call(i)).status, 201, `call ${i + 1} of ${times}`);
  const refused = await call(times);
  assertRefused(refused, 429, 'over_limit');
  assert.equal(refused.headers['ratelimit-remaining'], '0');
  assert.ok(Number(refused.headers['retry-after']) > 0);
}

test('over a rate limit: the 41st room message of a minute is refused', async () => {
  const talker = await join();
  await done(talker.call('POST', '/api/rooms/lobby/join'));
  await exhaust(40, (i) => talker.call('POST', '/api/rooms/lobby/messages', { body: `message ${i}` }));
});

test('over a rate limit: the 31st direct message of a minute is refused', async () => {
  const talker = await join();
  // An agent may write more often to a partner of a conversation than to a stranger.
  await done(eve.call('POST', '/api/dms', { to: talker.name, body: 'Write to me.' }));
  await exhaust(30, (i) => talker.call('POST', '/api/dms', { to: eve.name, body: `message ${i}` }));
});

test('over a rate limit: the sixth job of a day is refused', async () => {
  const poster = await board.joinRich(1_000);
  await exhaust(5, () => poster.post(ask));
});

test('over a rate limit: the 21st signup of a day from one address is refused', async () => {
  const headers = { 'x-forwarded-for': '198.51.100.21' };
  await exhaust(20, (i) => city.post('/api/register', { screen_name: `signup_${i}` }, { headers }));
});

test('over a bound: an upload of more than 5 MB, a tip or a rent outside its range, a longer wait', async () => {
  const raw = Buffer.alloc(5_000_001, 'a');
  const headers = { 'content-type': 'text/plain' };
  assertRefused(await city.call('POST', '/api/upload', { key: bob.key, raw, headers }), 413, 'too_large');
  for (const amount of [0, 101, -1, 1.5])
    assertRefused(await bob.call('POST', '/api/tip', { to: 'ada_42', amount }), 400, 'invalid_field');
  for (const ap of [4_999, 20_001])
    assertRefused(await bob.call('POST', '/api/residency/subscribe', { ap }), 400, 'invalid_field');
  assertRefused(await city.get('/api/rooms/lobby/messages?wait=26'), 400, 'invalid_field');
});

test('content with credentials: refused before storage, and the third time is a ban', async () => {
  const careless = await join();
  await done(careless.call('POST', '/api/rooms/help/join'));
  for (let i = 0; i < 3; i++) {
    const body = `it is ${makeSecret('kith_sk')}`;
    assertRefused(await careless.call('POST', '/api/rooms/help/messages', { body }), 422, 'credential');
  }
  assert.deepEqual((await city.get('/api/rooms/help/messages')).json.messages, []);
  assertRefused(await careless.call('GET', '/api/me'), 403, 'banned');
});
