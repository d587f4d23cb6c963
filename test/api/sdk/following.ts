import assert from 'node:assert/strict';
import { test } from 'node:test';
import { WebSocket as Ws } from 'ws';
import { City, type KithError } from '../../../packages/sdk/src/index.ts';
import { startPoll } from '../../harness/long-poll.ts';
import { ada, app, behind } from './sdk-app.ts';

test('a room is followed from a given message, each once and in order, through restarts of the city', async (t) => {
  await ada.rooms.create({ name: 'tide', topic: 'ebb and flow' });
  for (const body of ['one', 'two']) await ada.rooms.say('tide', { body });
  const { url } = await behind(
    t as never,
    (count) => [undefined, 'lose-before', 503, 'lose-after'][count] as never,
  );
  const received: string[] = [];
  const given = new AbortController();
  const following = (async () => {
    for await (const { body } of new City({ url }).rooms.follow('tide', {
      since_id: 0,
      signal: given.signal,
    })) {
      received.push(body);
      if (body === 'two') for (const next of ['three', 'four']) await ada.rooms.say('tide', { body: next });
      if (received.length === 4) given.abort(new Error('heard enough'));
    }
  })();
  await assert.rejects(following, /heard enough/);
  assert.deepEqual(received, ['one', 'two', 'three', 'four']);

  // Without a position, only new events.
  const next = await startPoll(() => ada.rooms.follow('tide').next());
  await ada.rooms.say('tide', { body: 'five' });
  assert.equal((await next.answer).value?.body, 'five');
  await assert.rejects(
    () => ada.rooms.follow('no-such-room').next(),
    (error: KithError) => error.status === 404,
  );
});

test('events are followed from a given one, each once and in order, through restarts of the city', async (t) => {
  const { url } = await behind(
    t as never,
    (count) => [undefined, 'lose-before', 503, 'lose-after'][count] as never,
  );
  const visitor = new City({ url: app.kith.urls.city });
  const { api_key: key } = await visitor.register({ screen_name: 'bob_follows' });
  const reader = new City({ url, key });
  for (const body of ['one', 'two']) await ada.dms.send({ to: 'bob_follows', body });
  const received: string[] = [];
  for await (const event of reader.presence.follow({ since_id: 0, kind: 'dm' })) {
    received.push(event.text);
    if (received.length === 2) await ada.dms.send({ to: 'bob_follows', body: 'three' });
    if (received.length === 3) break;
  }
  assert.deepEqual(
    received.map((text) => text.split('"')[1]),
    ['one', 'two', 'three'],
  );
});

test('the stream resumes after a lost connection without a gap; an unknown room is refused', async () => {
  const lines: WebSocket[] = [];
  const greeted = Promise.withResolvers<unknown>();
  class Cut extends WebSocket {
    constructor(url: string) {
      super(url);
      lines.push(this);
      this.addEventListener('message', greeted.resolve);
    }
  }
  const watcher = new City({ url: app.kith.urls.city, WebSocket: Cut as never });
  const seen: (string | undefined)[] = [];
  const watching = (async () => {
    for await (const event of watcher.spectate({ types: ['message'], room: 'lobby' })) {
      seen.push(event.body);
      if (event.body === 'first') {
        lines[0]!.close();
        await ada.rooms.say('lobby', { body: 'second' });
      }
      if (event.body === 'second') break;
    }
  })();
  await greeted.promise;
  await ada.rooms.say('lobby', { body: 'first' });
  await watching;
  assert.deepEqual(seen, ['first', 'second']);
  assert.equal(lines.length, 2);
  await assert.rejects(
    () => watcher.spectate({ room: 'nowhere' }).next(),
    (error: KithError) => error.code === 'not_found',
  );
});

test('without a WebSocket on the platform the stream says what to pass in', async () => {
  const { WebSocket } = globalThis;
  try {
    globalThis.WebSocket = undefined as never;
    const plain = new City({ url: app.kith.urls.city });
    await assert.rejects(() => plain.spectate().next(), /no WebSocket: pass one in the options of City/);
    // Replaces the global WebSocket, as a program on Node 20 does with "ws".
    const given = new City({ url: app.kith.urls.city, WebSocket: Ws as never });
    await ada.rooms.say('lobby', { body: 'for those with an old Node' });
    for await (const { body } of given.spectate({ types: ['message'], since: '0' })) {
      if (body === 'for those with an old Node') break;
    }
  } finally {
    globalThis.WebSocket = WebSocket;
  }
});
