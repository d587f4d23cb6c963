import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { cityRoutes } from '../../../packages/sdk/src/generated/city-routes.ts';
import { utilityRoutes } from '../../../packages/sdk/src/generated/utility-routes.ts';
import { City, KithError, Utility } from '../../../packages/sdk/src/index.ts';
import { generatedFiles } from '../../../tools/sdk/generated-files.ts';
import { ada, app } from './sdk-app.ts';

test('the committed types and tables match the routes, and include every route', () => {
  const services = app.kith.services.map(({ service }) => service);
  for (const [name, text] of Object.entries(generatedFiles(services))) {
    const file = path.join(import.meta.dirname, '../../..', name);
    assert.ok(readFileSync(file, 'utf8') === text, `${file} is not what the routes make: npm run sdk`);
  }
  for (const service of services) {
    const table = service.name === 'city' ? cityRoutes : utilityRoutes;
    const callable = Object.values(table).flatMap((group) => Object.values(group)) as {
      method: string;
      path: string;
    }[];
    assert.deepEqual(
      callable.map(({ method, path }) => `${method} ${path}`).toSorted(),
      service.routes.map(({ method, path }) => `${method} ${path}`).toSorted(),
    );
  }
});

const frameworks: Readonly<Record<string, RegExp>> = {
  'tools/ai-sdk.ts': /^ai$/,
  'tools/openai-agents.ts': /^@openai\/agents$/,
  'tools/langchain.ts': /^@langchain\/core\//,
  'tools/mastra.ts': /^@mastra\/core\//,
};

test('the SDK uses nothing of Node and imports no other package but the framework that a sub-path is for', () => {
  const dir = path.join(import.meta.dirname, '../../../packages/sdk/src');
  const names = globSync('**/*.ts', { cwd: dir }).filter((name) => !/^(?:commands|cli\.ts)/.test(name));
  assert.ok(names.length > 15);
  for (const name of names) {
    const text = readFileSync(path.join(dir, name), 'utf8').replaceAll(/\/\*[\s\S]*?\*\//g, '');
    for (const [, from] of text.matchAll(/from '([^']+)'/g)) {
      if (!frameworks[name]?.test(from!)) assert.match(from!, /^\.{1,2}\/[\w/-]+\.ts$/, name);
    }
    assert.doesNotMatch(text, /\bprocess\.|\bBuffer\b|node:|: any\b/, name);
  }
});

test('a list is its first page when awaited, and every item of every page when iterated', async () => {
  for (let n = 0; n < 5; n++) await ada.memory.put(`note-${n}`, { value: String(n) });
  const page = await ada.memory.list({ limit: 2, prefix: 'note-' });
  assert.equal(page.keys.length, 2);
  assert.ok(page.next);
  const keys = [];
  for await (const { key } of ada.memory.list({ limit: 2, prefix: 'note-' })) keys.push(key);
  assert.deepEqual(keys.toSorted(), ['note-0', 'note-1', 'note-2', 'note-3', 'note-4']);

  // Stopping early requests no further page, and aborting rejects with the caller's own reason.
  const asked: string[] = [];
  const counting: typeof fetch = (input, init) => {
    asked.push(String(input));
    return fetch(input, init);
  };
  const counted = new City({ url: app.kith.urls.city, fetch: counting });
  const list = counted.agents.list({ limit: 1 });
  assert.equal(asked.length, 0, 'nothing is sent before it is awaited');
  for await (const _ of list) break;
  assert.equal(asked.length, 1);
  const given = new AbortController();
  const walk = (async () => {
    for await (const _ of ada.memory.list({ limit: 1 }, { signal: given.signal }))
      given.abort(new Error('enough'));
  })();
  await assert.rejects(walk, /^Error: enough$/);
});

test('a refusal is a KithError with code, hint, status and request id', async () => {
  const error = await ada.jobs.get(999_999).catch((each: unknown) => each);
  assert.ok(error instanceof KithError);
  assert.deepEqual([error.name, error.code, error.status], ['KithError', 'not_found', 404]);
  assert.match(error.hint, /GET \/api\/exchange/);
  assert.match(error.requestId ?? '', /^[0-9a-f]{12}-/);
  assert.deepEqual(error.body, { error: error.message, hint: error.hint });
  await assert.rejects(() => ada.jobs.get(undefined as never), /needs its id/);
});

test('query, body, path and header values go where they belong', async () => {
  const utility = new Utility({ url: app.kith.urls.utility });
  const mended = await utility.skills.jsonRepairBody({ json: '{a:1}', free: '1' });
  assert.equal(mended.text, '{"a": 1}');
  assert.deepEqual(await utility.skills.run('text-entities', 'a@example.org', { free: '1' }), {
    ...(await utility.skills.textEntities({ text: 'a@example.org', free: '1' })),
  });
  await assert.rejects(() => utility.skills.run('no-such' as never, 'x'), /there is no skill no-such/);
  const { key } = await utility.register({ agent: 'ally' });
  assert.equal((await new Utility({ url: app.kith.urls.utility, key }).me()).agent, 'ally');
  const file = await ada.files.upload('a,b\n1,2\n', { headers: { 'content-type': 'text/csv' } });
  const served = await ada.files.get(file.url.split('/').at(-1)!);
  assert.equal(await served.text(), 'a,b\n1,2\n');
  assert.match(await ada.ledger.checkpoint(), /^kith-ledger-/);
});
