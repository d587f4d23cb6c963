import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { countTokens } from 'gpt-tokenizer';
import { request } from 'undici';
import { startApp, type TestApp } from '../../harness/app.ts';
import type { Client } from '../../harness/client.ts';
import { assertRefused } from '../../harness/refused.ts';
import { connect } from './connect.ts';

let app: TestApp;
let services: Client[];
before(async () => {
  app = await startApp(undefined, {
    env: { KITH_CITY_URL: 'https://city.example', KITH_TRUST_PROXY: '127.0.0.1' },
  });
  services = [app.city, app.utility];
});
after(() => app.stop());

const message = (method: string, params?: object, id: unknown = 1) => ({
  jsonrpc: '2.0',
  id,
  method,
  params,
});
const list = message('tools/list');

test('few tools for a small context: at most 15, both lists together at most 3,000 tokens', async () => {
  const lists = await Promise.all(
    services.map(async ({ url }) => (await (await connect(url)).client.listTools()).tools),
  );
  assert.ok(lists.flat().length <= 15, String(lists.flat().length));
  const tokens = lists.map((tools) => countTokens(JSON.stringify({ tools })));
  assert.ok(tokens.reduce((sum, each) => sum + each) <= 3_000, String(tokens));
  for (const tools of lists) {
    for (const { name, description, inputSchema, outputSchema, annotations } of tools) {
      assert.match(name, /^[a-z]+(_[a-z]+)*$/);
      assert.ok(description && description.length <= 160, `${name}: ${description}`);
      assert.deepEqual([inputSchema.type, outputSchema?.type], ['object', 'object'], name);
      const hints = ['readOnlyHint', 'destructiveHint', 'idempotentHint', 'openWorldHint'];
      assert.deepEqual(Object.keys(annotations ?? {}), hints, name);
      if (annotations?.readOnlyHint) assert.equal(annotations.destructiveHint, false, name);
    }
  }
});

test('the newest revision and the previous one, with the same tools', async () => {
  for (const { url } of services) {
    const [old, newest] = [await connect(url), await connect(url, { newest: true })];
    assert.equal(old.client.getNegotiatedProtocolVersion(), '2025-11-25');
    assert.equal(newest.client.getNegotiatedProtocolVersion(), '2026-07-28');
    assert.deepEqual((await old.client.listTools()).tools, (await newest.client.listTools()).tools);
    for (const { ok, client } of [old, newest]) {
      assert.deepEqual(await ok('call', { name: 'healthz' }), { alive: true });
      await assert.rejects(client.callTool({ name: 'no_such' }), {
        code: -32602,
        message: /Unknown tool: no_such/,
      });
      assert.match(client.getInstructions() ?? '', /hint/);
    }
  }
});

test('the catalogue lists every call with a whole sentence, in few tokens, and each can be read and called', async () => {
  for (const client of services) {
    const { ok } = await connect(client.url);
    const { text } = await ok('find_call');
    assert.ok(countTokens(text) <= 5_000, `${countTokens(text)} tokens`);
    const lines = [...text.matchAll(/^(\w+) - (.+)$/gm)].map(
      ([, name = '', says = '']) => [name, says] as const,
    );
    const listed = lines.map(([name]) => name);
    const { operations } = await client.document();
    for (const [name, says] of lines) {
      const { summary = '' } = operations.find(({ operation }) => operation.operationId === name)!.operation;
      assert.ok(summary.startsWith(says) && /^[.;:]/.test(summary.slice(says.length)), `${name} - ${says}`);
    }
    const json = operations.filter(
      ({ path, operation: { responses, requestBody, tags } }) =>
        !['/mcp'].includes(path) &&
        !tags.some((tag) => ['documents', 'admin'].includes(tag)) &&
        !requestBody?.content['*/*'] &&
        Object.keys((responses[200] ?? responses[201] ?? responses[202])?.content ?? {}).some(
          (type) => type === 'application/json' || (type === 'application/x-ndjson' && requestBody),
        ),
    );
    const isCity = operations.some(({ path }) => path === '/api/upload');
    assert.equal(text.includes('\nover HTTP only:\n'), isCity);
    assert.equal(/^POST \/api\/upload: /m.test(text), isCity);
    assert.deepEqual(listed.toSorted(), json.map(({ operation }) => operation.operationId).toSorted());
    for (const name of listed.slice(0, 20)) {
      const { http, example } = await ok('find_call', { name });
      assert.ok(http && (await ok('find_call', { name: http })).http === http, JSON.stringify(example));
    }
  }
});

