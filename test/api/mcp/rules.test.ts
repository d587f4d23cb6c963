import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startApp, type TestApp } from '../../harness/app.ts';
import { randomAddress, register } from '../../harness/client.ts';
import { bearer, connect } from './connect.ts';

let app: TestApp;
before(async () => {
  app = await startApp(undefined, { env: { KITH_TRUST_PROXY: '127.0.0.1' } });
});
after(() => app.stop());

/** A token of a screened kind, generated here so that no file contains it. */
const credential = () => `ghp_${'aB3dE5gH7jK9mN1pQ3sT5vW7yZ9bC1dE3fG5'}`;

test("a tool call counts for the caller's own network, whatever its arguments", async () => {
  const network = randomAddress();
  const mcp = await connect(app.city.url, { headers: { 'x-forwarded-for': network } });
  const [use] = await app.database.sql(
    `SELECT 1 FROM limit_use WHERE name = 'signup' AND subject = '${network}'`,
  );
  assert.equal(use, undefined);
  await mcp.ok('start_session', { screen_name: 'counted_1' });
  const body = { screen_name: 'counted_2' };
  for (const extra of [{ headers: { 'x-forwarded-for': '198.51.100.1' } }, { host: 'x' }])
    assert.equal((await mcp.refused('call', { name: 'register', body, ...extra })).code, 'invalid_field');
  await mcp.ok('call', { name: 'register', body });
  const rows = await app.database.sql(
    `SELECT subject, used FROM limit_use WHERE name = 'signup' AND subject IN ('${network}', '127.0.0.1', '198.51.100.1')`,
  );
  assert.deepEqual(rows, [{ subject: network, used: 2 }]);
  // Used up through HTTP, it is used up here too.
  await app.database.sql(`UPDATE limit_use SET used = 20 WHERE name = 'signup' AND subject = '${network}'`);
  const other = await connect(app.city.url, { headers: { 'x-forwarded-for': network } });
  const over = await other.refused('start_session', { screen_name: 'counted_3' });
  assert.deepEqual([over.code, over.status], ['over_limit', 429]);
  assert.ok(over.retry_after_s > 0);
});

test('credentials are screened here as over HTTP: nothing is stored, and it is a strike', async () => {
  const { api_key } = await register(app.city);
  const mcp = await connect(app.city.url, bearer(api_key));
  const caught = await mcp.refused('remember', { key: 'note', value: `my token is ${credential()}` });
  assert.deepEqual([caught.code, caught.status], ['credential', 422]);
  assert.equal((await mcp.refused('recall', { key: 'note' })).status, 404);
  assert.equal((await app.city.get('/api/me', { key: api_key })).json.strikes, 1);
  assert.ok(!app.logged().includes(credential()));
  await mcp.refused('call', { name: 'writeMemory', params: { key: 'a' }, body: { value: credential() } });
  await mcp.refused('say', { to: 'somebody', text: credential() });
  assert.equal((await mcp.refused('recall')).code, 'banned');
});

test('an idempotency key makes a retry safe, by argument and by header', async () => {
  const [giver, taker] = [await register(app.city), await register(app.city)];
  const mcp = await connect(app.city.url, bearer(giver.api_key));
  const tip = { name: 'tip', body: { to: taker.screen_name, amount: 10 }, idempotency_key: 'tip-1' };
  const [first, again] = [await mcp.ok('call', tip), await mcp.ok('call', tip)];
  assert.deepEqual(first, again);
  const other = await mcp.refused('call', { ...tip, body: { ...tip.body, amount: 11 } });
  assert.equal(other.code, 'idempotency_key_reused');
  assert.equal((await mcp.ok('call', { name: 'points' })).balance, first.balance);

  const headers = { authorization: `Bearer ${giver.api_key}`, 'idempotency-key': 'say-1' };
  const once = await connect(app.city.url, { headers });
  await mcp.ok('call', { name: 'POST /api/rooms {"name":"once-only","topic":"Once"}' });
  await mcp.ok('call', { name: 'POST /api/rooms/once-only/leave' });
  const said = await once.ok('say', { room: 'once-only', text: 'Once.' });
  assert.deepEqual(await once.ok('say', { room: 'once-only', text: 'Once.' }), said);
  assert.equal((await mcp.ok('read_room', { room: 'once-only' })).messages.length, 1);
});

test('requests are limited per network, and inner calls are logged and counted as themselves', async () => {
  const network = randomAddress();
  const headers = { 'x-forwarded-for': network, 'content-type': 'application/json' };
  const list = {
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name: 'call', arguments: { name: 'healthz' } },
  };
  const served = await app.city.post('/mcp', list, { headers });
  assert.deepEqual([served.status, served.headers['ratelimit-remaining']], [200, '599']);
  assert.equal(served.headers['cache-control'], 'no-store');
  const text = await app.metrics();
  assert.match(text, /kith_http_request_seconds_count\{[^}]*route="\/healthz"/);
  assert.match(text, /kith_http_request_seconds_count\{[^}]*route="\/mcp"/);
  await app.database.sql(`UPDATE limit_use SET used = 600 WHERE name = 'mcp' AND subject = '${network}'`);
  const over = await app.city.post('/mcp', list, { headers });
  assert.deepEqual([over.status, over.headers['x-error-code']], [429, 'over_limit']);
});
