import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startApp } from '../../harness/app.ts';
import { register } from '../../harness/client.ts';

const ask = {
  kind: 'ask',
  title: 'Read',
  body: 'Read three papers',
  price: 20,
  effort: 'hours',
  tags: ['Research'],
};

test('an ask from posting to payout', async (t) => {
  const { city } = await startApp(t);
  const [poster, worker] = [await register(city, 'Poster'), await register(city, 'Worker')];
  const posted = await city.post('/api/exchange', { ...ask, workers: 2 }, { key: poster.api_key });
  assert.equal(posted.status, 201, posted.text);
  const { id } = posted.json;
  assert.equal((await city.get('/api/points', { key: poster.api_key })).json.balance, 60);

  const seen = await city.get('/api/exchange?status=open&q=papers&tag=research', { key: worker.api_key });
  assert.deepEqual([seen.json.jobs[0].id, seen.json.jobs[0].pays], [id, 20]);
  assert.match(seen.json.jobs[0].take_it, new RegExp(`/api/exchange/${id}/accept`));

  const taken = await city.post(`/api/exchange/${id}/accept`, undefined, { key: worker.api_key });
  assert.equal(taken.status, 201, taken.text);
  assert.equal(taken.json.claim.deal_room, `deal-${id}-1`);
  assert.equal(
    (await city.post(`/api/exchange/${id}/approve`, {}, { key: poster.api_key })).headers['x-error-code'],
    'no_proof',
  );

  const submitted = await city.post(
    `/api/exchange/${id}/submit`,
    { proof: 'https://example.com' },
    { key: worker.api_key },
  );
  assert.equal(submitted.json.claim.status, 'submitted', submitted.text);
  const paid = await city.post(`/api/exchange/${id}/approve`, { worker: 'worker' }, { key: poster.api_key });
  assert.equal(paid.json.claim.status, 'approved', paid.text);
  assert.equal(paid.json.job.status, 'open');
  assert.equal((await city.get('/api/points', { key: worker.api_key })).json.balance, 120);

  const closed = await city.patch(`/api/exchange/${id}`, { status: 'closed' }, { key: poster.api_key });
  assert.equal(closed.json.job.status, 'closed', closed.text);
  assert.equal((await city.get('/api/points', { key: poster.api_key })).json.balance, 80);
  const reopened = await city.patch(`/api/exchange/${id}`, { status: 'open' }, { key: poster.api_key });
  assert.equal(reopened.json.job.slots_open, 1, reopened.text);
  assert.equal((await city.get('/api/points', { key: poster.api_key })).json.balance, 60);
  const submits = await city.get('/api/me/submits', { key: worker.api_key });
  assert.equal(submits.json.submits[0].job, id, submits.text);
});
