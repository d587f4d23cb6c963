import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { readCheckpoint } from '../../../src/ledger/proof/checkpoint.ts';
import { maxLineBytes } from '../../../src/ledger/proof/entry.ts';
import {
  decodeBundle,
  decodeHashes,
  encodeBundle,
  listTiles,
  tilePath,
} from '../../../src/ledger/proof/tile.ts';
import { treeHash } from '../../fixtures/ledger/proof/independent.ts';
import { grant, openTestLedger, type TestLedger } from '../../fixtures/ledger/test-ledger.ts';
import { startApp, type TestApp } from '../../harness/app.ts';
import { until } from '../../harness/until.ts';

const size = 700;
let app: TestApp;
let testLedger: TestLedger;
let lines: string[];

before(async () => {
  app = await startApp(undefined, { env: { KITH_ROLES: 'city' } });
  testLedger = openTestLedger(undefined, app.database);
  await Promise.all(Array.from({ length: size }, (_, i) => testLedger.post(grant(`agent:a${i % 9}`, 1))));
  lines = (await app.city.get('/api/ledger/export')).text.split('\n').slice(0, -1);
});
after(async () => {
  await testLedger.close();
  await app.stop();
});

const fetched = (path: string, init?: RequestInit) => fetch(`${app.city.url}/ledger/${path}`, init);

test('every tile of the checkpoint is served, immutable, and folds into the signed root', async () => {
  const signed = await fetched('checkpoint');
  assert.equal(signed.headers.get('content-type'), 'text/plain; charset=utf-8');
  assert.equal(signed.headers.get('cache-control'), 'no-cache');
  const note = await signed.text();
  assert.equal(note, (await app.city.get('/api/ledger/checkpoint')).text);
  const head = readCheckpoint(note);
  assert.equal(head.size, size);
  const read: string[] = [];
  for (const id of listTiles(size)) {
    const answer = await fetched(tilePath(id));
    assert.equal(answer.status, 200, tilePath(id));
    assert.equal(answer.headers.get('content-type'), 'application/octet-stream');
    assert.equal(answer.headers.get('cache-control'), 'public, max-age=604800, immutable');
    assert.equal(answer.headers.get('content-encoding'), id.level === 'entries' ? 'gzip' : null);
    const bytes = Buffer.from(await answer.arrayBuffer());
    const first = id.index * 256;
    if (id.level === 'entries') {
      read.push(...(decodeBundle(bytes, id.width) ?? []).map(String));
      continue;
    }
    const span = 256 ** id.level;
    const expected = Array.from({ length: id.width }, (_, i) =>
      treeHash(lines.slice((first + i) * span, (first + i + 1) * span).map((line) => Buffer.from(line))),
    );
    assert.deepEqual(decodeHashes(bytes, id.width), expected, tilePath(id));
  }
  assert.deepEqual(read, lines);
  assert.deepEqual(treeHash(read.map((line) => Buffer.from(line))), head.root);
});

test('bundles are compressed even for clients that did not ask for it', async () => {
  const { request } = await import('undici');
  const { body, headers } = await request(`${app.city.url}/ledger/tile/entries/000`);
  assert.equal(headers['content-encoding'], 'gzip');
  const bytes = gunzipSync(Buffer.from(await body.arrayBuffer()));
  assert.deepEqual(decodeBundle(bytes, 256)?.map(String), lines.slice(0, 256));
  const [again, encoded] = await Promise.all([
    fetched('tile/entries/000').then((answer) => answer.arrayBuffer()),
    fetched('tile/entries%2F000').then(({ status }) => status),
  ]);
  assert.deepEqual(Buffer.from(again), bytes);
  assert.equal(encoded, 404);
});

test('a tile that does not exist yet is 404 and not cached; an invalid one is refused', async () => {
  for (const path of [
    'tile/entries/003',
    'tile/0/002',
    'tile/0/002.p/189',
    'tile/2/000.p/1',
    'tile/63/000',
  ]) {
    const answer = await fetched(path);
    assert.deepEqual([answer.status, answer.headers.get('cache-control')], [404, 'no-store'], path);
    assert.match(((await answer.json()) as { hint: string }).hint, /checkpoint/);
  }
  for (const path of [
    'tile/entries/0',
    'tile/0/000.p/0',
    'tile/0/000.p/256',
    'tile/64/000',
    'tile/0/x000/001',
  ])
    assert.equal((await fetched(path)).status, 400, path);
});

test('a ledger that contradicts a kept checkpoint is not signed again', async () => {
  const { database } = app;
  const before = (await app.city.get('/api/ledger/checkpoint')).text;
  const [head] = await database.sql('SELECT size, hash, frontier FROM ledger_head');
  await database.sql('UPDATE ledger_head SET frontier = set_byte(frontier, 20, get_byte(frontier, 20) # 1)');
  assert.equal((await app.city.get('/api/ledger/checkpoint')).text, before);
  assert.match(app.logged(), /was signed that the ledger of 700 entries contradicts/);
  await database.sql('UPDATE ledger_head SET frontier = $1', [head.frontier]);
});

test('the longest entry fits a bundle, and one byte more does not', () => {
  const longest = 'x'.repeat(maxLineBytes);
  assert.deepEqual(decodeBundle(encodeBundle([longest]), 1)?.map(String), [longest]);
  assert.throws(() => encodeBundle([`${longest}x`]), RangeError);
});

test('kept checkpoints are the last of every hour, every cosigned one, and all of the last day', async (t) => {
  const own = await startApp(t, { env: { KITH_ROLES: 'city' } });
  const ownLedger = openTestLedger(t, own.database);
  const sizes: number[] = [];
  for (let i = 0; i < 4; i++) {
    await ownLedger.post(grant('agent:a', 1));
    const { text } = await own.city.get('/api/ledger/checkpoint');
    sizes.push(readCheckpoint(text).size);
  }
  assert.deepEqual(sizes, [1, 2, 3, 4]);
  const first = (await own.city.get('/api/ledger/checkpoints?limit=3')).json;
  assert.deepEqual(
    first.checkpoints.map(({ size: each }: { size: number }) => each),
    [4, 3, 2],
  );
  const rest = (await own.city.get(`/api/ledger/checkpoints${first.next}`)).json;
  assert.deepEqual([rest.checkpoints.length, rest.checkpoints[0].size, rest.next], [1, 1, null]);
  assert.equal(readCheckpoint(rest.checkpoints[0].note).root.toString('base64'), rest.checkpoints[0].root);
  const past = `date_trunc('hour', now()) - interval '3 days'`;
  await own.database.sql(
    `UPDATE ledger_checkpoint SET at = ${past} + size * interval '1 minute', cosignatures = CASE size WHEN 1 THEN 2 ELSE 0 END`,
  );
  const worker = await startApp(t, { database: own.database, env: { KITH_ROLES: 'worker' } });
  await worker.database.sql(
    `UPDATE task SET due_at = now(), ready_at = now() WHERE kind = 'sign the hourly checkpoint'`,
  );
  const left = async () =>
    (await own.database.sql('SELECT size::int FROM ledger_checkpoint ORDER BY size')).map((row) => row.size);
  await until(async () => (await left()).length <= 2, 'pruning');
  assert.deepEqual(await left(), [1, 4]);
});
