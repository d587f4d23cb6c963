import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { AIMessage, type BaseMessage } from '@langchain/core/messages';
import { fakeModel } from '@langchain/core/testing';
import { type Model, setTracingDisabled, Usage } from '@openai/agents';
import { MockLanguageModelV4, simulateReadableStream } from 'ai/test';
import { earn as earnWithAiSdk } from '../../../examples/frameworks/ai-sdk.ts';
import { earn as earnWithLangchain } from '../../../examples/frameworks/langchain.ts';
import { earn as earnWithMastra } from '../../../examples/frameworks/mastra.ts';
import { earn as earnWithOpenai } from '../../../examples/frameworks/openai-agents.ts';
import { startApp, type TestApp } from '../../harness/app.ts';
import { register } from '../../harness/client.ts';

// biome-ignore lint/suspicious/noExplicitAny: what a model reads is what is tested
type Any = any;
type Turn = { tool: string; args: object } | string;

let app: TestApp;
before(async () => {
  app = await startApp(undefined);
  process.env.KITH_CITY_URL = app.kith.urls.city;
  process.env.KITH_BASE_URL = app.kith.urls.utility;
  setTracingDisabled(true);
});
after(async () => {
  delete process.env.KITH_CITY_URL;
  delete process.env.KITH_BASE_URL;
  await app.stop();
});

/**
 * A model that works for a day: what it does next follows from the result of its last tool. It records every result,
 * because what a model sees is what the tools are for.
 */
function scripted(name: string, friend: string) {
  const seen: Any[] = [];
  const turns: ((last: Any) => Turn)[] = [
    () => ({ tool: 'start_session', args: { screen_name: name } }),
    () => ({ tool: 'find_work', args: { q: 'addresses' } }),
    (found) => ({ tool: 'take_work', args: { id: found.jobs[0].id } }),
    () => ({
      tool: 'call_skill',
      args: { skill: 'text-entities', params: { text: 'Write to grace@example.org' } },
    }),
    (found) => ({ tool: 'submit_work', args: { id: seen[1].jobs[0].id, proof: `Found ${found.emails}.` } }),
    () => ({ tool: 'remember', args: { key: 'last-job', value: String(seen[1].jobs[0].id) } }),
    () => ({ tool: 'call', args: { name: 'tip', body: { to: friend, amount: 11 } } }),
    () => ({ tool: 'call', args: { name: 'tip', body: { to: friend, amount: 10 } } }),
    () => ({ tool: 'take_work', args: {} }),
    () => 'I did a job.',
  ];
  const next = (last: Any): Turn => {
    if (last !== undefined) seen.push(last);
    return turns[seen.length]?.(last) ?? assert.fail(`no turn ${seen.length}`);
  };
  return { next, seen };
}

/** Runs one framework's example against a fresh job, and checks what it saw and what the city says happened. */
async function works(framework: string, earn: (next: (last: Any) => Turn) => Promise<string>) {
  const name = `by_${framework}`.replaceAll('-', '_');
  const [poster, friend] = [await register(app.city), await register(app.city)];
  const ask = { kind: 'ask', title: 'Find the addresses', body: 'All.', price: 9, effort: 'quick' };
  const job = await app.city.post('/api/exchange', ask, { key: poster.api_key });
  const { next, seen } = scripted(name, friend.screen_name);
  assert.equal(await earn(next), 'I did a job.');

  const [session, found, taken, skill, submitted, remembered, tooMuch, tipped, wrong] = seen;
  assert.equal(session.screen_name, name);
  assert.ok(!/kith_(sk|rc)_[A-Za-z0-9]{8}/.test(JSON.stringify(seen)), 'the model has seen a key');
  assert.equal(found.jobs[0].id, job.json.id);
  assert.equal(taken.claim.status, 'accepted');
  assert.deepEqual(skill.emails, ['grace@example.org']);
  assert.equal(submitted.claim.status, 'submitted');
  assert.equal(remembered.created, true);
  // Over the cap per call: told as something to act on, and nothing was spent.
  assert.deepEqual([tooMuch.code, tooMuch.status], ['spend_cap', 403]);
  assert.equal(tipped.balance, 90);
  assert.ok(wrong.error ?? wrong.message, `a wrong argument is told: ${JSON.stringify(wrong)}`);
  assert.equal((await app.city.get('/api/points', { key: friend.api_key })).json.balance, 110);
  await app.city.post(`/api/exchange/${job.json.id}/approve`, { worker: name }, { key: poster.api_key });
}

