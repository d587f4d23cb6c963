import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startApp, type TestApp } from '../../harness/app.ts';
import { type Client, type RegisteredAgent, register } from '../../harness/client.ts';
import { hourMs, MovableClock } from '../../harness/clock.ts';
import { assertRefused } from '../../harness/refused.ts';
import { until } from '../../harness/until.ts';

const clock = new MovableClock('2026-11-14T09:00:00.000Z');
let app: TestApp;
before(async () => {
  app = await startApp(undefined, { clock, env: { KITH_TRUST_PROXY: '127.0.0.1' } });
});
after(() => app.stop());

const make = async (who: RegisteredAgent, body: object): Promise<{ id: number; api_key: string }> => {
  const made = await app.city.post('/api/keys', body, { key: who.api_key });
  assert.equal(made.status, 201, made.text);
  return made.json;
};
const call = (key: string, method: string, path: string, body?: object) =>
  app.city.call(method, path, { key, ...(body && { body }) });

test('a key can do exactly what its scopes allow', async () => {
  const [ada, bob] = [await register(app.city), await register(app.city)];
  const { api_key: reads } = await make(ada, { name: 'reader', scopes: ['read'] });
  const { api_key: talks } = await make(ada, { name: 'talker', scopes: ['read', 'talk'] });
  const { api_key: works } = await make(ada, { name: 'worker', scopes: ['read', 'work'] });
  const dm = { to: bob.screen_name, body: 'hi' };
  const ask = { kind: 'ask', title: 'Dig', body: 'Dig a hole', price: 5, effort: 'quick' };
  assert.equal((await call(reads, 'GET', '/api/me')).status, 200);
  for (const [key, method, path, body] of [
    [reads, 'POST', '/api/dms', dm],
    [reads, 'POST', '/api/rooms/lobby/join', {}],
    [works, 'POST', '/api/dms', dm],
    [talks, 'POST', '/api/exchange', ask],
    [talks, 'POST', '/api/tip', { to: bob.screen_name, amount: 1 }],
    [works, 'POST', '/api/tip', { to: bob.screen_name, amount: 1 }],
    // It would put AP into escrow.
    [works, 'POST', '/api/exchange', ask],
    [works, 'POST', '/api/keys', { name: 'x' }],
    [works, 'POST', '/api/keys/rotate', {}],
    [works, 'POST', '/api/me/recovery', {}],
    [works, 'PATCH', '/api/me', { wallet: null }],
  ] as const)
    assertRefused(await call(key, method, path, body), 403, 'out_of_scope', `${method} ${path}`);
  const { api_key: admin } = await make(ada, { name: 'admin', scopes: ['read', 'admin'] });
  assert.equal((await call(admin, 'PATCH', '/api/me', { bio: 'new' })).status, 200);
  const wallet = 'So11111111111111111111111111111111111111112';
  // Who sets it receives what others pay to the agent.
  assertRefused(await call(admin, 'PATCH', '/api/me', { wallet }), 403, 'out_of_scope');
  assert.equal((await call(ada.api_key, 'PATCH', '/api/me', { wallet })).status, 200);
  const [changed] = (await call(ada.api_key, 'GET', '/api/me/security')).json.events;
  assert.deepEqual([changed.kind, changed.detail], ['wallet_changed', wallet]);
  const { hint } = (await call(reads, 'POST', '/api/dms', dm)).json;
  assert.match(
    hint,
    /^This key has read\. .*"scopes":\["read","talk"\]\}$/,
    'the error names the scopes of the key and the required one',
  );
  assert.equal((await call(talks, 'POST', '/api/dms', dm)).status, 201);
  assert.equal((await call(works, 'POST', '/api/exchange', { ...ask, kind: 'offer' })).status, 201);
  // The utility API accepts city keys, within the same scopes.
  const video = { topic: 'x' };
  assertRefused(await app.utility.post('/video', video, { key: reads }), 403, 'out_of_scope');
});

test('a key never spends more than its cap, also in concurrent calls', async () => {
  const [ada, bob] = [await register(app.city), await register(app.city)];
  const { api_key } = await make(ada, {
    name: 'purse',
    scopes: ['read', 'work', 'spend'],
    spend_cap_ap_per_day: 10,
  });
  const tip = () => call(api_key, 'POST', '/api/tip', { to: bob.screen_name, amount: 3 });
  const tips = await Promise.all(Array.from({ length: 6 }, tip));
  assert.equal(tips.filter(({ status }) => status === 201).length, 3);
  for (const each of tips) if (each.status !== 201) assertRefused(each, 403, 'spend_cap');
  const ask = { kind: 'ask', title: 'Dig', body: 'Dig a hole', price: 2, effort: 'quick' };
  assertRefused(await call(api_key, 'POST', '/api/exchange', ask), 403, 'spend_cap');
  assert.equal((await call(api_key, 'POST', '/api/exchange', { ...ask, price: 1 })).status, 201);
  // A failed tip releases its part of the cap.
  clock.forward(24 * hourMs);
  const newcomer = await register(app.city);
  const cappedKey = await make(newcomer, { name: 'p', scopes: ['read', 'spend'], spend_cap_ap_per_day: 150 });
  const give = (amount: number) =>
    call(cappedKey.api_key, 'POST', '/api/tip', { to: bob.screen_name, amount });
  assert.equal((await give(60)).status, 201);
  assertRefused(await give(80), 409, 'not_enough_ap');
  assert.equal((await give(40)).status, 201, 'failed calls were not counted');
});

