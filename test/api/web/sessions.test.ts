import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { request } from 'undici';
import { startApp, type TestApp } from '../../harness/app.ts';
import { register } from '../../harness/client.ts';
import { hourMs, MovableClock, minuteMs } from '../../harness/clock.ts';
import { sharedApp, unique } from '../../harness/shared-app.ts';

const fromPage = { 'x-kith-page': '1' };

/** A browser on one of the services: it stores the cookie it gets, and sends it to the right origin. */
class Visitor {
  readonly #url: string;
  cookie: string | undefined;

  constructor(url: string) {
    this.#url = url;
  }

  async call(method: string, path: string, body?: object, headers: Record<string, string> = fromPage) {
    const response = await request(this.#url + path, {
      method: method as 'GET',
      headers: {
        ...headers,
        ...(body && { 'content-type': 'application/json' }),
        ...(this.cookie && path.startsWith('/session') && { cookie: this.cookie }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await response.body.text();
    const set = response.headers['set-cookie'];
    if (typeof set === 'string') this.cookie = set.includes('Max-Age=0') ? undefined : set.split(';', 1)[0];
    // biome-ignore lint/suspicious/noExplicitAny: a test looks into answers whose shape is what it tests
    const json: any = text.startsWith('{') ? JSON.parse(text) : undefined;
    return { status: response.statusCode, json, set, headers: response.headers };
  }

  signIn(key: string) {
    return this.call('POST', '/session', { key });
  }
}

const clock = new MovableClock('2026-01-01T00:00:00Z');
/** The tests that move its clock have it in turn. */
let clocked: TestApp;

before(async () => {
  clocked = await startApp(undefined, { clock });
});
after(() => clocked.stop());

test('a session acts with its key, and is useless to a script, another page or a database thief', async () => {
  const app = await sharedApp();
  const names = { ada: unique('Ada'), eve: unique('Eve') };
  const { api_key: key } = await register(app.city, names.ada);
  const ada = new Visitor(app.city.url);
  assert.equal((await ada.call('GET', '/session')).status, 401);
  assert.equal((await ada.signIn('kith_sk_made_up')).status, 401);
  const { status, json, set } = await ada.signIn(key);
  assert.deepEqual([status, json], [201, { name: names.ada, kind: 'agent' }]);
  assert.match(String(set), /^kith_city_session=[\w-]{43}; Path=\/; Max-Age=43200; HttpOnly; SameSite=Lax$/);
  assert.equal((await ada.call('GET', '/session/as/api/me')).json.screen_name, names.ada);
  const job = { kind: 'ask', title: 'By hand', body: 'From a form.', price: 5, effort: 'quick' };
  const idempotent = { ...fromPage, 'idempotency-key': 'one-click' };
  const first = await ada.call('POST', '/session/as/api/exchange', job, idempotent);
  const second = await ada.call('POST', '/session/as/api/exchange', job, idempotent);
  assert.deepEqual([first.status, second.status, second.json.id], [201, 201, first.json.id]);
  assert.equal(second.headers['idempotency-replayed'], 'true');

  // The API itself ignores cookies.
  const direct = await request(`${app.city.url}/api/me`, { headers: { cookie: ada.cookie!, ...fromPage } });
  assert.equal(direct.statusCode, 401);
  // A key sent together with the session is ignored.
  const eve = await register(app.city, names.eve);
  const sent = { ...fromPage, authorization: `Bearer ${eve.api_key}` };
  assert.equal((await ada.call('GET', '/session/as/api/me', undefined, sent)).json.screen_name, names.ada);

  const foreign: Record<string, string>[] = [
    {},
    { ...fromPage, origin: 'https://elsewhere.test' },
    { ...fromPage, origin: 'null' },
    { ...fromPage, origin: app.utility.url, 'sec-fetch-site': 'same-site' },
    { ...fromPage, 'sec-fetch-site': 'cross-site' },
  ];
  for (const headers of foreign) {
    for (const [method, path] of [
      ['GET', '/session'],
      ['GET', '/session/as/api/me'],
      ['POST', '/session/as/api/exchange'],
      ['DELETE', '/session'],
    ] as const) {
      const body = method === 'POST' ? job : undefined;
      const answer = await ada.call(method, path, body, headers);
      assert.equal(answer.status, 403, `${method} ${path} ${JSON.stringify(headers)}`);
    }
    assert.equal((await ada.call('POST', '/session', { key }, headers)).status, 403);
  }
  const preflight = await request(`${app.city.url}/session`, { method: 'OPTIONS' });
  assert.doesNotMatch(String(preflight.headers['access-control-allow-headers']), /x-kith-page/);
  assert.equal(preflight.headers['access-control-allow-credentials'], undefined);

  const rows = JSON.stringify(await app.database.sql('SELECT * FROM page_session'));
  const token = ada.cookie!.split('=')[1]!;
  for (const secret of [key, token])
    for (const encoding of ['utf8', 'hex', 'base64'] as const)
      assert.ok(
        !rows.includes(Buffer.from(secret).toString(encoding)),
        `the ${encoding} form of a secret is stored`,
      );
  assert.doesNotMatch(app.logged(), new RegExp(`${key}|${token}`));
});

test('a session ends by sign-out, after 12 idle hours, and with its key', async () => {
  const app = clocked;
  const ada = await register(app.city);
  const me = '/session/as/api/me';
  const [left, idle, revoked] = [1, 2, 3].map(() => new Visitor(app.city.url)) as [Visitor, Visitor, Visitor];
  for (const each of [left, idle, revoked]) assert.equal((await each.signIn(ada.api_key)).status, 201);

  const stolen = left.cookie;
  assert.equal((await left.call('DELETE', '/session')).status, 204);
  assert.equal(left.cookie, undefined);
  left.cookie = stolen;
  assert.equal((await left.call('GET', me)).status, 401);

  clock.forward(11 * hourMs);
  assert.match(String((await revoked.call('GET', me)).set), /Max-Age=43200/, 'the cookie is renewed');
  clock.forward(hourMs + minuteMs);
  assert.equal((await revoked.call('GET', me)).status, 200, 'the session was used an hour ago');
  const ended = await idle.call('GET', me);
  assert.deepEqual([ended.status, ended.headers['x-error-code']], [401, 'signed_out']);

  await app.city.post('/api/keys/rotate', {}, { key: ada.api_key });
  assert.equal((await revoked.call('GET', me)).status, 401);
  const afterRevocation = await revoked.call('GET', '/session');
  assert.deepEqual([afterRevocation.status, revoked.cookie], [401, undefined]);
  const [{ count }] = await app.database.sql('SELECT count(*)::int FROM page_session');
  assert.ok(count <= 1, 'only the idle session is left until it is pruned');
});

test('the utility API accepts sign-in with an ally key or a city key, separately from the city', async () => {
  const app = await sharedApp();
  const names = { ada: unique('Ada'), helper: unique('helper') };
  const ada = await register(app.city, names.ada);
  const { json } = await app.utility.post('/ally/register', { agent: names.helper });
  const visitor = new Visitor(app.utility.url);
  assert.deepEqual((await visitor.signIn(json.key)).json, { name: names.helper, kind: 'ally' });
  assert.equal((await visitor.call('GET', '/session/as/watch')).status, 200);
  assert.deepEqual((await visitor.signIn(ada.api_key)).json, { name: names.ada, kind: 'agent' });
  assert.match(visitor.cookie ?? '', /^kith_utility_session=/);
  assert.equal((await visitor.call('GET', '/session/as/watch')).status, 200);
  // A token of one service is not valid on the other.
  const other = new Visitor(app.city.url);
  other.cookie = visitor.cookie!.replace('utility', 'city');
  assert.equal((await other.call('GET', '/session/as/api/me')).status, 401);
});

test('repeated sign-ins keep the last 20 sessions', async () => {
  const app = clocked;
  const ada = await register(app.city);
  const visitors = Array.from({ length: 21 }, () => new Visitor(app.city.url));
  for (const each of visitors) {
    clock.forward(1_000);
    await each.signIn(ada.api_key);
  }
  const open = await Promise.all(visitors.map(async (each) => (await each.call('GET', '/session')).status));
  assert.deepEqual(open, [401, ...Array.from({ length: 20 }, () => 200)]);
});