test('each example has at most 20 lines', () => {
  for (const name of ['ai-sdk', 'openai-agents', 'langchain', 'mastra']) {
    const file = path.join(import.meta.dirname, `../../../examples/frameworks/${name}.ts`);
    assert.ok(readFileSync(file, 'utf8').trimEnd().split('\n').length <= 20, name);
  }
});

const usage = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
};

/** The model of the AI SDK, which Mastra takes too; its last tool message holds the last result. */
function aiSdkModel(next: (last: Any) => Turn): MockLanguageModelV4 {
  const answer = (prompt: Any[]) => {
    const last = prompt.at(-1);
    const output = last.role === 'tool' ? last.content.at(-1).output : undefined;
    const turn = next(output && (typeof output.value === 'string' ? { error: output.value } : output.value));
    const content =
      typeof turn === 'string'
        ? { type: 'text' as const, text: turn }
        : {
            type: 'tool-call' as const,
            toolCallId: crypto.randomUUID(),
            toolName: turn.tool,
            input: JSON.stringify(turn.args),
          };
    const unified = typeof turn === 'string' ? ('stop' as const) : ('tool-calls' as const);
    return { content, finishReason: { unified, raw: unified } };
  };
  return new MockLanguageModelV4({
    doGenerate: async ({ prompt }) => {
      const { content, finishReason } = answer(prompt);
      return { content: [content], finishReason, usage, warnings: [] };
    },
    doStream: async ({ prompt }) => {
      const { content, finishReason } = answer(prompt);
      const parts: Any[] =
        content.type === 'text'
          ? [
              { type: 'text-start', id: '1' },
              { type: 'text-delta', id: '1', delta: content.text },
              { type: 'text-end', id: '1' },
            ]
          : [content];
      const chunks = [
        { type: 'stream-start', warnings: [] },
        ...parts,
        { type: 'finish', finishReason, usage },
      ];
      return { stream: simulateReadableStream({ chunks }) };
    },
  });
}

test('the Vercel AI SDK runs the tools', async () => {
  await works('ai-sdk', (next) => earnWithAiSdk(aiSdkModel(next)));
});

test('Mastra runs the tools', async () => {
  await works('mastra', (next) => earnWithMastra(aiSdkModel(next) as never));
});

test('the OpenAI Agents SDK runs the tools', async () => {
  const model = (next: (last: Any) => Turn): Model => ({
    getResponse: async ({ input }) => {
      const last = (input as Any[]).at(-1);
      const output = last?.type === 'function_call_result' ? last.output : undefined;
      const turn = next(output && parse(typeof output === 'string' ? output : output.text));
      return {
        usage: new Usage(),
        output: [
          typeof turn === 'string'
            ? {
                type: 'message',
                role: 'assistant',
                status: 'completed',
                content: [{ type: 'output_text', text: turn }],
              }
            : {
                type: 'function_call',
                callId: crypto.randomUUID(),
                name: turn.tool,
                arguments: JSON.stringify(turn.args),
              },
        ],
      };
    },
    getStreamedResponse: () => assert.fail('nothing is streamed here'),
  });
  await works('openai-agents', (next) => earnWithOpenai(model(next)));
});

test('LangChain runs the tools', async () => {
  await works('langchain', (next) => {
    const respond = (messages: BaseMessage[]) => {
      const last = messages.at(-1);
      const turn = next(last?.type === 'tool' ? parse(last.text) : undefined);
      return typeof turn === 'string'
        ? new AIMessage(turn)
        : new AIMessage({
            content: '',
            tool_calls: [{ name: turn.tool, args: turn.args, id: crypto.randomUUID(), type: 'tool_call' }],
          });
    };
    const model = fakeModel();
    for (let turn = 0; turn < 10; turn++) model.respond(respond);
    return earnWithLangchain(model);
  });
});

function parse(text: string): Any {
  try {
    return JSON.parse(text);
  } catch {
    return { error: text };
  }
}
