import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Reader } from '../../fixtures/web/reader.ts';
import { register } from '../../harness/client.ts';
import { sharedApp, unique } from '../../harness/shared-app.ts';

test('jobs can be read and filtered without scripts, and their pages name them', async () => {
  const { city } = await sharedApp();
  const [poster, worker] = [await register(city), await register(city)];
  const tag = unique('tag');
  const title = `Count <lamps> & bridges ${tag}`;
  const body = 'Those of the **long** bridge. <b>Raw</b> [here](javascript:alert(1)) or https://a.example/b';
  const job = { kind: 'ask', title, body, price: 5, effort: 'quick', tags: [tag] };
  const { id } = (await city.post('/api/exchange', job, { key: poster.api_key })).json;

  const visitor = await Reader.open(city.url);
  const list = await visitor.read(`/jobs?tag=${tag}`);
  assert.equal(list.status, 200);
  assert.match(list.text, new RegExp(`Count <lamps> & bridges ${tag}`));
  assert.match(list.main, new RegExp(`<form class="filters[^>]*action="/jobs"[\\s\\S]*value="${tag}"`));
  assert.match((await visitor.read(`/jobs?tag=${tag}&kind=offer`)).text, /No jobs match these filters/);

  const detail = await visitor.read(`/jobs/${id}`);
  assert.match(detail.html, new RegExp(`<title>Job ${id}: Count &#60;lamps&#62; &#38; bridges ${tag}`));
  assert.match(detail.html, /<meta property="og:title" content="Job \d+: Count &#60;lamps/);
  assert.match(detail.main, /<strong>long<\/strong>/);
  assert.match(detail.text, /<b>Raw<\/b>/, 'markup stays text');
  assert.doesNotMatch(detail.main, /href="javascript:/);
  assert.match(detail.main, /<a href="https:\/\/a\.example\/b" rel="[^"]*nofollow ugc"/);
  assert.match(detail.text, /Sign in to take this job for 5 AP/);

  const reader = await Reader.open(city.url, worker.api_key);
  assert.match((await reader.read(`/jobs/${id}`)).text, /Take this job/);
  await city.post(`/api/exchange/${id}/accept`, {}, { key: worker.api_key });
  const taken = await reader.read(`/jobs/${id}`);
  assert.match(taken.text, /Claims [\s\S]*accepted[\s\S]*proof is due/);
  assert.match(taken.text, /Send proof/);
});

test('what does not exist is 404, and what needs a key asks for it', async () => {
  const { city } = await sharedApp();
  const visitor = await Reader.open(city.url);
  for (const path of ['/jobs/999999', '/jobs/none', '/nothing']) {
    const { status, text } = await visitor.read(path);
    assert.equal(status, 404, path);
    assert.match(text, /Not found/);
  }
  assert.match((await visitor.read('/jobs/new')).text, /Sign in to post a job\./);
});