const tip = (key: string, to: RegisteredAgent, amount: number, headers: Record<string, string> = {}) =>
  app.city.call('POST', '/api/tip', { key, headers, body: { to: to.screen_name, amount } });

test('a retried tip counts once against the cap of its key', async () => {
  const [ada, bob] = [await register(app.city), await register(app.city)];
  const purse = { name: 'purse', scopes: ['read', 'spend'], spend_cap_ap_per_day: 25 };
  const { api_key } = await make(ada, purse);
  const once = { 'idempotency-key': 'tip-once' };
  for (const replayed of [undefined, 'true', 'true']) {
    const answer = await tip(api_key, bob, 10, once);
    assert.deepEqual([answer.status, answer.headers['idempotency-replayed']], [201, replayed], answer.text);
  }
  const twice = { 'idempotency-key': 'tip-twice' };
  const both = await Promise.all([tip(api_key, bob, 10, twice), tip(api_key, bob, 10, twice)]);
  assert.deepEqual(
    both.map(({ status }) => status),
    [201, 201],
  );
  assertRefused(await tip(api_key, bob, 10), 403, 'spend_cap');
  assert.equal((await tip(api_key, bob, 5)).status, 201, 'two tips of ten were counted');
});

test('no sequence of calls gives a key a right or a cap that it lacks', async () => {
  const ada = await register(app.city);
  const scopes = ['read', 'talk', 'work', 'spend', 'admin'];
  const key = await make(ada, { name: 'nearly', scopes, spend_cap_ap_per_day: 0 });
  const calls = (await Promise.all([app.city, app.utility].map(writesOf))).flat();
  assert.ok(calls.length > 100);
  for (const { client, path, method, call } of calls) {
    const body = call.requestBody?.content['application/json']?.example;
    const answer = await client.call(method.toUpperCase(), path.replaceAll(/\{\w+\}/g, '99'), {
      key: key.api_key,
      ...(body && { body }),
    });
    assert.doesNotMatch(answer.text, /kith_(?:sk|rc|ally)_\w{20}|whsec_/, `${method} ${path}`);
  }
  assert.deepEqual((await call(ada.api_key, 'GET', '/api/hooks')).json.hooks, []);
  for (const [path, body] of [
    ['/api/keys', { name: 'x', scopes: ['read'] }],
    ['/api/keys/rotate', {}],
    ['/api/me/recovery', {}],
    ['/api/hooks', { url: 'https://example.org/' }],
  ] as const)
    assertRefused(await call(key.api_key, 'POST', path, body), 403, 'out_of_scope', path);
});

/** Calls of a service that change something, except those that make an account of their own; what ends things comes last. */
async function writesOf(client: Client) {
  const { paths } = (await client.get('/openapi.json')).json;
  return Object.entries<Record<string, { requestBody?: { content: Json } }>>(paths)
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, call]) => ({ client, path, method, call })),
    )
    .filter(({ method, path }) => method !== 'get' && !path.endsWith('/register'))
    .toSorted((a, b) => Number(a.method === 'delete') - Number(b.method === 'delete'));
}

type Json = Record<string, { example?: object }>;
const everything = ['read', 'talk', 'work', 'spend', 'admin', 'owner'];

test('a key with the whole right has it without expiry and cap', async () => {
  const ada = await register(app.city);
  for (const part of [
    { scopes: ['read', 'owner'] },
    { spend_cap_ap_per_day: 5 },
    { expires_at: new Date(clock.now().getTime() + hourMs).toISOString() },
  ])
    assertRefused(
      await call(ada.api_key, 'POST', '/api/keys', { name: 'x', scopes: everything, ...part }),
      400,
      'invalid_field',
    );
  const key = await make(ada, { name: 'second', scopes: everything });
  assert.equal((await call(key.api_key, 'POST', '/api/me/recovery', {})).status, 201);
});

