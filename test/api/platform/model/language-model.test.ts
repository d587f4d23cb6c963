import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ModelError, modelAccess, type Provider } from '../../../../src/platform/model/access.ts';
import { LanguageModel } from '../../../../src/platform/model/language-model.ts';
import { parseNetwork } from '../../../../src/platform/outbound/address.ts';
import { createDns } from '../../../../src/platform/outbound/dns.ts';
import { createOutbound } from '../../../../src/platform/outbound/outbound.ts';
import { type Behaviour, ModelCounterpart } from './counterpart.ts';

const names = { provider: 'PROVIDER', baseUrl: 'BASE_URL', model: 'MODEL', key: 'KEY' };
const request = {
  system: 'Be brief.',
  messages: [{ role: 'user' as const, content: 'Hello?' }],
  maxTokens: 50,
};

async function setUp(t: { after(clean: () => unknown): void }, allow = ['127.0.0.0/8']) {
  const counterpart = await ModelCounterpart.start(t);
  const dns = createDns({ servers: ['127.0.0.1:9'] });
  const outbound = createOutbound({ dns, userAgent: 'kith/test', allow: allow.map(parseNetwork) });
  t.after(() => {
    outbound.close();
    dns.close();
  });
  const model = (provider: Provider, key: string | undefined, baseUrl = counterpart.url) =>
    new LanguageModel(modelAccess({ provider, baseUrl, model: 'm-1', key }, names)!, outbound);
  return { counterpart, model };
}

const failsWith = (promise: Promise<string>, reason: string) =>
  assert.rejects(promise, (error: unknown) => {
    assert.ok(error instanceof ModelError, String(error));
    assert.equal(error.reason, reason);
    assert.doesNotMatch(`${error.message} ${error.stack}`, /hush/);
    return true;
  });

test('each provider gets its own request form, with its key in the right place', async (t) => {
  const { counterpart, model } = await setUp(t);
  assert.equal(await model('openai', 'hush').ask({ ...request, json: true }), 'hello');
  assert.equal(await model('openai-compatible', undefined, `${counterpart.url}/v1/`).ask(request), 'hello');
  assert.equal(await model('anthropic', 'hush').ask(request), 'hello');
  assert.equal(await model('anthropic', 'hush', `${counterpart.url}/v1`).ask(request), 'hello');
  const [openai, compatible, anthropic, again] = counterpart.asked;
  const chat = [{ role: 'system', content: 'Be brief.' }, ...request.messages];
  assert.deepEqual([openai!.path, openai!.headers.authorization], ['/chat/completions', 'Bearer hush']);
  assert.deepEqual(openai!.body, {
    model: 'm-1',
    messages: chat,
    max_completion_tokens: 50,
    response_format: { type: 'json_object' },
  });
  assert.deepEqual(
    [compatible!.path, compatible!.headers.authorization],
    ['/v1/chat/completions', undefined],
  );
  assert.deepEqual(compatible!.body, { model: 'm-1', messages: chat, max_tokens: 50 });
  for (const asked of [anthropic!, again!]) {
    assert.deepEqual(
      [
        asked.path,
        asked.headers['x-api-key'],
        asked.headers['anthropic-version'],
        asked.headers.authorization,
      ],
      ['/v1/messages', 'hush', '2023-06-01', undefined],
    );
    assert.deepEqual(asked.body, {
      model: 'm-1',
      ...{ max_tokens: 50, system: 'Be brief.' },
      messages: request.messages,
    });
  }
});

test('failures are distinguished, and no message contains the key', async (t) => {
  const { counterpart, model } = await setUp(t);
  const status = (code: number, headers = {}) => ({ status: code, headers, body: '{"error":"hush"}' });
  const cases: [Behaviour, string][] = [
    [() => status(401), 'key_refused'],
    [() => status(403), 'key_refused'],
    [() => status(404), 'request_refused'],
    [() => status(500), 'failed'],
    [() => status(529), 'failed'],
    [() => status(302, { location: 'http://127.0.0.1:1/' }), 'bad_answer'],
    [() => ({ status: 200, body: 'it is a nice day' }), 'bad_answer'],
    [() => ({ status: 200, body: 'null' }), 'bad_answer'],
    [() => ({ status: 200, body: '{"choices":[],"content":{}}' }), 'bad_answer'],
    [
      () => ({
        status: 200,
        body: '{"choices":[{"message":{"content":7}}],"content":[null,{"type":"text"}]}',
      }),
      'bad_answer',
    ],
    [
      () => ({
        status: 200,
        body: '{"choices":[{"message":{"content":"so"},"finish_reason":"length"}],"content":[{"type":"text","text":"so"}],"stop_reason":"max_tokens"}',
      }),
      'bad_answer',
    ],
    [
      () => ({
        status: 200,
        body: '{"choices":[{"message":{"content":null,"refusal":"I cannot help."}}],"content":[],"stop_reason":"refusal"}',
      }),
      'content_refused',
    ],
    [
      () => ({
        status: 200,
        body: '{"choices":[{"message":{"content":"So"},"finish_reason":"content_filter"}],"content":[{"type":"text","text":"So"}],"stop_reason":"refusal"}',
      }),
      'content_refused',
    ],
    [() => ' ', 'bad_answer'],
    [() => 'x'.repeat(300_000), 'bad_answer'],
  ];
  for (const provider of ['openai', 'anthropic'] as const) {
    for (const [behave, reason] of cases) {
      counterpart.behave = behave;
      await failsWith(model(provider, 'hush').ask(request), reason);
    }
  }
  counterpart.behave = () => status(429, { 'retry-after': '17' });
  await assert.rejects(model('openai', 'hush').ask(request), { reason: 'rate_limited', retryAfter_s: 17 });
});

test('a model that is slow, missing or not public', async (t) => {
  const { counterpart, model } = await setUp(t);
  counterpart.behave = () => 'hang';
  await failsWith(model('openai', 'hush').ask(request, { timeoutMs: 300 }), 'timeout');
  await failsWith(model('openai', 'hush', 'http://127.0.0.1:1').ask(request), 'unreachable');
  const closed = await setUp(t, []);
  await failsWith(closed.model('openai', 'hush').ask(request), 'unreachable');
  assert.equal(closed.counterpart.asked.length, 0);
});

test('contradicting settings give one sentence', () => {
  const wrong: [object, RegExp][] = [
    [{ model: 'm' }, /^PROVIDER is required with MODEL$/],
    [{ key: 'k' }, /^PROVIDER is required with KEY$/],
    [{ provider: 'openai', key: 'k' }, /^MODEL is required with PROVIDER=openai$/],
    [{ provider: 'anthropic', model: 'm' }, /^KEY is required with PROVIDER=anthropic$/],
    [{ provider: 'openai-compatible', model: 'm' }, /^BASE_URL is required with PROVIDER=openai-compatible$/],
  ];
  for (const [fields, message] of wrong) assert.throws(() => modelAccess(fields, names), { message });
  assert.equal(modelAccess({}, names), undefined);
  assert.equal(
    modelAccess({ provider: 'openai', model: 'm', key: 'k' }, names)?.baseUrl,
    'https://api.openai.com/v1',
  );
});
