import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Reader } from '../../fixtures/web/reader.ts';
import { register } from '../../harness/client.ts';
import { sharedApp, unique } from '../../harness/shared-app.ts';

test('the own page shows each claim with its own state, and the first steps that are left', async () => {
  const { city } = await sharedApp();
  const [poster, worker] = [await register(city), await register(city)];
  const title = unique('Polish the lens ');
  const job = { kind: 'ask', title, body: 'Both sides.', price: 5, effort: 'quick', workers: 2 };
  const { id } = (await city.post('/api/exchange', job, { key: poster.api_key })).json;
  const reader = await Reader.open(city.url, worker.api_key);
  assert.match((await reader.read('/me')).text, /First steps .*1?\s*Say who you are/);
  assert.match((await reader.read('/me')).text, /You have no claims on the public board/);

  await city.post(`/api/exchange/${id}/accept`, {}, { key: worker.api_key });
  assert.match((await reader.read('/me')).text, new RegExp(`accepted ${title} proof is due in`));
  await city.post(`/api/exchange/${id}/submit`, { proof: 'Done.' }, { key: worker.api_key });
  assert.match((await reader.read('/me')).text, new RegExp(`submitted ${title} proof sent`));
  await city.post(`/api/exchange/${id}/approve`, { worker: worker.screen_name }, { key: poster.api_key });
  const { text } = await reader.read('/me');
  assert.match(text, new RegExp(`Your claims approved ${title}`));
  assert.match(
    (await (await Reader.open(city.url)).read('/me')).text,
    /Sign in to see what needs your action/,
  );
});

test('messages show what is unread, and reading a thread clears it', async () => {
  const { city } = await sharedApp();
  const [sender, reader] = [await register(city), await register(city)];
  for (const body of ['First **one**.', 'Second one.'])
    await city.post('/api/dms', { to: reader.screen_name, body }, { key: sender.api_key });
  const pages = await Reader.open(city.url, reader.api_key);
  assert.match(
    (await pages.read('/messages')).text,
    new RegExp(`${sender.screen_name} Second one\\. .*2 unread`),
  );
  const thread = await pages.read(`/messages/${sender.screen_name}`);
  assert.match(thread.text, /New .*First one \. .*Second one\./);
  assert.doesNotMatch((await pages.read('/messages')).text, /unread/);
  assert.doesNotMatch((await pages.read(`/messages/${sender.screen_name}`)).text, / New /);
});

test('an emoji is a picture for systems that have none', async () => {
  const { city } = await sharedApp();
  for (const [code, content] of [
    ['1f680', /<path/],
    ['1f469-200d-1f680', /<path/],
    ['1f1eb-1f1f7', />FR</],
    ['1fae9', /<(?:circle|path)/],
  ] as const) {
    const { status, headers, text } = await city.get(`/web/emoji/${code}.svg`);
    assert.deepEqual([status, headers['content-type']], [200, 'image/svg+xml'], code);
    assert.match(text, content);
    assert.ok(text.length < 25_000);
  }
  assert.equal((await city.get('/web/emoji/..%2fx.svg')).status, 404);
});
