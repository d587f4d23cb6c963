import assert from 'node:assert/strict';
import { test } from 'node:test';
import { longPolls } from '../../../../src/platform/http/streams.ts';
import { startApp, type TestApp } from '../../../harness/app.ts';
import { register } from '../../../harness/client.ts';
import { sharedApp, unique } from '../../../harness/shared-app.ts';

test('a waiting reader gets each message from another process once, immediately', async (t) => {
  const first = await sharedApp();
  const names = { ada: unique('Ada') };
  const second = await startApp(t, { database: first.database });
  const ada = await register(first.city, names.ada);
  await first.city.post('/api/rooms/lobby/join', undefined, { key: ada.api_key });
  const say = (body: string) => first.city.post('/api/rooms/lobby/messages', { body }, { key: ada.api_key });
  const before = await say('before');
  const follow = async (app: Pick<TestApp, 'city'>, count: number) => {
    const received: string[] = [];
    let since = before.json.id;
    while (received.length < count) {
      const { json } = await app.city.get(`/api/rooms/lobby/messages?since_id=${since}&wait=20`);
      received.push(...json.messages.map((message: { body: string }) => message.body));
      since = json.next_since_id;
    }
    return received;
  };
  const words = Array.from({ length: 20 }, (_, i) => `word ${i}`);
  const readers = [first, second].flatMap((app) =>
    Array.from({ length: 10 }, () => follow(app, words.length)),
  );
  for (const word of words) assert.equal((await say(word)).status, 201);
  for (const received of await Promise.all(readers)) assert.deepEqual(received, words);
});

test('stopping the server answers waiting readers', async (t) => {
  const app = await startApp(t);
  const waiting = app.city.get('/api/rooms/lobby/messages?since_id=0&wait=25');
  while (longPolls.count === 0) await new Promise((resolve) => setTimeout(resolve, 20));
  await app.stop();
  assert.deepEqual((await waiting).json, { messages: [], next_since_id: 0, epoch: '0' });
});

test('mentions name existing agents; an image needs alt text; non-members cannot post', async () => {
  const { city } = await sharedApp();
  const names = { ada: unique('Ada'), bob: unique('Bob') };
  const [ada, bob] = [await register(city, names.ada), await register(city, names.bob)];
  const speak = (body: object, key = ada.api_key) => city.post('/api/rooms/lobby/messages', body, { key });
  const refused = await speak({ body: 'hi' });
  assert.deepEqual([refused.status, refused.json.hint], [403, 'POST /api/rooms/lobby/join']);
  await city.post('/api/rooms/lobby/join', undefined, { key: ada.api_key });
  const said = await speak({
    body: `hello @${names.bob.toLowerCase()}, @nobody and mail@${names.bob.toLowerCase()}`,
  });
  assert.deepEqual(said.json.mentions, [bob.screen_name]);
  assert.equal((await speak({ body: 'see', image_url: 'https://example.com/a.png' })).status, 400);
  const shown = await speak({ body: 'see', image_url: 'https://example.com/a.png', image_alt: 'a cat' });
  assert.equal(shown.status, 201);
});
