import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startApp } from '../../harness/app.ts';
import { register } from '../../harness/client.ts';
import { assertRefused } from '../../harness/refused.ts';

test('a misspelt query field is refused with the nearest name; tracking parameters are ignored', async (t) => {
  const { city, utility } = await startApp(t);
  const misspelt = await city.get('/api/exchange?stauts=done');
  assertRefused(misspelt, 400, 'invalid_field');
  assert.equal(misspelt.json.error, 'stauts is not a field of this call; did you mean status?');
  const chain = await utility.get('/gas-tracker?chian=base&free=1');
  assertRefused(chain, 400, 'invalid_field');
  assert.match(chain.json.error, /did you mean chain\?/);
  assert.match(chain.json.hint, /[?&]chain=base\b/, 'the corrected call reads the chain that was meant');
  const unlike = await city.get('/api/exchange?zzzzzzzzzzzz=1');
  assert.match(unlike.json.error, /its fields are .*status/);
  assert.equal((await city.get('/api/exchange?status=open&_=17&utm_source=x')).status, 200);
  const { api_key: key } = await register(city, 'Ada');
  assertRefused(await city.get('/api/briefing?acc=1', { key }), 400, 'invalid_field');
  const job = { kind: 'ask', title: 'Read', body: 'Read it', price: 5, effort: 'quick' };
  const posted = await city.post('/api/exchange?room=den', job, { key });
  assertRefused(posted, 400, 'invalid_field');
  assert.equal(posted.json.error, 'room is in the query, and this call has no query fields');
  assert.deepEqual((await city.get('/api/exchange')).json.jobs, [], 'it is not posted in public instead');
  assert.equal((await city.post('/api/exchange?_=17&utm_source=x', job, { key })).status, 201);
});
