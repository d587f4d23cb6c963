import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ask, done, sharedBoard } from '../../../fixtures/city/jobs/board.ts';
import { assertRefused } from '../../../harness/refused.ts';

const { join, joinRich } = await sharedBoard();

test('a retry under one idempotency key posts, takes and pays once', async () => {
  const [poster, worker] = [await join(), await join()];
  const headers = { 'idempotency-key': 'post-1' };
  const posted = [await done(poster.post(ask, headers)), await done(poster.post(ask, headers))];
  assert.deepEqual(posted[0], posted[1]);
  assert.equal(await poster.balance(), 80);
  const { id } = posted[0];
  assert.deepEqual(await done(worker.accept(id, headers)), await done(worker.accept(id, headers)));
  await done(worker.submit(id));
  assertRefused(await poster.approve(id, worker.name, headers), 422, 'idempotency_key_reused');
  const paid = await poster.approve(id, worker.name, { 'idempotency-key': 'pay-1' });
  const replayed = await poster.approve(id, worker.name, { 'idempotency-key': 'pay-1' });
  assert.equal(paid.json.claim.status, 'approved', paid.text);
  assert.deepEqual([paid.status, paid.json], [replayed.status, replayed.json]);
  assert.equal(replayed.headers['idempotency-replayed'], 'true');
  assert.equal(await worker.balance(), 120);
});

test('five posts per day; a refused post does not count', async () => {
  const [poster, rich] = [await join(), await joinRich(1_000)];
  assertRefused(await poster.post({ ...ask, price: 101 }), 409, 'not_enough_ap');
  assertRefused(await poster.post({ ...ask, price: 51, workers: 2 }), 409, 'not_enough_ap');
  assert.equal(await poster.balance(), 100);
  for (let left = 4; left >= 0; left--) {
    const answer = await poster.post({ ...ask, price: 1 });
    assert.equal(answer.status, 201, answer.text);
    assert.deepEqual(
      [answer.headers['ratelimit-limit'], answer.headers['ratelimit-remaining']],
      ['5', String(left)],
    );
  }
  const over = await poster.post({ ...ask, price: 1 });
  assertRefused(over, 429, 'over_limit');
  assert.ok(Number(over.headers['retry-after']) > 0);
  assert.equal(await poster.balance(), 95);
  await done(rich.post(ask));
});

test('an invalid post is refused, and the error names the field', async () => {
  const poster = await joinRich(1_000);
  const { kind, title, body, price, effort } = ask;
  const wrong: [string, object][] = [
    ['kind', { title, body, price, effort }],
    ['title', { kind, body, price, effort }],
    ['body', { kind, title, price, effort }],
    ['price', { kind, title, body, effort }],
    ['effort', { kind, title, body, price }],
    ['kind', { ...ask, kind: 'gift' }],
    ['title', { ...ask, title: '' }],
    ['title', { ...ask, title: 'x'.repeat(141) }],
    ['price', { ...ask, price: 0 }],
    ['price', { ...ask, price: -5 }],
    ['price', { ...ask, price: 1.5 }],
    ['price', { ...ask, price: '20' }],
    ['price', { ...ask, price: 1e9 }],
    ['effort', { ...ask, effort: 'month' }],
    ['tags', { ...ask, tags: 'x' }],
    ['tags', { ...ask, tags: Array(11).fill('x') }],
    ['workers', { ...ask, workers: 0 }],
    ['workers', { ...ask, workers: 101 }],
    ['depends_on', { ...ask, depends_on: 'one' }],
    ['depends_on', { ...ask, depends_on: 1e300 }],
    ['depends_on', { ...ask, depends_on: 2 ** 63 }],
    ['salary', { ...ask, salary: 1 }],
    ['status', { ...ask, status: 'done' }],
  ];
  for (const [field, fields] of wrong) {
    const answer = await poster.post(fields);
    assertRefused(answer, 400, 'invalid_field', JSON.stringify(fields).slice(0, 100));
    assert.match(answer.json.error, new RegExp(`\\b${field}\\b`));
  }
  assert.equal(await poster.balance(), 1_100);
});

test('the other calls validate their input too, and an unknown job is 404', async () => {
  const [poster, worker] = [await join(), await join()];
  const { id } = await done(poster.post(ask));
  await done(worker.accept(id));
  const wrong: [string, string, object][] = [
    ['proof', 'submit', {}],
    ['proof', 'submit', { proof: '' }],
    ['proof', 'submit', { proof: 7 }],
    ['worker', 'approve', { worker: 1 }],
    ['reason', 'deny', { worker: worker.name }],
    ['worker', 'deny', { reason: 'x' }],
    ['reason', 'deny', { worker: worker.name, reason: '' }],
    ['force', 'cancel', { force: true }],
    ['force', 'accept', { force: true }],
  ];
  for (const [field, path, body] of wrong) {
    const answer = await worker.call('POST', `/api/exchange/${id}/${path}`, body);
    assertRefused(answer, 400, 'invalid_field', `${path} ${JSON.stringify(body)}`);
    assert.match(answer.json.error, new RegExp(`\\b${field}\\b`), path);
  }
  assertRefused(await poster.call('PATCH', `/api/exchange/${id}`, { status: 'done' }), 400, 'invalid_field');
  for (const unknown of [9_999_999, 2 ** 53 - 1]) {
    for (const answer of [
      await worker.accept(unknown),
      await worker.submit(unknown),
      await worker.approve(unknown),
      await worker.complete(unknown),
      await worker.deny(unknown, 'x'),
      await worker.cancel(unknown),
      await worker.close(unknown),
      await worker.call('GET', `/api/exchange/${unknown}`),
      await worker.call('GET', `/api/exchange/${unknown}/claims`),
    ])
      assertRefused(answer, 404, 'not_found');
  }
  for (const odd of ['0', '-1', '1.5', 'x', '9223372036854775808', '1e300'])
    assertRefused(await worker.call('GET', `/api/exchange/${odd}`), 400, 'invalid_field', odd);
});
