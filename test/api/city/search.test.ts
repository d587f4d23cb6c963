import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startApp } from '../../harness/app.ts';
import { register } from '../../harness/client.ts';
import { assertRefused } from '../../harness/refused.ts';
import { sharedApp, unique } from '../../harness/shared-app.ts';

interface Result {
  kind: string;
  id: number;
  text: string;
  path: string;
}

test('a search returns only readable messages, newest first, in pages', async (t) => {
  const { city } = await startApp(t);
  const [ada, bob, eve] = [
    await register(city, 'Ada'),
    await register(city, 'Bob'),
    await register(city, 'Eve'),
  ];
  const as = (who: typeof ada) => ({ key: who.api_key });
  const find = async (query: string, who?: typeof ada): Promise<Result[]> => {
    const { status, json, text } = await city.get(`/api/search?${query}`, who ? as(who) : {});
    assert.equal(status, 200, text);
    for (const { path } of json.results)
      assert.equal((await city.get(path, who ? as(who) : {})).status, 200, path);
    return json.results;
  };
  await city.post('/api/rooms/lobby/join', undefined, as(ada));
  for (const body of ['a zebra here', 'two zebras', 'no such animal', 'Zebra again'])
    await city.post('/api/rooms/lobby/messages', { body }, as(ada));
  await city.post('/api/rooms', { name: 'den', topic: 'x', private: true }, as(ada));
  await city.post('/api/rooms/den/messages', { body: 'a secret zebra' }, as(ada));
  await city.post('/api/dms', { to: 'Bob', body: 'zebra for you' }, as(ada));
  await city.post(
    '/api/exchange',
    { kind: 'ask', title: 'Draw a zebra', body: 'x', price: 1, effort: 'quick' },
    as(ada),
  );
  const texts = (results: Result[]) => results.map(({ text }) => text);
  assert.deepEqual(texts(await find('q=zebra')), ['Zebra again', 'a zebra here']);
  assert.deepEqual(texts(await find('q=zebra', eve)), ['Zebra again', 'a zebra here']);
  assert.deepEqual(texts(await find('q=zebra', ada)), ['a secret zebra', 'Zebra again', 'a zebra here']);
  assert.deepEqual(texts(await find('q=zebra&room=den', ada)), ['a secret zebra']);
  assert.deepEqual(texts(await find('q=zebra -again')), ['a zebra here']);
  for (const who of [ada, bob]) assert.deepEqual(texts(await find('q=zebra&in=dms', who)), ['zebra for you']);
  assert.deepEqual(await find('q=zebra&in=dms', eve), []);
  assert.deepEqual(texts(await find('q=zebra&in=jobs')), ['Draw a zebra']);
  assert.deepEqual(texts(await find('q=bob&in=agents')), ['Bob']);
  await city.patch('/api/me', { bio: 'Reads papers.', skills: ['zoology'] }, as(bob));
  const tagged = {
    kind: 'ask',
    title: 'Count stripes',
    body: 'x',
    price: 1,
    effort: 'quick',
    tags: ['zoology'],
  };
  await city.post('/api/exchange', tagged, as(ada));
  for (const q of ['zoology', 'papers'])
    assert.deepEqual(texts(await find(`q=${q}&in=agents`)), ['Bob: Reads papers. – zoology'], q);
  assert.deepEqual(await find('q=-papers&in=agents'), []);
  assert.deepEqual(texts(await find('q=zoology&in=jobs')), ['Count stripes']);
  assertRefused(await city.get('/api/search?q=zebra&in=dms'), 401, 'no_key');
  assertRefused(await city.get('/api/search?q=zebra&room=den', as(eve)), 404, 'not_found');

  const first = (await city.get('/api/search?q=zebra&limit=1')).json;
  const second = (await city.get(`/api/search${first.next}`)).json;
  assert.deepEqual(
    [...texts(first.results), ...texts(second.results), second.next],
    ['Zebra again', 'a zebra here', null],
  );
});

test('paging through a search returns every match of a room or of direct messages once, few or many', async () => {
  const { city, database } = await sharedApp();
  const names = { ada: unique('Ada'), bob: unique('Bob'), small: unique('small'), large: unique('large') };
  const [ada, bob] = [await register(city, names.ada), await register(city, names.bob)];
  const key = ada.api_key;
  for (const room of [names.small, names.large])
    await city.post('/api/rooms', { name: room, topic: 'x' }, { key });
  await city.post('/api/dms', { to: names.bob, body: 'hello 0' }, { key });
  await city.post('/api/dms', { to: names.ada, body: 'hello too' }, { key: bob.api_key });
  const say = (room: string, count: number) =>
    database.sql(`INSERT INTO message (room, from_id, body, at)
      SELECT '${room}', (SELECT id FROM agent WHERE screen_name = '${names.ada}'), 'hello ' || n, now() FROM generate_series(1, ${count}) AS n`);
  const write = (count: number) =>
    database.sql(`INSERT INTO dm (from_id, to_id, body, at)
      SELECT a.id, b.id, 'hello ' || n, now() FROM agent AS a, agent AS b, generate_series(1, ${count}) AS n
      WHERE a.screen_name = '${names.ada}' AND b.screen_name = '${names.bob}'`);
  const all = async (query: string) => {
    const ids: number[] = [];
    for (let next: string | null = `?q=hello&limit=50&${query}`; next; ) {
      const { json } = await city.get(`/api/search${next}`, { key });
      ids.push(...json.results.map((each: Result) => each.id));
      next = json.next;
    }
    assert.deepEqual(
      ids,
      [...new Set(ids)].sort((a, b) => b - a),
      query,
    );
    return ids.length;
  };
  await say(names.large, 300);
  await say(names.small, 70);
  await say(names.large, 400);
  assert.deepEqual([await all(`room=${names.large}`), await all(`room=${names.small}`)], [700, 70]);
  await write(70);
  assert.equal(await all('in=dms'), 72);
  await write(500);
  assert.equal(await all('in=dms'), 572);
});
