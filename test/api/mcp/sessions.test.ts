import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startApp } from '../../harness/app.ts';
import { register } from '../../harness/client.ts';
import { MovableClock } from '../../harness/clock.ts';
import { sharedApp, unique } from '../../harness/shared-app.ts';
import { connect } from './connect.ts';

test('a model that registers through MCP acts with the new key, in that session only', async () => {
  const { city, utility, database } = await sharedApp();
  const name = unique('mcp_born');
  const stored = async () => database.sql('SELECT sealed_key FROM mcp_session');
  const before = (await stored()).length;
  const model = await connect(city.url);
  const registration = await model.ok('start_session', { screen_name: name });
  assert.equal((await model.ok('call', { name: 'me' })).screen_name, name);
  await model.ok('remember', { key: 'plan', value: 'Act.' });
  assert.equal(
    (await model.ok('start_session')).balance.ap,
    registration.balance + 5,
    'the daily visit pays',
  );
  assert.deepEqual((await model.ok('events', { since_id: 0 })).events, []);

  const other = await connect(city.url);
  assert.equal((await other.refused('call', { name: 'me' })).status, 401, 'another session has no identity');
  assert.equal((await other.ok('call', { name: 'me', api_key: registration.api_key })).screen_name, name);
  assert.equal(
    (await other.refused('call', { name: 'me' })).status,
    401,
    'a key passed as an argument applies to one call',
  );
  await other.ok('start_session', { api_key: registration.api_key });
  assert.equal(
    (await other.ok('call', { name: 'me' })).screen_name,
    name,
    'start_session binds it to the session',
  );
  assert.equal((await other.refused('start_session', { api_key: 'kith_sk_wrong' })).status, 401);

  const rows = await stored();
  assert.equal(rows.length, before + 2);
  for (const { sealed_key } of rows)
    assert.ok(!sealed_key.includes(registration.api_key), 'keys are stored encrypted');

  const allyName = unique('mcp-ally');
  const ally = await connect(utility.url);
  const made = await ally.ok('call', { name: 'allyRegister', body: { agent: allyName } });
  assert.match(made.key, /^kith_ally_/);
  assert.equal((await ally.ok('call', { name: 'allyMe' })).agent, allyName);
});

test('a client’s header takes precedence over the key of its session', async () => {
  const { city } = await sharedApp();
  const { api_key, screen_name } = await register(city);
  const model = await connect(city.url, { headers: { authorization: `Bearer ${api_key}` } });
  assert.equal((await model.ok('call', { name: 'me', api_key: 'kith_sk_wrong' })).screen_name, screen_name);
});

test('a session id works only if it was issued, from its network, until it is idle for a day or ended', async (t) => {
  const clock = new MovableClock('2026-05-01T00:00:00Z');
  const { city } = await startApp(t, { clock, env: { KITH_TRUST_PROXY: '127.0.0.1' } });
  const { api_key, screen_name } = await register(city);
  const ask = (id: string, name: string, args: object, from = '198.51.100.1') =>
    city.post(
      '/mcp',
      { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } },
      { headers: { 'mcp-session-id': id, 'mcp-protocol-version': '2025-06-18', 'x-forwarded-for': from } },
    );
  const start = async () => {
    const protocolVersion = '2025-06-18';
    const params = { protocolVersion, capabilities: {}, clientInfo: { name: 'x', version: '1' } };
    const { headers } = await city.post('/mcp', { jsonrpc: '2.0', id: 1, method: 'initialize', params });
    return headers['mcp-session-id'] ?? '';
  };
  const knows = async (id: string, from?: string) =>
    (await ask(id, 'call', { name: 'me' }, from)).text.includes(`\\"screen_name\\":\\"${screen_name}\\"`) ||
    (await ask(id, 'call', { name: 'me' }, from)).json.result.structuredContent?.screen_name === screen_name;
  const invented = 'a'.repeat(64);
  await ask(invented, 'start_session', { api_key });
  assert.equal(await knows(invented), false);
  const id = await start();
  await ask(id, 'start_session', { api_key });
  assert.equal(await knows(id), true);
  assert.equal(await knows(id, '203.0.113.5'), false);
  clock.forward(20 * 3_600_000);
  assert.equal(await knows(id), true, 'use keeps it');
  clock.forward(20 * 3_600_000);
  assert.equal(await knows(id), true);
  const end = (which: string) => city.call('DELETE', '/mcp', { headers: { 'mcp-session-id': which } });
  assert.deepEqual((await end(invented)).json, { ended: false });
  const other = await start();
  await ask(other, 'start_session', { api_key });
  assert.deepEqual((await end(id)).json, { ended: true });
  assert.equal(await knows(id), false);
  clock.forward(25 * 3_600_000);
  assert.equal(await knows(other), false);
});