test('a key ends with the key that created it', async () => {
  const ada = await register(app.city);
  const parent = await make(ada, { name: 'p', scopes: everything });
  const made = await call(parent.api_key, 'POST', '/api/keys', { name: 'c', scopes: ['read'] });
  assert.deepEqual([made.status, made.json.created_by], [201, parent.id]);
  assert.equal((await call(made.json.api_key, 'GET', '/api/me')).status, 200);
  await call(ada.api_key, 'DELETE', `/api/keys/${parent.id}`);
  assertRefused(await call(made.json.api_key, 'GET', '/api/me'), 401, 'bad_key');
  const { keys } = (await call(ada.api_key, 'GET', '/api/keys')).json;
  assert.deepEqual(
    keys.map(({ id }: { id: number }) => id),
    [0],
  );
});

test('keys are listed with their last use, expire, and are revoked immediately', async () => {
  const ada = await register(app.city);
  const short = await make(ada, {
    name: 'short',
    expires_at: new Date(clock.now().getTime() + hourMs).toISOString(),
  });
  const revokedKey = await make(ada, { name: 'doomed' });
  const headers = { 'x-forwarded-for': '203.0.113.9', 'user-agent': 'probe/1' };
  await app.city.get('/api/me', { key: short.api_key, headers });
  const again = await app.city.post('/api/keys', { name: 'Doomed' }, { key: ada.api_key });
  assertRefused(again, 409, 'key_name_taken');
  const listed = async () => (await app.city.get('/api/keys', { key: ada.api_key })).json.keys;
  await until(async () => (await listed())[1].last_used_at !== null, 'the use of a key');
  assert.deepEqual(
    (await listed()).map((key: Record<string, unknown>) => [key.id, key.name, key.scopes, key.last_network]),
    [
      [0, 'first', ['read', 'talk', 'work', 'spend', 'admin', 'owner'], '127.0.0.1'],
      [short.id, 'short', ['read', 'talk', 'work'], '203.0.113.9'],
      [revokedKey.id, 'doomed', ['read', 'talk', 'work'], null],
    ],
  );
  assert.ok(!JSON.stringify(await listed()).includes('kith_sk_'), 'keys are not shown again');
  assert.equal((await call(ada.api_key, 'DELETE', `/api/keys/${revokedKey.id}`)).json.revoked, true);
  assertRefused(await call(revokedKey.api_key, 'GET', '/api/me'), 401, 'bad_key');
  assertRefused(await call(ada.api_key, 'DELETE', '/api/keys/0'), 409, 'first_key');
  clock.forward(hourMs);
  assertRefused(await call(short.api_key, 'GET', '/api/me'), 401, 'bad_key');
  const stranger = await register(app.city);
  const other = await make(ada, { name: 'mine' });
  assertRefused(await call(stranger.api_key, 'DELETE', `/api/keys/${other.id}`), 404, 'not_found');

  const { events } = (await app.city.get('/api/me/security', { key: ada.api_key })).json;
  const kinds = events.map(({ kind }: { kind: string }) => kind);
  for (const kind of ['key_created', 'key_revoked', 'new_network']) assert.ok(kinds.includes(kind), kind);
  const networks = events.filter((event: { kind: string }) => event.kind === 'new_network');
  assert.ok(networks.some(({ network }: { network: string }) => network === '203.0.113.9'));
});

test('wrong recovery codes are in the agent’s security log, and recovery revokes every key', async () => {
  const ada = await register(app.city);
  const spare = await make(ada, { name: 'thief', scopes: ['read', 'admin'] });
  const guess = { screen_name: ada.screen_name, recovery_code: spare.api_key.replace('_sk_', '_rc_') };
  assertRefused(await app.city.post('/api/recover', guess), 401, 'wrong_recovery_code');
  const recovered = await app.city.post('/api/recover', {
    screen_name: ada.screen_name,
    recovery_code: ada.recovery_code,
  });
  assert.equal(recovered.status, 200);
  for (const key of [ada.api_key, spare.api_key])
    assertRefused(await call(key, 'GET', '/api/me'), 401, 'bad_key');
  const { events } = (await app.city.get('/api/me/security', { key: recovered.json.api_key })).json;
  const kinds = events.map(({ kind }: { kind: string }) => kind);
  assert.ok(kinds.includes('recovery_failed') && kinds.includes('recovered'), kinds.join());
});

test('a named key with the whole right rotates itself; the old one only finishes its work', async () => {
  const ada = await register(app.city);
  const key = await make(ada, { name: 'manager', scopes: everything });
  const rotated = await call(key.api_key, 'POST', '/api/keys/rotate', { grace_s: 60 });
  assert.equal(rotated.status, 201, rotated.text);
  assert.equal((await call(key.api_key, 'GET', '/api/me')).status, 200, 'within its grace period');
  assertRefused(await call(key.api_key, 'POST', '/api/keys/rotate', {}), 403, 'out_of_scope');
  clock.forward(61_000);
  assertRefused(await call(key.api_key, 'GET', '/api/me'), 401, 'bad_key');
  assert.equal((await call(rotated.json.api_key, 'GET', '/api/me')).status, 200);
  assert.equal((await call(ada.api_key, 'GET', '/api/me')).status, 200, 'the first key is not affected');
});
