import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ClientFactory as CurrentClient } from '@a2a-js/sdk/client';
import { ClientFactory as OldClient } from 'a2a-sdk-0.3/client';
import {
  type Any,
  begin,
  Caller,
  errorInfo,
  messageId,
  said,
  zone,
} from '../../../fixtures/utility/a2a/v1-caller.ts';
import { startWorld } from '../../../fixtures/utility/world.ts';
import { MovableClock } from '../../../harness/clock.ts';

test('the current official client and the 0.3 client work on the same address and the same task', async (t) => {
  const { world } = await begin(t);
  const current = await new CurrentClient().createFromUrl(world.kith.urls.utility);
  const card = await current.getAgentCard();
  assert.deepEqual(
    card.supportedInterfaces.map(({ protocolBinding, protocolVersion }) => [
      protocolBinding,
      protocolVersion,
    ]),
    [
      ['JSONRPC', '1.0'],
      ['JSONRPC', '0.3'],
    ],
  );
  const request = (text: string, taskId = '') => ({
    tenant: '',
    message: {
      messageId: messageId(),
      contextId: '',
      taskId,
      role: 1,
      parts: [
        {
          content: { $case: 'text' as const, value: text },
          metadata: undefined,
          filename: '',
          mediaType: '',
        },
      ],
      metadata: undefined,
      extensions: [],
      referenceTaskIds: [],
    },
    configuration: undefined,
    metadata: undefined,
  });
  const found = (await current.sendMessage(request('dns-lookup shop.test'))) as Any;
  const { json: direct } = await world.utility.get('/dns-lookup?domain=shop.test', { ally: world.ally });
  assert.deepEqual(found.parts[0].content, { $case: 'data', value: direct });

  const old = await new OldClient().createFromUrl(world.kith.urls.utility);
  const task = (await old.sendMessage({
    message: {
      kind: 'message',
      role: 'user',
      messageId: 'm-0',
      parts: [{ kind: 'text', text: 'Hello, what can you do?' }],
    },
  })) as Any;
  assert.equal(task.status.state, 'input-required');
  const done = (await current.sendMessage(request('dns-lookup shop.test', task.id))) as Any;
  assert.deepEqual([done.id, done.artifacts[0].parts[0].content.value], [task.id, direct]);
  assert.equal(((await old.getTask({ id: task.id })) as Any).status.state, 'completed');
});

test('structured input: as data, as JSON text, and as parameters after a skill id', async (t) => {
  const { world, caller } = await begin(t);
  const card = (await world.utility.get('/.well-known/agent-card.json')).json;
  for (const skill of card.skills) {
    const structured = skill.examples.at(-1);
    assert.equal(JSON.parse(structured).skill, skill.id);
    assert.equal(typeof JSON.parse(structured).params, 'object');
  }
  const asked = { skill: 'dns-lookup', params: { domain: 'shop.test' } };
  const forms = [
    [{ data: asked }],
    [{ text: JSON.stringify(asked) }],
    [{ text: 'dns-lookup {"domain":"shop.test"}' }],
    [{ text: 'dns-lookup shop.test' }],
  ];
  for (const parts of forms) {
    const { message } = await caller.result('SendMessage', said('', { parts }));
    assert.deepEqual(message.parts[0].data.records.A, ['192.0.2.5'], JSON.stringify(parts));
  }
  // The hint of a refusal is a message that works.
  const { error } = await caller.ask('SendMessage', said('verify-email {"mail":"ada@shop.test"}'));
  assert.match(error.message, /email is missing|mail is not a field/);
  assert.match(error.data[0].metadata.hint, /Like this: verify-email \{"email":/);
  const mail = await caller.result('SendMessage', said('verify-email {"email":"ada@shop.test"}'));
  assert.deepEqual(
    mail.message.parts[0].data,
    (await world.utility.get('/verify-email?email=ada@shop.test', { ally: world.ally })).json,
  );
  assert.equal(mail.message.parts[0].data.syntax.valid, true);
  // A skill for long text takes an object that names no parameter as that text.
  const repaired = await caller.result('SendMessage', said('json-repair {"a": 1, "b": [1, 2]}'));
  assert.match(JSON.stringify(repaired.message.parts[0].data), /"b"/);
});

test('over the limit is a JSON-RPC error that says when to retry', async (t) => {
  const world = await startWorld(t, { zone, clock: new MovableClock('2030-01-01T12:00:00Z') });
  const caller = new Caller(world);
  const all = await Promise.all(
    Array.from({ length: 70 }, (_, id) => caller.raw({ jsonrpc: '2.0', id, method: 'ListTasks' })),
  );
  const refused = all.filter(({ status }) => status === 429);
  assert.equal(refused.length, 10);
  for (const { json } of refused) {
    assert.ok(Number.isInteger(json.id), 'the id of its request');
    const [info, retry] = json.error.data;
    assert.deepEqual(
      [info['@type'], info.domain, info.metadata.retryAfter],
      [errorInfo, 'a2a-protocol.org', '60'],
    );
    assert.equal(retry.retryDelay, '60s');
  }
  const client = await new CurrentClient().createFromUrl(world.kith.urls.utility);
  await assert.rejects(client.getTask({ tenant: '', id: 'x' }), /over the limit of 60 A2A calls/);
});
