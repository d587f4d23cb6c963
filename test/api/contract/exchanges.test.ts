import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { startApp } from '../../harness/app.ts';
import { sharedApp } from '../../harness/shared-app.ts';
import { exchanged, missing, type Recorded, type Shape } from './exchange.ts';
import { operationsOf } from './operations.ts';

test('a client of the last release gets the same responses', async (t) => {
  const file = path.join(import.meta.dirname, 'recorded.json');
  const { requests } = JSON.parse(await readFile(file, 'utf8')) as { requests: Recorded[] };
  assert.ok(requests.length > 40);
  const app = await startApp(t, { env: { KITH_TRUST_PROXY: '127.0.0.1' } });
  for await (const { request, answer } of exchanged(app, requests)) {
    const label = `${request.method} ${request.path}`;
    assert.equal(answer.status, request.status, `${label}: ${answer.text.slice(0, 300)}`);
    assert.deepEqual(missing(request.shape, answer.json), [], label);
    assert.match(answer.headers['kith-version'] ?? '', /^\d+\.\d+\.\d+$/);
  }
});

test('the operation ids of the last release still exist, so generated clients keep their methods', async () => {
  const file = path.join(import.meta.dirname, 'operations.json');
  const recorded = JSON.parse(await readFile(file, 'utf8')) as Record<'city' | 'utility', object>;
  const app = await sharedApp();
  for (const service of ['city', 'utility'] as const) {
    const now = await operationsOf(app[service]);
    assert.ok(Object.keys(recorded[service]).length > 40);
    for (const [id, place] of Object.entries(recorded[service])) assert.equal(now[id], place, id);
  }
});

test('the checker finds what a client would miss', () => {
  const shape: Shape = { a: 'number', b: [{ c: 'string' }], d: 'null' };
  assert.deepEqual(missing(shape, { a: 1, b: [{ c: 'x', more: 1 }], d: 3, new: 1 }), []);
  assert.deepEqual(missing(shape, { a: '1', b: [{}], d: 1 }), [
    'answer.a was a number and is a string',
    'answer.b[0].c is gone',
  ]);
  assert.deepEqual(missing(shape, { b: {} }), [
    'answer.a is gone',
    'answer.b is no longer a list',
    'answer.d is gone',
  ]);
});
