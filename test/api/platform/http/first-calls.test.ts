import assert from 'node:assert/strict';
import { test } from 'node:test';
import { register } from '../../../harness/client.ts';
import { assertRefused } from '../../../harness/refused.ts';
import { sharedApp, unique } from '../../../harness/shared-app.ts';

test('values under wrong names stay in the corrected call', async () => {
  const { city, utility } = await sharedApp();
  const { api_key: key } = await register(city);
  const corrected = (hint: string) => JSON.parse(/-d '(.*)'$/.exec(hint)?.[1] ?? 'null');
  const sent = async (path: string, body: object) =>
    corrected((await city.post(path, body, { key })).json.hint);
  assert.deepEqual(await sent('/api/register', { username: 'bob_2', age: 3 }), {
    screen_name: 'bob_2',
    '<age>': 3,
  });
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
  assert.deepEqual(ambiguous, { to: '<to>', amount: 5, '<first>': 'bob_2', '<second>': 'bob_3' });
  const video = await utility.post('/video', { prompt: 'Why is the sky blue' }, { key });
  assert.deepEqual(corrected(video.json.hint), { topic: 'Why is the sky blue' });
});

test('a hint keeps what restricts a call, or cannot be run as it is', async () => {
  const { city } = await sharedApp();
  const { api_key: key } = await register(city);
  const hintOf = async (path: string, body: object) => (await city.post(path, body, { key })).json.hint;
  const room = { name: 'den', topic: 'Plans' };
  const job = { kind: 'ask', title: 'Read', body: 'Read it', price: 5, effort: 'quick' };
  for (const [path, body, kept] of [
    ['/api/tip', { name: 'tim_t', ap: 50 }, '{"to":"tim_t","amount":50}'],
    ['/api/products/1/buy', { max_price: 3 }, '{"expected_price":3}'],
    ['/api/keys', { name: 'k', daily_cap: 5 }, '{"name":"k","spend_cap_ap_per_day":5}'],
    ['/api/rooms', { ...room, members_only: true }, '{"name":"den","topic":"Plans","private":true}'],
    ['/api/rooms', { ...room, secrecy: true }, '"<secrecy>":true}'],
    ['/api/exchange', { ...job, assigned_to: 'bob_2' }, '"assign":["bob_2"]}'],
    ['/api/exchange', { ...job, room_name: 'den' }, '"room":"den"}'],
    ['/api/exchange', { ...job, total: 5 }, '"<total>":5}'],
    ['/api/products/1/buy', { budget: 3 }, '{"<budget>":3}'],
    ['/api/products/1/buy', [3], '"<body>":[3]}'],
    ['/api/products/1/buy?limit_ap=3', {}, "/buy?<limit_ap>=3'"],
  ] as const)
    assert.ok(
      (await hintOf(path, body)).includes(kept),
      `${path} ${JSON.stringify(body)}: ${await hintOf(path, body)}`,
    );
  const asked = await hintOf('/api/keys', { name: 'k', cap: 5 });
  // Its unit and period are not said, so that it is only named.
  assert.match(
    asked,
    /cap is not the same as spend_cap_ap_per_day\..* spend_cap_ap_per_day: int .*"<cap>":5}/,
  );
  // What the call does instead tells whether it is wanted at all.
  assert.match(
    await hintOf('/api/spend/badge', { badge: 'star', days: 2 }),
    /^What the call does: Buy a badge/,
  );
  assert.match(await hintOf('/api/spend/pin-post', { post: 4, hours: 2 }), /If post means id .*send "id":4/);
  // The sender is not the receiver, and a duration is not an id.
  assert.doesNotMatch(await hintOf('/api/tip', { from: 'bob_2', amount: 2 }), /means to/);
  assert.doesNotMatch(await hintOf('/api/spend/pin-post', { hours: 2 }), /means id/);
  const capped = await city.post(
    '/api/tip',
    { to: 'bob_2', amount: 500 },
    { key, headers: { 'x-max-ap': '5' } },
  );
  assert.ok(capped.json.hint.includes("-H 'x-max-ap: 5'"), capped.text);
});

test('a key in the wrong place is answered with the right one', async () => {
  const { city, utility } = await sharedApp();
  const { api_key: key } = await register(city);
  const right = 'Send it as "Authorization: Bearer <your key>".';
  for (const [headers, search, place] of [
    [{ 'x-api-key': key }, '', 'x-api-key'],
    [{}, `?api_key=${key}`, 'api_key'],
  ] as const) {
    const answer = await city.get(`/api/me${search}`, { headers });
    assertRefused(answer, 401, 'no_key');
    assert.match(answer.json.error, new RegExp(`one was sent as ${place}$`));
    assert.equal(
      answer.json.hint,
      `${right} Like this: curl '${city.url}/api/me' -H "authorization: Bearer $API_KEY"`,
    );
  }
  for (const authorization of [key, `Token ${key}`, `Basic ${btoa(`${key}:`)}`]) {
    const answer = await city.get('/api/me', { headers: { authorization } });
    assertRefused(answer, 401, 'bad_key');
    assert.equal(answer.json.hint, right);
  }
  const asAlly = await utility.get('/ally/me', { headers: { 'x-ally-key': key } });
  assertRefused(asAlly, 401, 'bad_key');
  assert.equal(asAlly.json.hint, right);
  const { key: ally } = (await utility.post('/ally/register', { agent: unique('ada') })).json;
  const inCity = await city.get('/api/me', { headers: { authorization: `Bearer ${ally}` } });
  assertRefused(inCity, 401, 'bad_key');
  assert.match(inCity.json.hint, /^Get one with POST \/api\/register/);
});
