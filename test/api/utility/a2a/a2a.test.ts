import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ClientFactory } from 'a2a-sdk-0.3/client';
import { startWorld, type World } from '../../../fixtures/utility/world.ts';
import type { Answer } from '../../../harness/client.ts';
import { MovableClock } from '../../../harness/clock.ts';

const zone = { 'shop.test': { A: ['192.0.2.5'] }, 'dead.test': 'servfail' } as const;

const message = (text: string, more: object = {}) => ({
  message: { kind: 'message', role: 'user', messageId: 'm-1', parts: [{ kind: 'text', text }], ...more },
});

async function post(world: World, body: unknown): Promise<Pick<Answer, 'status' | 'json'>> {
  const response = await fetch(`${world.kith.urls.utility}/a2a`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  return { status: response.status, json: await response.json() };
}
const rpc = (world: World, method: string, params?: unknown) =>
  post(world, { jsonrpc: '2.0', id: 7, method, params });

test("the official client finds the card, sends a message, and gets the skill's own JSON", async (t) => {
  const world = await startWorld(t, { zone });
  const client = await new ClientFactory().createFromUrl(world.kith.urls.utility);
  const card = await client.getAgentCard();
  assert.deepEqual([card.protocolVersion, card.version], ['0.3.0', '1.1.0']);
  assert.deepEqual(card.capabilities, {
    streaming: false,
    pushNotifications: false,
    stateTransitionHistory: false,
    extendedAgentCard: false,
  });
  assert.deepEqual(card.defaultInputModes, ['text/plain', 'application/json']);
  assert.deepEqual(card.defaultOutputModes, ['application/json', 'text/plain']);
  const { json: catalogue } = await world.utility.get('/skills');
  assert.deepEqual(
    card.skills.map(({ id }) => `/${id}`),
    catalogue.skills.map(({ path }: { path: string }) => path),
  );
  const old = await world.utility.get('/.well-known/agent.json');
  assert.deepEqual(old.json, card);

  const answer = await client.sendMessage({
    message: {
      kind: 'message',
      role: 'user',
      messageId: 'm-1',
      contextId: 'c-1',
      parts: [{ kind: 'text', text: 'dns-lookup shop.test' }],
    },
  });
  assert.equal(answer.kind, 'message');
  const { json: direct } = await world.utility.get('/dns-lookup?domain=shop.test', { ally: world.ally });
  assert.deepEqual(answer.kind === 'message' && answer.parts, [{ kind: 'data', data: direct }]);
  assert.equal(answer.contextId, 'c-1');
  const data = await rpc(world, 'message/send', {
    message: {
      role: 'user',
      messageId: 'm-2',
      parts: [{ kind: 'data', data: { skill: 'dns-lookup', params: { domain: 'shop.test' } } }],
    },
  });
  assert.deepEqual(data.json.result.parts[0].data, direct);
});

test('errors follow the specification', async (t) => {
  const world = await startWorld(t, { zone });
  const code = async (body: unknown) => (await post(world, body)).json.error?.code;
  assert.equal(await code('{"jsonrpc"'), -32700);
  assert.equal(await code('[]'), -32600);
  assert.equal(await code({ jsonrpc: '1.0', id: 1, method: 'message/send' }), -32600);
  assert.equal(await code({ jsonrpc: '2.0', id: 1, method: 5 }), -32600);
  assert.equal(await code({ jsonrpc: '2.0', method: 'message/send' }), -32602);
  assert.equal(await code({ jsonrpc: '2.0', method: 'message/send', params: message('Hi, you!') }), -32600);
  assert.equal(await code({ jsonrpc: '2.0', id: 1, method: 'message/send', params: 'x' }), -32602);

  const refused = async (method: string, params?: unknown) => (await rpc(world, method, params)).json;
  assert.deepEqual(
    [
      (await refused('no/such')).error.code,
      (await refused('no/such')).id,
      (await refused('no/such')).jsonrpc,
    ],
    [-32601, 7, '2.0'],
  );
  for (const params of [
    undefined,
    {},
    { message: {} },
    message('x', { parts: [] }),
    message('x', { role: 'god' }),
  ])
    assert.equal((await refused('message/send', params)).error.code, -32602, JSON.stringify(params));
  const file = { kind: 'file', file: { uri: 'https://a.test/' } };
  assert.equal((await refused('message/send', message('x', { parts: [file] }))).error.code, -32005);

  const unknown = (await refused('message/send', message('dns-lockup shop.test'))).error;
  assert.equal(unknown.code, -32602);
  assert.ok(unknown.message.includes('dns-lookup') && unknown.data.skills.includes('json-repair'));
  const missing = (await refused('message/send', message('dns-lookup'))).error;
  assert.match(missing.message, /domain is missing/);
  const bad = (await refused('message/send', message('dns-lookup not a name'))).error;
  assert.match(bad.message, /domain is not a domain name/);
  const dead = (await refused('message/send', message('dns-lookup dead.test'))).error;
  assert.deepEqual([dead.code, dead.data.status], [-32603, 502]);

  assert.equal((await refused('message/stream', message('x'))).error.code, -32004);
  assert.equal((await refused('tasks/resubscribe', { id: 'x' })).error.code, -32004);
  assert.equal((await refused('tasks/pushNotificationConfig/set', {})).error.code, -32003);
  assert.equal((await refused('agent/getAuthenticatedExtendedCard')).error.code, -32007);
  assert.equal((await refused('tasks/get', { id: 'none' })).error.code, -32001);
  for (const params of [{}, { id: 12345 }, { id: { not: 'text' } }])
    assert.equal((await refused('tasks/get', params)).error.code, -32602);
  assert.equal((await refused('tasks/cancel', { id: 'none' })).error.code, -32001);
  assert.equal((await refused('message/send', message('x', { taskId: 'none' }))).error.code, -32001);
});

test('a request in prose becomes a task that continues, ends, or is cancelled', async (t) => {
  const world = await startWorld(t, { zone });
  const result = async (method: string, params: unknown) => (await rpc(world, method, params)).json.result;
  const task = await result('message/send', message('Hello, what can you do for me?'));
  assert.deepEqual([task.kind, task.status.state], ['task', 'input-required']);
  assert.match(task.status.message.parts[0].text, /dns-lookup/);
  assert.deepEqual((await result('tasks/get', { id: task.id })).status, task.status);
  assert.equal((await result('tasks/get', { id: task.id, historyLength: 0 })).history.length, 0);

  const done = await result('message/send', message('dns-lookup shop.test', { taskId: task.id }));
  assert.deepEqual([done.id, done.status.state], [task.id, 'completed']);
  assert.deepEqual(done.artifacts[0].parts[0].data.records.A, ['192.0.2.5']);
  assert.equal(
    (await rpc(world, 'message/send', message('x y z', { taskId: task.id }))).json.error.code,
    -32602,
  );
  assert.equal((await rpc(world, 'tasks/cancel', { id: task.id })).json.error.code, -32002);

  const other = await result('message/send', message('Hello again, my friend!'));
  assert.equal((await result('tasks/cancel', { id: other.id })).status.state, 'canceled');
});

test('60 calls per minute from one network', async (t) => {
  // The calls must not cross a minute boundary.
  const world = await startWorld(t, { zone, clock: new MovableClock('2030-01-01T12:00:00Z') });
  const answers = await Promise.all(Array.from({ length: 80 }, () => rpc(world, 'no/such')));
  const refused = answers.filter(({ status }) => status === 429);
  assert.equal(refused.length, 20);
  const [{ json }] = refused as [Pick<Answer, 'json'>];
  assert.deepEqual([json.jsonrpc, json.id, json.error.code], ['2.0', 7, -32000]);
  assert.deepEqual([json.error.data.code, json.error.data.retryAfter], ['over_limit', 60]);
});
