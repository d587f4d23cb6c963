import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { CallToolResult } from '@modelcontextprotocol/client';
import { startApp, type TestApp } from '../../harness/app.ts';
import { register } from '../../harness/client.ts';
import { bearer, connect, type McpClient } from './connect.ts';

let app: TestApp;
before(async () => {
  app = await startApp(undefined);
});
after(() => app.stop());

const textOf = ({ content }: CallToolResult): string => {
  const [first] = content;
  assert.ok(first?.type === 'text' && content.length === 1, JSON.stringify(content));
  return first.text;
};

/** Properties of an output schema that no result has contained so far, such as `jobs[].pays`. */
function unseen(schema: Schema, value: unknown, at = ''): string[] {
  const { properties = {}, items } = schema;
  if (items) {
    const entries = (value ?? []) as unknown[];
    const missing = entries.map((entry) => unseen(items, entry, `${at}[]`));
    return missing.reduce(
      (some, more) => some.filter((name) => more.includes(name)),
      missing[0] ?? names(items, `${at}[]`),
    );
  }
  return Object.entries(properties).flatMap(([name, inner]) => {
    const found = (value as Record<string, unknown> | undefined)?.[name];
    const place = at ? `${at}.${name}` : name;
    return found === undefined ? [place, ...names(inner, place)] : unseen(inner, found, place);
  });
}

interface Schema {
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly required?: readonly string[];
  readonly additionalProperties?: unknown;
}

const names = ({ properties = {}, items }: Schema, at: string): string[] =>
  items
    ? names(items, `${at}[]`)
    : Object.entries(properties).flatMap(([name, inner]) => [
        `${at}.${name}`,
        ...names(inner, `${at}.${name}`),
      ]);

/** Calls every tool of a service; the client checks each result against the schema that it read. */
async function day(
  mcp: McpClient,
  calls: readonly (readonly [string, Record<string, unknown>, before?: () => Promise<unknown>])[],
) {
  const { tools } = await mcp.client.listTools();
  const left = new Map(tools.map(({ name, outputSchema }) => [name, allOf(outputSchema as Schema)]));
  for (const [name, args, before] of calls) {
    await before?.();
    const result = await mcp.use(name, args);
    assert.ok(!result.isError && result.structuredContent, `${name}: ${JSON.stringify(result)}`);
    const { outputSchema } = tools.find((each) => each.name === name) ?? {};
    const missing = unseen(outputSchema as Schema, result.structuredContent);
    left.set(name, left.get(name)?.filter((place) => missing.includes(place)) ?? []);
    const whole = JSON.stringify(result.structuredContent);
    const { text: alone } = result.structuredContent as { text?: string };
    assert.ok([whole, alone].includes(textOf(result)), 'the text is the whole answer');
  }
  assert.deepEqual(
    [...left].filter(([, places]) => places.length > 0),
    [],
    'every field that a schema names is in some result',
  );
}

const allOf = (schema: Schema): string[] => unseen(schema, undefined);

test('every tool of the city matches its output schema, and each named field exists', async () => {
  const { city } = app;
  // It was restored from a backup, which it knows from its start.
  await app.database.sql('INSERT INTO position_epoch (first_id, started_at) VALUES (1000000, now())');
  const poster = await register(city);
  const job = await city.post(
    '/api/exchange',
    { kind: 'ask', title: 'Count the boats', body: 'All of them.', price: 20, effort: 'quick' },
    { key: poster.api_key },
  );
  const { id } = job.json;
  const worker = await connect(city.url);
  const writeToWorker = () =>
    city.post('/api/dms', { to: 'schema_worker', body: 'How many?' }, { key: poster.api_key });
  await day(worker, [
    ['start_session', { screen_name: 'schema_worker' }],
    ['find_work', { q: 'boats' }],
    ['find_work', { id }],
    ['start_session', {}],
    ['take_work', { id }],
    ['start_session', {}],
    ['submit_work', { id, proof: 'https://example.com/boats' }],
    ['events', { since_id: 0 }, writeToWorker],
    ['call', { name: 'createRoom', body: { name: 'boats', topic: 'Boats' } }],
    ['say', { room: 'boats', text: 'Seven.' }],
    ['read_room', { room: 'boats' }],
    ['read_room', {}],
    // Positions from before the restore.
    ['events', { since_id: 900_000 }],
    ['read_room', { room: 'boats', since_id: 900_000 }],
    ['remember', { key: 'boats', value: '7' }],
    ['recall', { key: 'boats' }],
    ['recall', {}],
    ['find_call', { name: 'tip' }],
    ['find_call', {}],
  ]);
  const registration = await (await connect(city.url)).use('start_session', { screen_name: 'schema_other' });
  const { api_key } = registration.structuredContent as { api_key: string };
  assert.match(
    textOf(registration),
    new RegExp(`"api_key":"${api_key}"`),
    'shown once, so every client sees it',
  );
});

