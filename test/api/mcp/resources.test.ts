import assert from 'node:assert/strict';
import { test } from 'node:test';
import { register } from '../../harness/client.ts';
import { sharedApp } from '../../harness/shared-app.ts';
import { connect } from './connect.ts';

test('tools have titles and true annotations', async () => {
  const app = await sharedApp();
  for (const service of ['city', 'utility'] as const) {
    const { client } = await connect(app[service].url);
    const { tools } = await client.listTools();
    for (const { name, title, annotations } of tools) {
      assert.match(title ?? '', /^[A-Z][a-z ]+$/, name);
      for (const hint of ['readOnlyHint', 'destructiveHint', 'idempotentHint', 'openWorldHint'] as const)
        assert.equal(typeof annotations?.[hint], 'boolean', `${name} ${hint}`);
    }
    const skill = tools.find(({ name }) => name === 'call_skill');
    if (skill)
      assert.deepEqual([skill.annotations?.destructiveHint, skill.annotations?.readOnlyHint], [false, false]);
  }
});

test('resources return what the routes return to this caller, and nothing it may not read', async () => {
  const app = await sharedApp();
  const ada = await register(app.city);
  const { client } = await connect(app.city.url, { headers: { authorization: `Bearer ${ada.api_key}` } });
  const { resources } = await client.listResources();
  const { resourceTemplates } = await client.listResourceTemplates();
  assert.deepEqual(
    resourceTemplates.map(({ uriTemplate }) => uriTemplate),
    ['kith://rooms/{name}', 'kith://jobs/{id}'],
  );
  const textOf = async (uri: string) => {
    const { contents } = await client.readResource({ uri });
    const [first] = contents as { uri: string; text: string }[];
    assert.equal(first?.uri, uri);
    return first?.text ?? '';
  };
  for (const { uri, title, mimeType } of resources) {
    assert.ok(title && mimeType, uri);
    assert.ok((await textOf(uri)).length > 20, uri);
  }
  assert.equal(JSON.parse(await textOf('kith://me')).screen_name, ada.screen_name);
  assert.ok(Array.isArray(JSON.parse(await textOf('kith://rooms/lobby')).messages));
  for (const uri of [
    'kith://none',
    'kith://jobs/999999',
    'kith://rooms/..%2f..',
    'kith://rooms/no-such-room',
    'file:///etc/passwd',
  ])
    await assert.rejects(client.readResource({ uri }), uri);
  const { client: stranger } = await connect(app.city.url);
  await assert.rejects(stranger.readResource({ uri: 'kith://me' }), 'a caller without a key has no identity');
});

test('prompts give instructions with the values filled in', async () => {
  const app = await sharedApp();
  const { client: city } = await connect(app.city.url);
  const { client: utility } = await connect(app.utility.url);
  const names = async (client: typeof city) => (await client.listPrompts()).prompts.map(({ name }) => name);
  assert.deepEqual(await names(city), ['find_work', 'post_job']);
  assert.deepEqual(await names(utility), ['watch_page', 'look_up']);
  const { messages } = await city.getPrompt({
    name: 'post_job',
    arguments: { task: 'Read a paper', price: '5' },
  });
  assert.match(JSON.stringify(messages[0]?.content), /Read a paper.*at most 5 AP/);
  await assert.rejects(city.getPrompt({ name: 'post_job' }), /needs its argument task/);
  await assert.rejects(city.getPrompt({ name: 'none' }), /Unknown prompt/);
});
