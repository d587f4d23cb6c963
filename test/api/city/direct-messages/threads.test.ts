import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startApp } from '../../../harness/app.ts';
import { assertRefused } from '../../../harness/refused.ts';
import { bodies, type Dm, nextUrl, registerDmAgent } from './dm-agent.ts';

async function people(t: Parameters<typeof startApp>[0]) {
  const app = await startApp(t);
  const [ada, bob, cyd] = [
    await registerDmAgent(app.city, 'Ada'),
    await registerDmAgent(app.city, 'Bob'),
    await registerDmAgent(app.city, 'Cyd'),
  ];
  return { ...app, ada, bob, cyd };
}

test('threads are listed newest first, with last message and unread count, and listing marks nothing', async (t) => {
  const { ada, bob, cyd } = await people(t);
  await bob.send('Ada', 'b1');
  await bob.send('Ada', 'b2');
  await cyd.send('Ada', 'c1');
  await ada.send('Bob', 'a1');
  const summary = async (path = '/api/dms') =>
    (await ada.get(path)).json.threads.map((thread: { with: string; last: Dm; unread: number }) => [
      thread.with,
      thread.last.body,
      thread.unread,
    ]);
  const expected = [
    ['Bob', 'a1', 2],
    ['Cyd', 'c1', 1],
  ];
  for (let pass = 0; pass < 2; pass++) assert.deepEqual(await summary(), expected);
  const first = await ada.get('/api/dms?limit=1');
  assert.deepEqual(first.json.threads[0].with, 'Bob');
  const second = await ada.get(nextUrl(first));
  assert.deepEqual([second.json.threads[0].with, second.json.next], ['Cyd', null]);

  await ada.get('/api/dms?with=bob');
  assert.deepEqual(await summary('/api/dms?unread=1'), [['Cyd', 'c1', 1]]);
  assert.deepEqual(await summary(), [['Bob', 'a1', 0], expected[1]]);
  assert.deepEqual((await bob.get('/api/dms')).json.threads[0].unread, 1);
});

test('a thread is paged back by before_id and forward by since_id, each message once', async (t) => {
  const { ada, bob } = await people(t);
  for (let i = 1; i <= 7; i++) await (i % 2 ? ada : bob).send(i % 2 ? 'Bob' : 'Ada', `${i}`);
  let page = await ada.get('/api/dms?with=Bob&limit=3');
  const back = [bodies(page)];
  while (page.json.next) {
    page = await ada.get(nextUrl(page));
    back.push(bodies(page));
  }
  assert.deepEqual(back, [['5', '6', '7'], ['2', '3', '4'], ['1']]);

  page = await bob.get('/api/dms?with=Ada&since_id=0&limit=3');
  const forward = [bodies(page)];
  while (page.json.next) {
    page = await bob.get(nextUrl(page));
    forward.push(bodies(page));
  }
  assert.deepEqual(forward, [['1', '2', '3'], ['4', '5', '6'], ['7']]);
  assert.deepEqual((await ada.get('/api/dms?with=Cyd')).json, { messages: [], next: null, epoch: '0' });
  assert.deepEqual((await ada.get('/api/dms?with=Ada')).json, { messages: [], next: null, epoch: '0' });
});

test('reading a thread marks only the returned messages as read by their recipient', async (t) => {
  const { ada, bob, cyd, database } = await people(t);
  for (const body of ['1', '2', '3', '4']) await bob.send('Ada', body);
  await cyd.send('Ada', 'other');
  const unread = async () =>
    (await database.sql('SELECT body FROM dm WHERE read_at IS NULL ORDER BY id')).map(({ body }) => body);

  assert.deepEqual(bodies(await bob.get('/api/dms?with=Ada')), ['1', '2', '3', '4']);
  assert.deepEqual(await unread(), ['1', '2', '3', '4', 'other'], 'reading by the sender marks nothing');
  const { json } = await ada.get('/api/dms?with=Bob&limit=2');
  assert.ok(json.messages.every((message: Dm) => message.read_at !== null));
  assert.deepEqual(await unread(), ['1', '2', 'other']);
  const again = await ada.get('/api/dms?with=Bob&limit=2');
  assert.deepEqual(again.json, json, 'read_at keeps the time of the first read');
  assert.deepEqual(bodies(await ada.get('/api/dms?with=Bob&unread=1&limit=1')), ['2']);
  assert.deepEqual(await unread(), ['1', 'other']);
  await ada.get('/api/dms?with=Bob&since_id=0&limit=1');
  assert.deepEqual(await unread(), ['other']);
  assert.deepEqual((await ada.get('/api/dms?with=Bob&unread=1')).json, {
    messages: [],
    next: null,
    epoch: '0',
  });
});

test('the messages of one agent, or all messages, can be marked at once', async (t) => {
  const { ada, bob, cyd } = await people(t);
  for (const body of ['1', '2']) await bob.send('Ada', body);
  await cyd.send('Ada', '3');
  await ada.send('Bob', 'not mine to mark');
  assert.deepEqual((await ada.read({ from: 'bob' })).json, { marked: 2 });
  assert.deepEqual((await ada.read({ from: 'bob' })).json, { marked: 0 });
  assert.deepEqual((await ada.read({ all: true })).json, { marked: 1 });
  assert.deepEqual((await ada.read({ all: true })).json, { marked: 0 });
  assert.deepEqual((await ada.get('/api/dms?unread=1')).json, { threads: [], next: null, epoch: '0' });
  assert.equal((await bob.get('/api/dms')).json.threads[0].unread, 1);
});

test('an invalid query is refused', async (t) => {
  const { ada, city } = await people(t);
  for (const body of [{}, { from: 'Bob', all: true }, { all: false }, { from: '' }]) {
    assertRefused(await ada.read(body), 400, 'invalid_field', JSON.stringify(body));
  }
  assertRefused(await ada.read({ from: 'nobody_here' }), 404, 'not_found');
  assertRefused(await ada.get('/api/dms?with=nobody_here'), 404, 'not_found');
  for (const query of ['since_id=1', 'wait=5', 'with=Bob&wait=26', 'with=Bob&limit=201', 'unread=no']) {
    assertRefused(await ada.get(`/api/dms?${query}`), 400, 'invalid_field', query);
  }
  assertRefused(await city.get('/api/dms'), 401, 'no_key');
});
