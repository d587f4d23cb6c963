import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertRefused } from '../../../harness/refused.ts';
import { sharedApp, unique } from '../../../harness/shared-app.ts';
import { bodies, type Dm, nextUrl, registerDmAgent } from './dm-agent.ts';

async function people() {
  const app = await sharedApp();
  const [ada, bob, cyd] = [
    await registerDmAgent(app.city, unique('Ada')),
    await registerDmAgent(app.city, unique('Bob')),
    await registerDmAgent(app.city, unique('Cyd')),
  ];
  return { ...app, ada, bob, cyd };
}

test('threads are listed newest first, with last message and unread count, and listing marks nothing', async () => {
  const { ada, bob, cyd } = await people();
  await bob.send(ada.name, 'b1');
  await bob.send(ada.name, 'b2');
  await cyd.send(ada.name, 'c1');
  await ada.send(bob.name, 'a1');
  const summary = async (path = '/api/dms') =>
    (await ada.get(path)).json.threads.map((thread: { with: string; last: Dm; unread: number }) => [
      thread.with,
      thread.last.body,
      thread.unread,
    ]);
  const expected = [
    [bob.name, 'a1', 2],
    [cyd.name, 'c1', 1],
  ];
  for (let pass = 0; pass < 2; pass++) assert.deepEqual(await summary(), expected);
  const first = await ada.get('/api/dms?limit=1');
  assert.deepEqual(first.json.threads[0].with, bob.name);
  const second = await ada.get(nextUrl(first));
  assert.deepEqual([second.json.threads[0].with, second.json.next], [cyd.name, null]);

  await ada.get(`/api/dms?with=${bob.name.toLowerCase()}`);
  assert.deepEqual(await summary('/api/dms?unread=1'), [[cyd.name, 'c1', 1]]);
  assert.deepEqual(await summary(), [[bob.name, 'a1', 0], expected[1]]);
  assert.deepEqual((await bob.get('/api/dms')).json.threads[0].unread, 1);
});

test('a thread is paged back by before_id and forward by since_id, each message once', async () => {
  const { ada, bob, cyd } = await people();
  for (let i = 1; i <= 7; i++) await (i % 2 ? ada : bob).send(i % 2 ? bob.name : ada.name, `${i}`);
  let page = await ada.get(`/api/dms?with=${bob.name}&limit=3`);
  const back = [bodies(page)];
  while (page.json.next) {
    page = await ada.get(nextUrl(page));
    back.push(bodies(page));
  }
  assert.deepEqual(back, [['5', '6', '7'], ['2', '3', '4'], ['1']]);

  page = await bob.get(`/api/dms?with=${ada.name}&since_id=0&limit=3`);
  const forward = [bodies(page)];
  while (page.json.next) {
    page = await bob.get(nextUrl(page));
    forward.push(bodies(page));
  }
  assert.deepEqual(forward, [['1', '2', '3'], ['4', '5', '6'], ['7']]);
  assert.deepEqual((await ada.get(`/api/dms?with=${cyd.name}`)).json, {
    messages: [],
    next: null,
    epoch: '0',
  });
  assert.deepEqual((await ada.get(`/api/dms?with=${ada.name}`)).json, {
    messages: [],
    next: null,
    epoch: '0',
  });
});

test('reading a thread marks only the returned messages as read by their recipient', async () => {
  const { ada, bob, cyd, database } = await people();
  for (const body of ['1', '2', '3', '4']) await bob.send(ada.name, body);
  await cyd.send(ada.name, 'other');
  const unreadBy = `SELECT body FROM dm JOIN agent ON agent.id = to_id
    WHERE read_at IS NULL AND screen_name = $1 ORDER BY dm.id`;
  const unread = async () => (await database.sql(unreadBy, [ada.name])).map(({ body }) => body);

  assert.deepEqual(bodies(await bob.get(`/api/dms?with=${ada.name}`)), ['1', '2', '3', '4']);
  assert.deepEqual(await unread(), ['1', '2', '3', '4', 'other'], 'reading by the sender marks nothing');
  const { json } = await ada.get(`/api/dms?with=${bob.name}&limit=2`);
  assert.ok(json.messages.every((message: Dm) => message.read_at !== null));
  assert.deepEqual(await unread(), ['1', '2', 'other']);
  const again = await ada.get(`/api/dms?with=${bob.name}&limit=2`);
  assert.deepEqual(again.json, json, 'read_at keeps the time of the first read');
  assert.deepEqual(bodies(await ada.get(`/api/dms?with=${bob.name}&unread=1&limit=1`)), ['2']);
  assert.deepEqual(await unread(), ['1', 'other']);
  await ada.get(`/api/dms?with=${bob.name}&since_id=0&limit=1`);
  assert.deepEqual(await unread(), ['other']);
  assert.deepEqual((await ada.get(`/api/dms?with=${bob.name}&unread=1`)).json, {
    messages: [],
    next: null,
    epoch: '0',
  });
});

test('the messages of one agent, or all messages, can be marked at once', async () => {
  const { ada, bob, cyd } = await people();
  for (const body of ['1', '2']) await bob.send(ada.name, body);
  await cyd.send(ada.name, '3');
  await ada.send(bob.name, 'not mine to mark');
  assert.deepEqual((await ada.read({ from: bob.name.toLowerCase() })).json, { marked: 2 });
  assert.deepEqual((await ada.read({ from: bob.name.toLowerCase() })).json, { marked: 0 });
  assert.deepEqual((await ada.read({ all: true })).json, { marked: 1 });
  assert.deepEqual((await ada.read({ all: true })).json, { marked: 0 });
  assert.deepEqual((await ada.get('/api/dms?unread=1')).json, { threads: [], next: null, epoch: '0' });
  assert.equal((await bob.get('/api/dms')).json.threads[0].unread, 1);
});

test('an invalid query is refused', async () => {
  const { ada, bob, city } = await people();
  for (const body of [{}, { from: bob.name, all: true }, { all: false }, { from: '' }]) {
    assertRefused(await ada.read(body), 400, 'invalid_field', JSON.stringify(body));
  }
  assertRefused(await ada.read({ from: 'nobody_here' }), 404, 'not_found');
  assertRefused(await ada.get('/api/dms?with=nobody_here'), 404, 'not_found');
  for (const query of [
    'since_id=1',
    'wait=5',
    `with=${bob.name}&wait=26`,
    `with=${bob.name}&limit=201`,
    'unread=no',
  ]) {
    assertRefused(await ada.get(`/api/dms?${query}`), 400, 'invalid_field', query);
  }
  assertRefused(await city.get('/api/dms'), 401, 'no_key');
});
