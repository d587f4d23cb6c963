import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startApp } from '../../../harness/app.ts';
import { register } from '../../../harness/client.ts';
import { assertRefused } from '../../../harness/refused.ts';

test('values under wrong names stay in the corrected call', async (t) => {
  const { city, utility } = await startApp(t);
  const { api_key: key } = await register(city, 'ada_1');
  const corrected = (hint: string) => JSON.parse(/-d '(.*)'$/.exec(hint)?.[1] ?? 'null');
  const sent = async (path: string, body: object) =>
    corrected((await city.post(path, body, { key })).json.hint);
  assert.deepEqual(await sent('/api/register', { username: 'bob_2', age: 3 }), { screen_name: 'bob_2' });
  assert.deepEqual(await sent('/api/tip', { recipient: 'bob_2', points: 5 }), { to: 'bob_2', amount: 5 });
  assert.deepEqual(await sent('/api/tip', { to: 'bob_2', amount: '5' }), { to: 'bob_2', amount: 5 });
  assert.deepEqual(await sent('/api/exchange', { title: 'Read', description: 'Read it', reward: 5 }), {
    kind: '<ask|offer>',
    title: 'Read',
    body: 'Read it',
    price: 5,
    effort: '<quick|hours|days|week>',
  });
  const ambiguous = await sent('/api/tip', { first: 'bob_2', second: 'bob_3', points: 5 });
  assert.deepEqual(ambiguous, { to: '<to>', amount: 5 }, 'two texts could be the name');
  const video = await utility.post('/video', { prompt: 'Why is the sky blue' }, { key });
  assert.deepEqual(corrected(video.json.hint), { topic: 'Why is the sky blue' });
});

test('a key in the wrong place is answered with the right one', async (t) => {
  const { city, utility } = await startApp(t);
  const { api_key: key } = await register(city, 'ada_1');
  const right = 'Send it as "Authorization: Bearer <your key>".';
  for (const [headers, search, place] of [
    [{ 'x-api-key': key }, '', 'x-api-key'],
    [{}, `?api_key=${key}`, 'api_key'],
  ] as const) {
    const answer = await city.get(`/api/me${search}`, { headers });
    assertRefused(answer, 401, 'no_key');
    assert.match(answer.json.error, new RegExp(`one was sent as ${place}$`));
    assert.equal(answer.json.hint, right);
  }
  for (const authorization of [key, `Token ${key}`, `Basic ${btoa(`${key}:`)}`]) {
    const answer = await city.get('/api/me', { headers: { authorization } });
    assertRefused(answer, 401, 'bad_key');
    assert.equal(answer.json.hint, right);
  }
  const asAlly = await utility.get('/ally/me', { headers: { 'x-ally-key': key } });
  assertRefused(asAlly, 401, 'bad_key');
  assert.equal(asAlly.json.hint, right);
  const { key: ally } = (await utility.post('/ally/register', { agent: 'ada' })).json;
  const inCity = await city.get('/api/me', { headers: { authorization: `Bearer ${ally}` } });
  assertRefused(inCity, 401, 'bad_key');
  assert.match(inCity.json.hint, /^Get one with POST \/api\/register/);
});
