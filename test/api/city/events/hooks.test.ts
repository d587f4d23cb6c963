import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { verifyWebhook } from '../../../../packages/sdk/src/webhook.ts';
import { startApp } from '../../../harness/app.ts';
import { register } from '../../../harness/client.ts';
import { assertRefused } from '../../../harness/refused.ts';
import { sharedApp, unique } from '../../../harness/shared-app.ts';
import { until } from '../../../harness/until.ts';

interface Received {
  readonly headers: Record<string, string | string[] | undefined>;
  readonly body: string;
}

/** A webhook receiver that consents, and responds to events with `status`. */
async function receiver(t: { after(end: () => void): void }, status: () => number, consents = () => true) {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => {
      body += chunk;
    });
    request.on('end', () => {
      const { type, data } = JSON.parse(body);
      if (type === 'hook.challenge')
        return response.writeHead(200).end(consents() ? JSON.stringify(data) : 'thank you');
      received.push({ headers: request.headers, body });
      return response.writeHead(status()).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`, received };
}

const env = { KITH_OUTBOUND_ALLOW: '127.0.0.1/32' };

test('events of the selected kinds arrive signed, in order and once', async (t) => {
  const { city } = await sharedApp(env);
  const names = { sleeper: unique('Sleeper'), friend: unique('Friend') };
  const [sleeper, friend] = [await register(city, names.sleeper), await register(city, names.friend)];
  const { url, received } = await receiver(t, () => 204);
  await city.post('/api/dms', { to: names.sleeper, body: 'before' }, { key: friend.api_key });
  const made = await city.post('/api/hooks', { url, kinds: ['dm'], texts: true }, { key: sleeper.api_key });
  assert.equal(made.status, 201, made.text);
  for (const body of ['one', 'two']) {
    await city.post('/api/dms', { to: names.sleeper, body }, { key: friend.api_key });
    await city.post('/api/tip', { to: names.sleeper, amount: 1 }, { key: friend.api_key });
  }
  await until(() => received.length >= 2);
  const events = await Promise.all(
    received.map(({ headers, body }) => verifyWebhook({ secret: made.json.secret, headers, body })),
  );
  assert.deepEqual(
    events.map(({ type, data }) => [type, data.text]),
    [
      ['dm', `${names.friend} wrote to you: "one"`],
      ['dm', `${names.friend} wrote to you: "two"`],
    ],
  );
  const { hooks } = (await city.get('/api/hooks', { key: sleeper.api_key })).json;
  assert.deepEqual([hooks.length, hooks[0].kinds, 'secret' in hooks[0]], [1, ['dm'], false]);
  assertRefused(
    await city.call('DELETE', `/api/hooks/${hooks[0].id}`, { key: friend.api_key }),
    404,
    'not_found',
  );
  assert.equal(
    (await city.call('DELETE', `/api/hooks/${hooks[0].id}`, { key: sleeper.api_key })).status,
    200,
  );
});

test('a private address is refused, five hooks are the maximum, and 410 ends a hook', async (t) => {
  const { city } = await sharedApp(env);
  const names = { sleeper: unique('Sleeper'), friend: unique('Friend') };
  const [sleeper, friend] = [await register(city, names.sleeper), await register(city, names.friend)];
  const as = { key: sleeper.api_key };
  assertRefused(await city.post('/api/hooks', { url: 'http://10.0.0.1/x' }, as), 400, 'bad_target');
  const { url, received } = await receiver(t, () => 410);
  for (let i = 0; i < 5; i++)
    assert.equal((await city.post('/api/hooks', { url: `${url}${i}` }, as)).status, 201);
  assert.equal(
    (await city.post('/api/hooks', { url: `${url}0` }, as)).status,
    201,
    'an existing hook does not count again',
  );
  assertRefused(await city.post('/api/hooks', { url }, as), 409, 'too_many_hooks');
  await city.post('/api/dms', { to: names.sleeper, body: 'gone?' }, { key: friend.api_key });
  while ((await city.get('/api/hooks', as)).json.hooks.length > 0);
  assert.equal(received.length, 5);
});

test('the list shows that a receiver fails, and that nothing waits once it recovers', async (t) => {
  const { city } = await sharedApp(env);
  const names = { sleeper: unique('Sleeper'), friend: unique('Friend') };
  const [sleeper, friend] = [await register(city, names.sleeper), await register(city, names.friend)];
  const as = { key: sleeper.api_key };
  let status = 302;
  const { url, received } = await receiver(t, () => status);
  const hook = async () => (await city.get('/api/hooks', as)).json.hooks[0];
  await city.post('/api/hooks', { url }, as);
  const unused = await hook();
  assert.deepEqual([unused.pending, unused.last_attempt], [0, null]);
  await city.post('/api/dms', { to: names.sleeper, body: 'one' }, { key: friend.api_key });
  await until(async () => (await hook()).last_attempt !== null);
  const { pending, last_attempt: failed } = await hook();
  assert.deepEqual([pending, failed.status, failed.error], [1, 302, 'the receiver returned 302']);
  assert.equal(received.length, 1, 'a redirect is not followed');
  status = 204;
  await until(async () => (await hook()).pending === 0);
  const { last_attempt: sent } = await hook();
  assert.deepEqual([sent.status, sent.error], [204, null]);
  assert.equal(received[1]?.headers['webhook-id'], received[0]?.headers['webhook-id'], 'the same message');
});

test('a hook whose events are pruned is not checked forever', async (t) => {
  const { city, database } = await sharedApp(env);
  const names = { sleeper: unique('Sleeper'), friend: unique('Friend') };
  const [sleeper, friend] = [await register(city, names.sleeper), await register(city, names.friend)];
  const { url } = await receiver(t, () => 204);
  const made = await city.post('/api/hooks', { url, kinds: ['vouch'] }, { key: sleeper.api_key });
  assert.equal(made.status, 201, made.text);
  await city.post('/api/dms', { to: names.sleeper, body: 'one' }, { key: friend.api_key });
  const behind = async () =>
    (
      await database.sql(
        `SELECT counter.last_id - hook.sent_id AS events
        FROM agent_hook AS hook JOIN agent_event_counter AS counter USING (agent_id)
        JOIN agent ON agent.id = agent_id WHERE screen_name = $1`,
        [sleeper.screen_name],
      )
    )[0].events;
  await until(async () => Number(await behind()) === 0);
  const own = `agent_id = (SELECT id FROM agent WHERE screen_name = '${sleeper.screen_name}')`;
  await database.sql(`BEGIN; DELETE FROM agent_event WHERE ${own};
    UPDATE agent_hook SET sent_id = 0 WHERE ${own}; COMMIT`);
  await until(async () => Number(await behind()) === 0);
});

test('a hook ends with its key, is in the security log, and sends no text unless asked', async (t) => {
  const { city } = await sharedApp(env);
  const names = { ada: unique('Ada'), bob: unique('Bob') };
  const [ada, bob] = [await register(city, names.ada), await register(city, names.bob)];
  const { url, received } = await receiver(t, () => 204);
  const scopes = ['read', 'talk', 'work', 'spend', 'admin', 'owner'];
  const second = (await city.post('/api/keys', { name: 'second', scopes }, { key: ada.api_key })).json;
  for (const [path, key] of [
    ['/first', ada.api_key],
    ['/second', second.api_key],
  ])
    assert.equal((await city.post('/api/hooks', { url: url + path, kinds: ['dm'] }, { key })).status, 201);
  const say = () => city.post('/api/dms', { to: names.ada, body: 'a secret' }, { key: bob.api_key });
  await say();
  await until(() => received.length === 2);
  assert.ok(!JSON.stringify(received).includes('a secret'), 'the text is left out');
  const urls = async (key: string) =>
    (await city.get('/api/hooks', { key })).json.hooks.map((hook: { url: string }) => hook.url);
  await city.call('DELETE', `/api/keys/${second.id}`, { key: ada.api_key });
  assert.deepEqual(await urls(ada.api_key), [`${url}/first`]);
  const kept = await city.post('/api/keys/rotate', { keep_hooks: true }, { key: ada.api_key });
  assert.deepEqual(await urls(kept.json.api_key), [`${url}/first`]);
  const { screen_name, recovery_code } = ada;
  const { api_key: key } = (await city.post('/api/recover', { screen_name, recovery_code })).json;
  assert.deepEqual(await urls(key), []);
  const { events } = (await city.get('/api/me/security', { key })).json;
  const hooks = events.filter(({ kind }: { kind: string }) => kind.startsWith('hook_'));
  assert.deepEqual(
    hooks.map(({ kind }: { kind: string }) => kind),
    ['hook_ended', 'hook_ended', 'hook_created', 'hook_created'],
  );
  const personal = (await city.get('/api/events?since_id=0&kind=hook.created,hook.ended', { key })).json
    .events;
  assert.equal(personal.length, 4);
});

test('a message that was given up is in the security log and an event, once until one arrives', async (t) => {
  // Its own app: all tasks are due.
  const { city, database } = await startApp(t, { env });
  const names = { ada: unique('Ada'), bob: unique('Bob') };
  const [ada, bob] = [await register(city, names.ada), await register(city, names.bob)];
  let isUp = true;
  const { url } = await receiver(t, () => (isUp ? 204 : 500));
  const made = await city.post('/api/hooks', { url, kinds: ['dm'] }, { key: ada.api_key });
  assert.equal(made.status, 201, made.text);
  isUp = false;
  const own = `endpoint_id IN (SELECT id FROM webhook_endpoint WHERE url = '${url}')`;
  const statuses = async () =>
    (await database.sql(`SELECT status FROM webhook_delivery WHERE ${own} ORDER BY id`)).map(
      ({ status }) => status,
    );
  for (let sent = 1; sent <= 2; sent++) {
    await city.post('/api/dms', { to: names.ada, body: `message ${sent}` }, { key: bob.api_key });
    await until(async () => (await statuses()).length === sent);
    // Its day is over. Each by itself: the worker locks the same rows.
    for (const statement of [
      `UPDATE webhook_delivery SET expires_at = now() - interval '1 second' WHERE status = 'pending' AND ${own}`,
      `UPDATE webhook_endpoint SET retry_at = NULL WHERE url = '${url}'`,
      `UPDATE task SET due_at = now(), ready_at = now() WHERE kind LIKE 'deliver webhooks%'`,
    ])
      await database.sql(statement);
    await until(async () => (await statuses()).filter((status) => status === 'failed').length === sent);
  }
  const { events } = (await city.get('/api/me/security', { key: ada.api_key })).json;
  const failed = events.filter(({ kind }: { kind: string }) => kind === 'hook_failed');
  assert.equal(failed.length, 1);
  assert.match(failed[0].detail, /returned 500/);
  const personal = await city.get('/api/events?since_id=0&kind=hook.failed', { key: ada.api_key });
  assert.equal(personal.json.events.length, 1);
});

test('a hook is unconfirmed, and gets no event, until its receiver echoes a challenge', async (t) => {
  const { city } = await sharedApp(env);
  const names = { friend: unique('Friend'), ada: unique('Ada') };
  const [ada, friend] = [await register(city, names.ada), await register(city, names.friend)];
  const as = { key: ada.api_key };
  let consents = false;
  const { url, received } = await receiver(
    t,
    () => 204,
    () => consents,
  );
  const { json: made } = await city.post('/api/hooks', { url }, as);
  assert.equal(made.status, 'unconfirmed');
  await city.post('/api/dms', { to: names.ada, body: 'too early' }, { key: friend.api_key });
  const again = () => city.post(`/api/hooks/${made.id}/challenge`, undefined, as);
  assert.equal((await again()).json.status, 'unconfirmed');
  assertRefused(
    await city.post(`/api/hooks/${made.id}/challenge`, undefined, { key: friend.api_key }),
    404,
    'not_found',
  );
  consents = true;
  assert.equal((await again()).json.status, 'active');
  assert.equal((await city.get('/api/hooks', as)).json.hooks[0].status, 'active');
  await city.post('/api/dms', { to: names.ada, body: 'heard' }, { key: friend.api_key });
  await until(() => received.length > 0);
  const event = await verifyWebhook({ secret: made.secret, ...received[0]! });
  assert.equal(event.type, 'dm');
  assert.equal(received.length, 1, 'nothing from before the consent');
});

test('receivers that call the city before they consent do not wait for the calls that ask them', async (t) => {
  const { city } = await startApp(t, { env: { ...env, KITH_TRUST_PROXY: '127.0.0.1' } });
  const agents = await Promise.all(Array.from({ length: 6 }, () => register(city)));
  const headers = { 'x-forwarded-for': '198.18.45.1' };
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    const { status } = await city.get('/api/me', { key: agents[0]?.api_key ?? '', headers });
    response.writeHead(status).end(JSON.stringify(JSON.parse(body).data));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
  // Beside another network this one holds fewer slots than it makes hooks.
  await city.get('/api/agents', { headers: { 'x-forwarded-for': '198.18.45.2' } });
  const hooks = await Promise.all(
    agents.map(({ api_key: key }, i) => city.post('/api/hooks', { url: `${url}/${i}` }, { key, headers })),
  );
  assert.deepEqual(
    hooks.map(({ json }) => json.status),
    agents.map(() => 'active'),
  );
});