test('unknown arguments are an error that a model can correct', async () => {
  const { refused } = await connect(services[0]!.url);
  for (const [args, wrong, id] of [
    [{}, /id is missing/, '{"id":"<id>"}'],
    [{ id: 'x' }, /id must be an integer/, '{"id":"<id>"}'],
    [{ id: 7, more: 1 }, /more is not a field/, '{"id":7,"<more>":1}'],
  ] as const) {
    const { error, hint, code, status } = await refused('take_work', args);
    assert.match(error, wrong);
    assert.deepEqual([code, status], ['invalid_field', 400]);
    assert.ok(hint.endsWith(`Like this: take_work ${id}`), hint);
  }
});

test('a value under a name of the same meaning moves; another stays visible and is refused', async () => {
  const { refused } = await connect(services[0]!.url);
  const proof = await refused('submit_work', { id: 7, result: 'https://example.org/done' });
  assert.match(proof.hint, /Like this: submit_work \{"id":7,"proof":"https:\/\/example.org\/done"\}$/);
  const unclear = await refused('find_work', { topic: 'bees' });
  assert.match(unclear.hint, /Like this: find_work \{"<topic>":"bees"\}$/);
});

test('invalid messages are refused', async () => {
  for (const client of services) {
    const post = (raw: string, headers = {}) =>
      client.call('POST', '/mcp', { raw, headers: { 'content-type': 'application/json', ...headers } });
    assertRefused(await post('{"jsonrpc"'), 400, 'bad_json');
    for (const wrong of [[list], {}, { ...list, jsonrpc: '1.0' }, { ...list, id: {} }, { ...list, id: 1.5 }])
      assertRefused(await post(JSON.stringify(wrong)), 400, 'invalid_field');
    assertRefused(
      await client.call('POST', '/mcp', { raw: 'x', headers: { 'content-type': 'text/plain' } }),
      415,
      'wrong_type',
    );
    for (const method of ['GET', 'PUT'])
      assertRefused(await client.call(method, '/mcp'), 405, 'method_not_allowed');

    const version = await post(JSON.stringify(list), { 'mcp-protocol-version': '1999-01-01' });
    assert.deepEqual([version.status, version.json.error.code], [400, -32000]);
    assert.match(version.json.error.message, /Unsupported protocol version.*2025-11-25/);
    const unknown = await post(JSON.stringify(message('no/such')));
    assert.deepEqual([unknown.status, unknown.json.error.code], [200, -32601]);
    const { id: _, ...notification } = message('notifications/initialized');
    const taken = await post(JSON.stringify(notification));
    assert.deepEqual([taken.status, taken.text], [202, '']);
  }
});

test('the newest revision has its own errors, and no stream is held open', async () => {
  const meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientInfo': { name: 'x', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  const post = (method: string, params = {}, version = '2026-07-28') =>
    app.utility.post(
      '/mcp',
      message(method, { ...params, _meta: { ...meta, 'io.modelcontextprotocol/protocolVersion': version } }),
      {
        headers: { 'mcp-protocol-version': version, 'mcp-method': method },
      },
    );
  const unknown = await post('no/such');
  assert.deepEqual([unknown.status, unknown.json.error.code], [404, -32601]);
  assert.equal(unknown.headers['x-error-code'], 'rpc_unknown_method');
  const future = await post('tools/list', {}, '2099-01-01');
  assert.equal(future.status, 400);
  assert.deepEqual(future.json.error.data.supported, ['2026-07-28']);
  const listen = await post('subscriptions/listen', { notifications: { toolsListChanged: true } });
  assert.ok(listen.json.error, listen.text);
});

test('web pages of other origins cannot use it: Host and Origin are checked, also behind a proxy', async () => {
  const [city] = services as [Client];
  const post = async (headers: Record<string, string>) => {
    const { statusCode, body } = await request(`${city.url}/mcp`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(list),
    });
    return [statusCode, ((await body.json()) as { error?: string }).error ?? ''] as const;
  };
  const validHeaders: Record<string, string>[] = [
    {},
    { host: 'city.example' },
    { host: 'city.example:8443', origin: 'https://city.example' },
    { host: 'localhost:1', origin: 'http://localhost:6274' },
    { host: '[::1]' },
    { host: '192.168.1.7:8080' },
    // As a trusted proxy does.
    { host: 'kith-1:8080', 'x-forwarded-host': 'city.example' },
    { origin: app.kith.urls.utility },
  ];
  for (const headers of validHeaders)
    assert.deepEqual(await post(headers), [200, ''], JSON.stringify(headers));
  for (const headers of [
    { host: 'evil.example' },
    { host: 'city.example.evil.example' },
    { host: 'localhost.evil.example' },
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { origin: 'http://192.168.1.7' },
    { host: 'city.example', 'x-forwarded-host': 'evil.example' },
  ] as Record<string, string>[]) {
    const [status, error] = await post(headers);
    assert.equal(status, 403, JSON.stringify(headers));
    assert.match(error, /does not belong to this service/);
  }
});
