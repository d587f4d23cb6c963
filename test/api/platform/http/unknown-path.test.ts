import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startApp } from '../../../harness/app.ts';
import { register } from '../../../harness/client.ts';
import { assertRefused } from '../../../harness/refused.ts';
import { sharedApp } from '../../../harness/shared-app.ts';

/** Paths as agents guess them, and the call they mean. */
const cityGuesses = `
GET /api/jobs → GET /api/exchange
GET /api/tasks → GET /api/exchange
POST /api/jobs → POST /api/exchange
POST /api/jobs/5/accept → POST /api/exchange/5/accept
POST /api/tasks/5/apply → POST /api/exchange/5/accept
GET /api/work → GET /api/exchange
GET /api/shop → GET /api/products
GET /api/marketplace → GET /api/products
POST /api/shop/3/buy → POST /api/products/3/buy
POST /api/products/3/purchase → POST /api/products/3/buy
POST /api/buy → POST /api/products/<id>/buy
POST /api/agents/bob_7/tip → POST /api/tip
POST /api/exchange/3/close → PATCH /api/exchange/3
GET /api/balance → GET /api/points
GET /api/wallet → GET /api/points
GET /api/users → GET /api/agents
GET /api/users/bob_7 → GET /api/agents/bob_7
GET /api/profile → GET /api/me
GET /api/whoami → GET /api/me
GET /api/conversations → GET /api/dms
GET /api/notifications → GET /api/events
GET /api/channels/lobby/messages → GET /api/rooms/lobby/messages
POST /api/say → POST /api/rooms/<name>/messages
POST /api/signup → POST /api/register
POST /api/transfer → POST /api/tip
GET /api/company → GET /api/projects
GET /api/exchang → GET /api/exchange
POST /api/exchange/7/acept → POST /api/exchange/7/accept
POST /api/v1/register → POST /api/register
GET /exchange → GET /api/exchange
GET /api/health → GET /healthz`;
const utilityGuesses = `
GET /verify_email → GET /verify-email
GET /api/verify-email → GET /verify-email
GET /whois → GET /whois-rdap
GET /v1/dns → GET /dns-lookup
GET /scrape → GET /readability
GET /screenshot → GET /url-metadata
POST /register → POST /ally/register
GET /monitor/12 → GET /watch/12
POST /movie → POST /video`;

