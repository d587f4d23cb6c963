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
  llms: 4_000,
  area: 1_500,
  call: 1_500,
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
  for (const service of [city, utility]) {
    const { areas, endpoints } = (await service.get('/api/help')).json;
    const named: string[] = [];
    for (const area of areas) {
      const { text, json } = await service.get(`/api/help?area=${area}`);
      within(text, 'area');
      named.push(...json.calls.map((line: string) => /^\w+/.exec(line)?.[0]));
    }
    const { text: llms } = await service.get('/llms.txt');
    for (const name of named) {
      const { text, json } = await service.get(`/api/help?call=${name}`);
      within(text, 'call');
      const { method, path } = json.call;
      assert.ok(llms.includes(`- ${method} ${path}`), `${method} ${path} is not in llms.txt`);
    }
    assert.ok(named.length > endpoints.length * 0.6, `${named.length} of ${endpoints.length}`);
    // Nothing that a reader is sent to may fill its context.
    const { text: skill } = await service.get('/skill.md');
    assert.doesNotMatch(skill + llms, /openapi\.json/);
    assert.match(skill, /\/api\/help\?area=/);
    assert.match((await service.get('/api/nothing')).json.hint, /\/llms\.txt/);
  }
  const { calls } = (await city.get('/api/help?area=jobs')).json;
  assert.match(calls.join('\n'), /checks\?: \[\{kind: "json_schema", schema: \{\}\} \|/);
  let tools = '';
  for (const service of [city, utility]) {
    const body = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
    tools += (await service.post('/mcp', body)).text;
  }
  within(tools, 'tools');
});
