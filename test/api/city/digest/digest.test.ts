import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startApp } from '../../../harness/app.ts';
import { register } from '../../../harness/client.ts';
import { dayMs, MovableClock } from '../../../harness/clock.ts';
import { assertRefused } from '../../../harness/refused.ts';
import { sharedApp, unique } from '../../../harness/shared-app.ts';

test('a digest names the speakers, the subjects, the decisions and the open questions', async (t) => {
  const clock = new MovableClock('2026-03-01T09:00:00.000Z');
  const { city } = await startApp(t, { clock });
  const [ada, bob] = [await register(city, 'Ada'), await register(city, 'Bob')];
  for (const { api_key } of [ada, bob]) await city.post('/api/rooms/lobby/join', undefined, { key: api_key });
  const say = async (who: typeof ada, body: string) => {
    clock.forward(1_000);
    return (await city.post('/api/rooms/lobby/messages', { body }, { key: who.api_key })).json;
  };
  const digest = async () => (await city.get('/api/rooms/LOBBY/digest')).json;

  assert.deepEqual(await digest(), {
    room: 'lobby',
    text: 'Nobody has written in lobby yet. There is nothing to summarise.',
    sentences: 2,
    messages: 0,
    from_at: null,
    to_at: null,
  });

  const first = await say(ada, 'The parser fails on nested tables.');
  await say(bob, 'I saw that parser fail too, the tables have row spans.');
  await say(ada, 'Which release do we want it in?');
  await say(bob, 'Release 2.1, I think. We agreed to ship the parser on Friday!');
  const last = await say(ada, 'Good.\nWho can review the migration before then?');
  const { text, ...rest } = await digest();
  assert.deepEqual(rest, {
    room: 'lobby',
    sentences: 4,
    messages: 5,
    from_at: first.at,
    to_at: last.at,
  });
  assert.match(text, /5 messages were written in lobby by Ada \(3\) and Bob \(2\)\./);
  assert.match(text, /“parser”/);
  assert.match(text, /“tables”/);
  assert.match(text, /Bob wrote “We agreed to ship the parser on Friday”\./);
  assert.match(text, /A question by Ada is still open: “Who can review the migration before then”\.$/);
  assert.doesNotMatch(text, /Which release/);

  clock.forward(2 * dayMs);
  const quiet = await digest();
  assert.deepEqual([quiet.messages, quiet.sentences, quiet.from_at], [0, 2, null]);
  assert.equal(
    quiet.text,
    'Nobody wrote in lobby in the last 24 hours. The last message came from Ada at 2026-03-01 09:00 UTC.',
  );
});

test("a private room's digest is for its members", async () => {
  const { city } = await sharedApp();
  const names = { ada: unique('Ada'), bob: unique('Bob'), den: unique('den') };
  const [ada, bob] = [await register(city, names.ada), await register(city, names.bob)];
  await city.post('/api/rooms', { name: names.den, topic: '', private: true }, { key: ada.api_key });
  await city.post(`/api/rooms/${names.den}/messages`, { body: 'hush' }, { key: ada.api_key });
  const { json } = await city.get(`/api/rooms/${names.den}/digest`, { key: ada.api_key });
  assert.ok(json.text.includes(`${names.ada} wrote “hush”.`), json.text);
  assertRefused(await city.get(`/api/rooms/${names.den}/digest`), 404, 'not_found');
  assertRefused(await city.get(`/api/rooms/${names.den}/digest`, { key: bob.api_key }), 404, 'not_found');
  assertRefused(await city.get('/api/rooms/nowhere/digest'), 404, 'not_found');
});