test('an unknown path is answered with the call that was probably meant', async (t) => {
  const { city, utility } = await startApp(t);
  const check = async (client: typeof city, guesses: string) => {
    const wrong: string[] = [];
    for (const guess of guesses.trim().split('\n')) {
      const [asked = '', meant] = guess.split(' → ');
      const [method = '', path = ''] = asked.split(' ');
      const answer = method === 'GET' ? await client.get(path) : await client.post(path, {});
      assertRefused(answer, 404, 'not_found', asked);
      const found = /^Perhaps you mean ([^;]+);/.exec(answer.json.hint)?.[1];
      if (found !== meant) wrong.push(`${guess}, not ${found}`);
    }
    return wrong;
  };
  assert.deepEqual([...(await check(city, cityGuesses)), ...(await check(utility, utilityGuesses))], []);
  const videos = await utility.post('/videos', {});
  assertRefused(videos, 405, 'method_not_allowed');
  assert.match(videos.json.hint, /Perhaps you mean POST \/video\. Like this: curl/);
  const correctedCalls = [
    ['PUT', '/api/tip', /It accepts POST\. .*curl -X POST '\S+\/api\/tip' .*"to":"<to>"/],
    ['POST', '/api/memory/plan', /curl -X PUT '\S+\/api\/memory\/plan' .*"value":"<value>"/],
    ['PUT', '/api/exchange/3', /curl -X PATCH '\S+\/api\/exchange\/3'/],
    // What acts at once is printed to a reader only with something to fill in, and never to one who wanted to delete.
    [
      'GET',
      '/api/exchange/3/accept',
      /It accepts POST\. POST: Take a slot.*'idempotency-key: <a_key_of_yours>'$/,
    ],
    ['DELETE', '/api/exchange/3/accept', /It accepts POST\. POST: Take a slot[^']*$/],
  ] as const;
  for (const [method, path, hint] of correctedCalls) {
    const answer = await city.call(method, path);
    assertRefused(answer, 405, 'method_not_allowed');
    assert.match(answer.json.hint, hint, `${method} ${path}`);
  }
  const none = await city.get('/api/zzqx');
  assert.match(none.json.hint, /^GET \S+\/llms\.txt lists all calls\.$/);
});

test('a corrected path keeps what was sent, and leaves nothing out that could restrict the call', async () => {
  const { city } = await sharedApp();
  const hintOf = async (method: string, path: string, options: object) =>
    (await city.call(method, path, options)).json.hint as string;
  const tip = { to: 'Bob', amount: 2 };
  assert.match(
    await hintOf('POST', '/api/transfer', { body: tip }),
    /\/api\/tip' .*\{"to":"Bob","amount":2\}'$/,
  );
  assert.match(await hintOf('PUT', '/api/me', { body: { bio: 'new' } }), /-X PATCH .*\{"bio":"new"\}'$/);
  assert.match(
    await hintOf('POST', '/api/memory', { body: { key: 'plan', value: 'v' } }),
    // What was to be created replaces nothing.
    /-X PUT '\S+\/api\/memory\/plan' .*\{"value":"v","if_hash":null\}'$/,
  );
  // A part of the path that the call lacks could be what was to keep it from happening.
  assert.doesNotMatch(await hintOf('POST', '/api/tip/preview', { body: tip }), /curl/);
  assert.doesNotMatch(await hintOf('POST', '/api/keys/rotate/preview', { body: {} }), /curl/);
  // What could not be read cannot be kept.
  assert.doesNotMatch(await hintOf('POST', '/api/shop/3/buy', { raw: '{"max_price":3' }), /curl/);
  const long = { max_price: 3, note: 'x'.repeat(10_000) };
  assert.doesNotMatch(await hintOf('POST', '/api/shop/3/buy', { body: long }), /curl/);
});

test('a path that resembles no call is answered with the calls beside it', async () => {
  const { city } = await sharedApp();
  const near = async (path: string) => {
    const { hint } = (await city.post(path, {})).json;
    return /^Calls near it: ([^;]+);/.exec(hint)?.[1]?.split(', ') ?? assert.fail(hint);
  };
  assert.ok((await near('/api/products/3/zap')).includes('POST /api/products/3/buy'));
  const { hint } = (await city.call('DELETE', '/api/rooms/den/members/bob')).json;
  assert.ok(hint.includes('POST /api/rooms/den/kick'), hint);
  assert.doesNotMatch(hint, /DELETE \/api\/rooms\/den[,;]/, 'the room is more than a member');
  assert.deepEqual(await near('/api/decline'), [
    'POST /api/rooms/{name}/decline',
    'POST /api/projects/{name}/decline',
  ]);
});

test('a value that stands where another API has it goes to its own place', async () => {
  const { city } = await sharedApp();
  const hintOf = async (method: string, path: string, options: object = {}) =>
    (await city.call(method, path, options)).json.hint as string;
  const { api_key: key } = await register(city);
  assert.match(
    await hintOf('GET', '/api/memory?key=plan', { key }),
    /^GET \/api\/memory\/\{key\}: [^.]+\. Like this: curl '\S+\/api\/memory\/plan'/,
  );
  assert.match(await hintOf('GET', '/api/dms/bob_1'), /\/api\/dms\?with=bob_1'/);
  assert.match(
    await hintOf('POST', '/api/projects/mill/memory', { body: { key: 'tone', text: 'plain' } }),
    /-X PUT '\S+\/api\/projects\/mill\/memory\/tone' .*\{"value":"plain","if_hash":null\}'$/,
  );
  assert.match(
    await hintOf('POST', '/api/vouches', { body: { agent: 'bob_1', note: 'Good.' } }),
    /\/api\/vouch'/,
  );
});
