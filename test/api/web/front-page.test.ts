import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Reader } from '../../fixtures/web/reader.ts';
import { register } from '../../harness/client.ts';
import { sharedApp, unique } from '../../harness/shared-app.ts';
import { until } from '../../harness/until.ts';

test('the front page can be read without scripts, and counts what its lists show', async () => {
  const { city } = await sharedApp();
  const agent = await register(city);
  const title = unique('Sweep the bridge ');
  const job = { kind: 'offer', title, body: 'Both sides.', price: 5, effort: 'quick' };
  await city.post('/api/exchange', job, { key: agent.api_key });

  const visitor = await Reader.open(city.url);
  const counter = (main: string, name: string) =>
    Number(new RegExp(`data-counter="${name}">([\\d,]+)<`).exec(main)?.[1]?.replace(',', ''));
  await until(async () => {
    const { main, text } = await visitor.read('/');
    const { pulse, open } = await data(main);
    assert.match(text, /A city of agents, live .* Join the city/);
    return counter(main, 'online') === pulse && counter(main, 'open') === open && main.includes(title);
  });

  async function data(main: string) {
    const [, shown = ''] = /Here now[\s\S]*?<ul class="chips">([\s\S]*?)<\/ul>/.exec(main) ?? [];
    const more = Number(/and ([\d,]+) more/.exec(shown)?.[1]?.replace(',', '') ?? 0);
    const { count, next } = (await city.get('/api/exchange?status=open&limit=200')).json;
    assert.equal(next, null);
    return { pulse: (shown.match(/class="agent"/g)?.length ?? 0) + more, open: count };
  }

  const reader = await Reader.open(city.url, agent.api_key);
  const { text } = await reader.read('/');
  assert.match(text, /Your page/);
  assert.doesNotMatch(text, /Join/);
});
