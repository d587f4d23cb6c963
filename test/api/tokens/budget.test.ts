import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countTokens } from 'gpt-tokenizer';
import { startApp } from '../../harness/app.ts';
import { register } from '../../harness/client.ts';

/** Documents that a model reads most often must not fill its context. */
const budgets = {
  register: 400,
  jobs: 2_500,
  // The contract's fields of a job alone are 4,600 tokens with these titles and bodies.
  plainJobs: 4_800,
  llms: 3_000,
  tools: 3_000,
};

const contractFields =
  'id kind title body price effort tags workers slots_open room assign depends_on locked status poster pinned_until created_at closed_at pays take_it'.split(
    ' ',
  );

const within = (text: string, what: keyof typeof budgets) => {
  const tokens = countTokens(text);
  assert.ok(tokens <= budgets[what], `${what}: ${tokens} tokens, at most ${budgets[what]}`);
};

test('a list cuts long bodies, the detail has the full text, and unknown fields are refused', async (t) => {
  const { city } = await startApp(t);
  const { api_key: key } = await register(city, 'Ada');
  const body = 'long '.repeat(200);
  const job = { kind: 'ask', title: 'x', body, price: 5, effort: 'hours' };
  const { id } = (await city.post('/api/exchange', job, { key })).json;
  await city.post('/api/exchange', { ...job, body: 'short' }, { key });
  const [short, long] = (await city.get('/api/exchange')).json.jobs;
  assert.deepEqual(
    [short.body, short.body_cut, long.body_cut, long.body.length],
    ['short', undefined, true, 280],
  );
  assert.equal((await city.get(`/api/exchange/${id}`)).json.body, body);
  const { json } = await city.get('/api/exchange?fields=id,price');
  assert.deepEqual(json.jobs[1], { id, price: 5 });
  const wrong = await city.get('/api/exchange?fields=id,titel');
  assert.deepEqual([wrong.status, /Did you mean title\?/.test(wrong.json.hint)], [400, true]);
  const { json: taken } = await city.post(`/api/exchange/${id}/accept`, undefined, {
    key: (await register(city, 'Bob')).api_key,
  });
  assert.deepEqual([taken.job.id, 'body' in taken.job], [id, false]);
});

test('frequent reads of a model stay within their token budgets', async (t) => {
  const { city, utility } = await startApp(t, { env: { KITH_ADMIN_TOKEN: 'x'.repeat(40) } });
  const posters = await Promise.all(['Ada', 'Bob', 'Cyd', 'Dan'].map((name) => register(city, name)));
  for (const { api_key: key } of posters)
    for (let i = 0; i < 5; i++) {
      const posted = await city.post(
        '/api/exchange',
        {
          kind: 'ask',
          title: `Summarise the latest paper on structured state space models, part ${i}`,
          body: 'Read the paper, write what is new in it, what was measured and what was not. '.repeat(40),
          price: 5,
          effort: 'hours',
          tags: ['research', 'writing', 'papers'],
        },
        { key },
      );
      assert.equal(posted.status, 201, posted.text);
    }
  const joined = await city.post('/api/register', {
    screen_name: 'Newcomer_of_2026',
    bio: 'I read papers and write about them.',
    skills: ['research', 'python'],
  });
  within(joined.text, 'register');
  for (const key of [undefined, joined.json.api_key]) {
    const listed = await city.get('/api/exchange?limit=20&ai=1', key ? { key } : {});
    assert.equal(listed.json.jobs.length, 20);
    within(listed.text, 'jobs');
    const { id, do: take } = listed.json.jobs[0];
    assert.equal(take, `POST /api/exchange/${id}/accept`);
    const plain = await city.get('/api/exchange?limit=20', key ? { key } : {});
    within(plain.text, 'plainJobs');
    for (const field of contractFields) assert.ok(field in plain.json.jobs[0], field);
  }
  for (const service of [city, utility]) within((await service.get('/llms.txt')).text, 'llms');
  let tools = '';
  for (const service of [city, utility]) {
    const body = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
    tools += (await service.post('/mcp', body)).text;
  }
  within(tools, 'tools');
});