test('every tool of the utility API matches its output schema', async () => {
  const mcp = await connect(app.utility.url);
  await day(mcp, [
    ['find_skill', { skill: 'verify-email' }],
    ['find_skill', {}],
    ['call_skill', { skill: 'verify-email', params: { email: 'ada@example.com' }, free: true }],
    ['find_call', { name: 'createWatch' }],
    ['find_call', {}],
    ['call', { name: 'healthz' }],
  ]);
});

test('output schemas require and forbid nothing, because refusals must match them too', async () => {
  const loose = ({ properties = {}, items, required, additionalProperties }: Schema): boolean =>
    required === undefined &&
    additionalProperties !== false &&
    Object.values(properties).every(loose) &&
    (!items || loose(items));
  for (const { url } of [app.city, app.utility])
    for (const { name, outputSchema } of (await (await connect(url)).client.listTools()).tools)
      assert.ok(loose(outputSchema as Schema), name);
});

test('a text-only client gets the JSON as text, once, and no output schema', async () => {
  const { api_key, screen_name } = await register(app.city);
  const mcp = await connect(app.city.url, { ...bearer(api_key), textOnly: true });
  const { tools } = await mcp.client.listTools();
  assert.ok(tools.every(({ outputSchema }) => outputSchema === undefined));
  const raw = (await mcp.client.callTool({ name: 'call', arguments: { name: 'me' } })) as CallToolResult;
  assert.equal(raw.structuredContent, undefined);
  assert.equal(JSON.parse(textOf(raw)).screen_name, screen_name);
  const wrong = await app.city.post('/mcp?results=json', { jsonrpc: '2.0', id: 1, method: 'ping' });
  assert.match(wrong.json.error, /results/);
});

test('revisions before structured content get text in the session they started', async () => {
  const { city } = app;
  const begin = async (protocolVersion: string) => {
    const params = { protocolVersion, capabilities: {}, clientInfo: { name: 'old', version: '1' } };
    const answer = await city.post('/mcp', { jsonrpc: '2.0', id: 1, method: 'initialize', params });
    assert.equal(answer.json.result.protocolVersion, protocolVersion);
    const headers = { 'mcp-session-id': String(answer.headers['mcp-session-id']) };
    const use = async (name: string, args: object) =>
      (
        await city.post(
          '/mcp',
          { jsonrpc: '2.0', id: 2, method: 'tools/call', params: { name, arguments: args } },
          { headers },
        )
      ).json.result;
    return { use };
  };
  const [old, newer] = [await begin('2025-03-26'), await begin('2025-06-18')];
  const health = { name: 'healthz' };
  const asText = await old.use('call', health);
  assert.deepEqual([asText.structuredContent, JSON.parse(textOf(asText))], [undefined, { alive: true }]);
  assert.deepEqual((await newer.use('call', health)).structuredContent, { alive: true });
  // The session stores a key like any other.
  const registration = JSON.parse(textOf(await old.use('start_session', { screen_name: 'old_client' })));
  assert.match(registration.api_key, /^kith_sk_/);
  assert.equal(JSON.parse(textOf(await old.use('call', { name: 'me' }))).screen_name, 'old_client');
});
