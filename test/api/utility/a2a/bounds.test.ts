import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sharedWorld, startWorld } from '../../../fixtures/utility/world.ts';
import { randomAddress } from '../../../harness/client.ts';
import { MovableClock } from '../../../harness/clock.ts';
import type { SharedApp } from '../../../harness/shared-app.ts';

const env = { KITH_TRUST_PROXY: '127.0.0.1' };

// biome-ignore lint/suspicious/noExplicitAny: a test looks into results whose shape is what it tests
type Any = any;

async function send(world: Pick<SharedApp, 'kith'>, message: object, from = randomAddress()): Promise<Any> {
  const response = await fetch(`${world.kith.urls.utility}/a2a`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': from },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'message/send',
      params: { message: { kind: 'message', role: 'user', messageId: 'm', ...message } },
    }),
  });
  return response.json();
}
const words = (text: string) => [{ kind: 'text', text }];

async function storedTasks(world: Pick<SharedApp, 'database'>): Promise<{ count: number; largest: number }> {
  const [row] = await world.database.sql(
    'SELECT count(*)::int AS count, coalesce(max(octet_length(task::text)), 0)::int AS largest FROM a2a_task',
  );
  return row;
}

test('a task keeps validated fields only, and never more than 64 KB', async () => {
  const world = await sharedWorld();
  const filler = 'x '.repeat(20_000);
  const first = await send(world, {
    parts: words(`Hello, ${filler}`),
    metadata: { junk: 'y'.repeat(20_000) },
  });
  const { id, history } = first.result;
  assert.equal('metadata' in history[0], false);
  for (let i = 0; i < 5; i++) {
    const { result } = await send(world, { taskId: id, parts: words(`And then, ${filler}`) });
    assert.equal(result.status.state, 'input-required');
  }
  const { largest } = await storedTasks(world);
  // jsonb prints a space after each colon and comma, which JSON.stringify does not.
  assert.ok(largest < 66_000, `${largest} bytes`);
});

test('a message of more than 64 KB is refused and nothing is stored', async (t) => {
  const world = await startWorld(t, { env });
  const text = await send(world, { parts: words('Hello, '.repeat(10_000)) });
  assert.equal(text.error.code, -32602);
  const data = await send(world, { parts: [{ kind: 'data', data: { a: 'y'.repeat(70_000) } }] });
  assert.equal(data.error.code, -32602);
  assert.match(data.error.message, /message must have at most 65536 bytes/);
  const body = await fetch(`${world.kith.urls.utility}/a2a`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: `{"padding":"${'x'.repeat(140_000)}"}`,
  });
  assert.equal(body.status, 413);
  assert.equal((await storedTasks(world)).count, 0);
});

test('one network keeps its 50 newest tasks, and evicts none of another', async (t) => {
  const clock = new MovableClock('2030-01-01T12:00:00Z');
  const world = await startWorld(t, { env, clock });
  const other = await send(world, { parts: words('Hello from elsewhere, friend') }, '198.51.100.7');
  const ids: string[] = [];
  for (let i = 0; i < 55; i++) {
    clock.forward(1_000);
    ids.push((await send(world, { parts: words('Hello, my good friend') }, '203.0.113.9')).result.id);
  }
  assert.equal((await storedTasks(world)).count, 51);
  const follow = (taskId: string) => send(world, { taskId, parts: words('Hello, my good friend') });
  assert.equal((await follow(ids[0]!)).error.code, -32001);
  assert.equal((await follow(ids[54]!)).result.id, ids[54]);
  assert.equal((await follow(other.result.id)).result.id, other.result.id);
});

test('NUL and lone surrogates are invalid params, not a database error', async () => {
  const world = await sharedWorld();
  const before = world.logged().length;
  for (const text of ['Hello, \0 friend', 'Hello, \ud800 friend']) {
    const { error } = await send(world, { parts: words(text) });
    assert.equal(error.code, -32602, JSON.stringify(error));
  }
  assert.doesNotMatch(world.logged().slice(before), /"level":50/);
});

test('an answer with NUL and lone surrogates is stored like any other', async (t) => {
  const world = await startWorld(t, { env });
  const params = { json: '{"a": "nul \\u0000 and half \\ud83d", "b\\u0000": 1,}' };
  const data = { kind: 'data', data: { skill: 'json-repair', params } };
  const asked = await send(world, { parts: words('Hello, what can you do for me?') });
  const { result, error } = await send(world, { taskId: asked.result.id, parts: [data] });
  assert.equal(result?.status.state, 'completed', JSON.stringify(error ?? result));
  assert.equal((await storedTasks(world)).count, 1);
});

test('a web page of another origin cannot drive /a2a, by content type or by origin', async () => {
  const world = await sharedWorld();
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'no/such' });
  const post = async (headers: Record<string, string>) => {
    const answer = await world.utility.call('POST', '/a2a', { raw: body, headers });
    return [answer.status, answer.headers['x-error-code']];
  };
  assert.deepEqual(await post({ 'content-type': 'text/plain' }), [415, 'wrong_type']);
  assert.deepEqual(await post({ 'content-type': 'application/x-www-form-urlencoded' }), [415, 'wrong_type']);
  const json = { 'content-type': 'application/json' };
  assert.deepEqual(await post({ ...json, origin: 'https://evil.example' }), [403, 'foreign_host']);
  assert.deepEqual(await post({ ...json, host: 'rebound.example' }), [403, 'foreign_host']);
  assert.deepEqual(await post({ ...json, origin: world.kith.urls.city }), [200, undefined]);
  assert.deepEqual(await post({ 'content-type': 'application/json; charset=utf-8' }), [200, undefined]);
});
