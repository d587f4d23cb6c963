import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { Storyboard } from '../../../../src/video/storyboard.ts';
import { storyboard } from '../../../fixtures/video/storyboards.ts';
import { afterFile } from '../../../harness/after-file.ts';
import { startApp, type TestApp } from '../../../harness/app.ts';
import { whenNotBusy } from '../../../harness/client.ts';
import { dump } from '../../../harness/dump.ts';
import { assertRefused } from '../../../harness/refused.ts';
import { ModelCounterpart } from '../../platform/model/counterpart.ts';
import { newAlly } from './new-ally.ts';

// An app that accepts orders but does not render them: only the scripts are tested.
const file = afterFile();
let app: TestApp;
let model: ModelCounterpart;

before(async () => {
  model = await ModelCounterpart.start(file);
  app = await startApp(undefined, {
    env: {
      KITH_ROLES: 'city,utility',
      KITH_OUTBOUND_ALLOW: '127.0.0.0/8',
      KITH_TRUST_PROXY: '127.0.0.1',
      KITH_LOG_LEVEL: 'trace',
    },
  });
  file.after(() => app.stop());
});

const jobs = async () => Number((await app.database.sql('SELECT count(*) AS n FROM video_job'))[0]!.n);

const ownModel = (key: string, more: Record<string, string> = {}) => ({
  'x-llm-provider': 'openai-compatible',
  'x-llm-base-url': model.url,
  'x-llm-model': 'm-1',
  'x-llm-key': key,
  ...more,
});

test('with the caller’s own model the script is written at once; its key is not stored', async () => {
  const me = await newAlly(app.utility);
  await app.utility.post('/video', { topic: 'owls' }, me);
  const script: Storyboard = { ...storyboard, title: 'Three hearts' };
  model.behave = () => `Here you are:\n\`\`\`json\n${JSON.stringify(script)}\n\`\`\``;
  const key = 'sk-of-the-caller-kept-nowhere-4711';
  const answer = await app.utility.post(
    '/video',
    { topic: 'hearts of an octopus' },
    { ...me, headers: ownModel(key) },
  );
  assert.equal(answer.status, 200, answer.text);
  const { json } = await app.utility.get(`/video/${answer.json.job_id}`, me);
  assert.deepEqual([json.title, json.stage, json.tags], ['Three hearts', 'voice', script.tags]);
  assert.equal(model.asked.at(-1)!.headers.authorization, `Bearer ${key}`);
  assert.match(JSON.stringify(model.asked.at(-1)!.body), /hearts of an octopus/);
  assert.ok(!(await dump(app.database)).includes(key));
  assert.ok(!app.logged().includes(key));
});

test('a model’s script with characters that cannot be stored is kept without them', async () => {
  const me = await newAlly(app.utility);
  model.behave = () => JSON.stringify({ ...storyboard, title: 'Three\0 hearts \ud83d' });
  const answer = await app.utility.post('/video', { topic: 'owls' }, { ...me, headers: ownModel('k') });
  assert.equal(answer.status, 200, answer.text);
  const { json } = await app.utility.get(`/video/${answer.json.job_id}`, me);
  assert.equal(json.title, 'Three hearts \ufffd');
});

test('an invalid script is requested once more with its faults, then refused; the model’s message is reported', async () => {
  const me = await newAlly(app.utility);
  const order = (headers: Record<string, string>) =>
    app.utility.post('/video', { topic: 'owls' }, { ...me, headers });
  const script = storyboard;
  const before = await jobs();
  let asked = 0;
  const broken = {
    ...script,
    beats: [{ ...script.beats[0]!, scene: { kind: 'explosion' } }, ...script.beats.slice(1)],
  };
  model.behave = () => (asked++ === 0 ? JSON.stringify(broken) : JSON.stringify(script));
  assert.equal((await order(ownModel('k'))).status, 200);
  assert.equal(asked, 2);
  assert.match(JSON.stringify(model.asked.at(-1)!.body.messages), /beats\.0\.scene/);
  model.behave = () => '<script>alert(1)</script>';
  assertRefused(await order(ownModel('k')), 502, 'model_failed');
  model.behave = () => ({
    status: 200,
    body: JSON.stringify({ choices: [{ message: { content: null, refusal: 'I cannot help with that.' } }] }),
  });
  assertRefused(await order(ownModel('k')), 400, 'model_refused', 'refused to answer');
  model.behave = () => ({ status: 401, body: '{}' });
  assertRefused(await order(ownModel('k')), 400, 'model_refused');
  model.behave = () => ({ status: 500, body: '{}' });
  assertRefused(await order(ownModel('k')), 502, 'model_failed');
  assertRefused(
    await order({ 'x-llm-provider': 'acme', 'x-llm-model': 'm', 'x-llm-key': 'k' }),
    400,
    'invalid_field',
  );
  assertRefused(await order({ 'x-llm-model': 'm' }), 400, 'invalid_field');
  assertRefused(
    await order({ 'x-llm-provider': 'openai-compatible', 'x-llm-model': 'm' }),
    400,
    'invalid_field',
  );
  assertRefused(
    await order(ownModel('k', { 'x-llm-base-url': 'http://10.0.0.1' })),
    502,
    'model_failed',
    'not public',
  );
  assert.equal((await jobs()) - before, 1);
  assert.equal(
    (await app.utility.post('/video', { topic: 'owls' }, me)).status,
    200,
    'the free one is still there',
  );
});

test('one key cannot fill the queue, also not with concurrent orders', async () => {
  const me = await newAlly(app.utility);
  const script = storyboard;
  model.behave = () => JSON.stringify(script);
  const order = () =>
    whenNotBusy(() => app.utility.post('/video', { topic: 'owls' }, { ...me, headers: ownModel('k') }));
  const answers = await Promise.all(Array.from({ length: 20 }, order));
  assert.equal(answers.filter(({ status }) => status === 200).length, 5);
  for (const answer of answers.filter(({ status }) => status !== 200))
    assertRefused(answer, 429, 'over_limit');
  assertRefused(await order(), 429, 'over_limit');
});
