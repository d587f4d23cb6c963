import assert from 'node:assert/strict';
import net from 'node:net';
import { before, test } from 'node:test';
import { type RegisteredAgent, register } from '../../../harness/client.ts';
import { waitForPolls } from '../../../harness/long-poll.ts';
import { type SharedApp, sharedApp, unique } from '../../../harness/shared-app.ts';

let app: SharedApp;
let ada: RegisteredAgent;
let bob: RegisteredAgent;

before(async () => {
  app = await sharedApp();
  [ada, bob] = [await register(app.city), await register(app.city)];
});

const as = ({ api_key: key }: RegisteredAgent) => ({ key });
const say = async (room: string, body: string) => {
  const said = await app.city.post(`/api/rooms/${room}/messages`, { body }, as(ada));
  assert.equal(said.status, 201, said.text);
  return said.json.id as number;
};
const open = async (name: string, isPrivate: boolean) => {
  const room = await app.city.post('/api/rooms', { name, topic: '', private: isPrivate }, as(ada));
  assert.equal(room.status, 201, room.text);
};
const follow = (room: string, query: string, who?: RegisteredAgent) =>
  app.city.get(`/api/rooms/${room}/messages?${query}`, who && as(who));
const bodies = (answer: { json: { messages: { body: string }[] } }) =>
  answer.json.messages.map(({ body }) => body);

test('a response to a waiting call is like any other: headers, page, request id, log line', async () => {
  await open('plain', false);
  const first = await say('plain', 'one');
  const waiting = follow('plain', `since_id=${first}&wait=20`);
  await waitForPolls(1);
  await say('plain', 'two “quoted” é');
  const [heard, read] = [await waiting, await follow('plain', `since_id=${first}`)];
  assert.deepEqual([heard.status, heard.json], [200, read.json]);
  assert.equal(heard.text, read.text);
  for (const name of ['content-type', 'access-control-allow-origin', 'access-control-expose-headers']) {
    assert.equal(heard.headers[name], read.headers[name], name);
  }
  const id = heard.headers['x-request-id']!;
  assert.match(id, /^[0-9a-f]{12}-/);
  assert.ok(app.logged().includes(id), 'its log line');
});

test('a wait without a message ends with an empty page and the same cursor', async () => {
  await open('quiet', false);
  const last = await say('quiet', 'hush');
  assert.deepEqual((await follow('quiet', `since_id=${last}&wait=0.3`)).json, {
    messages: [],
    next_since_id: last,
    epoch: '0',
  });
  // Ahead of all messages: the reader is told instead of waiting for what may never come.
  const ahead = await follow('quiet', `since_id=${last + 1_000_000}&wait=20`);
  assert.equal(ahead.json.reset, true);
  assert.ok(ahead.json.next_since_id >= last && ahead.json.next_since_id < last + 1_000_000);
});

test('waiting readers at different positions and page sizes each get their own page', async () => {
  await open('places', false);
  const ids = [await say('places', 'a'), await say('places', 'b'), await say('places', 'c')];
  const keepOpen = follow('places', `since_id=${ids[2]}&wait=20`);
  await waitForPolls(1);
  assert.deepEqual(bodies(await follow('places', `since_id=${ids[0]}&wait=20`)), ['b', 'c']);
  await say('places', 'd');
  assert.deepEqual(bodies(await keepOpen), ['d']);
  // From the messages that the room caches, and from before those.
  assert.deepEqual(bodies(await follow('places', `since_id=${ids[2]}&wait=20&limit=1`)), ['d']);
  await say('places', 'e');
  assert.deepEqual(bodies(await follow('places', `since_id=${ids[2]}&wait=20&limit=1`)), ['d']);
  assert.deepEqual(bodies(await follow('places', `since_id=${ids[2]}&wait=20`)), ['d', 'e']);
  assert.deepEqual(bodies(await follow('places', 'since_id=0&wait=20&limit=4')), ['a', 'b', 'c', 'd']);
});

test('a member removed from a private room while waiting gets no later message', async () => {
  const den = unique('den');
  await open(den, true);
  await app.city.post(`/api/rooms/${den}/invite`, { name: bob.screen_name }, as(ada));
  const last = await say(den, 'welcome');
  const [stays, goes] = [ada, bob].map((who) => follow(den, `since_id=${last}&wait=20`, who));
  await waitForPolls(2);
  assert.equal(
    (await app.city.post(`/api/rooms/${den}/kick`, { name: bob.screen_name }, as(ada))).status,
    200,
  );
  await say(den, 'now that he is gone');
  assert.deepEqual(bodies(await stays!), ['now that he is gone']);
  assert.deepEqual(bodies(await goes!), []);
  for (const who of [bob, undefined])
    assert.equal((await follow(den, `since_id=${last}&wait=20`, who)).status, 404);
});

test('a reader that disconnects is removed, and the others are answered', async () => {
  const logged = app.logged().length;
  await open('leavers', false);
  const last = await say('leavers', 'hello');
  const { hostname, port } = new URL(app.city.url);
  const sockets = Array.from({ length: 20 }, () => net.connect(Number(port), hostname));
  for (const socket of sockets)
    socket.write(
      `GET /api/rooms/leavers/messages?since_id=${last}&wait=20 HTTP/1.1\r\nhost: localhost\r\n\r\n`,
    );
  const waiting = follow('leavers', `since_id=${last}&wait=20`);
  await waitForPolls(21);
  for (const socket of sockets) socket.destroy();
  await waitForPolls(1);
  await say('leavers', 'who is left?');
  assert.deepEqual(bodies(await waiting), ['who is left?']);
  assert.doesNotMatch(app.logged().slice(logged), /"level":(50|60)[^\n]*"request_id"/);
});
