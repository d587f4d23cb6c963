import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import {
  canonicalJson,
  hashOfEntry,
  noteText,
  rootFromPath,
  rootsFromProof,
  treeHash,
} from '../../fixtures/ledger/proof/independent.ts';
import { grant, openTestLedger, type TestLedger, tip } from '../../fixtures/ledger/test-ledger.ts';
import { startApp, type TestApp } from '../../harness/app.ts';
import { randomAddress } from '../../harness/client.ts';
import { assertRefused } from '../../harness/refused.ts';
import { runs } from '../../harness/runs.ts';

/** Nodes are stored for whole blocks of 256 entries: sizes on both sides of every boundary up to here. */
const count = 1_500;
const borders = [1, 2, 255, 256, 257, 511, 512, 513, 767, 768, 769, 1023, 1024, 1025, 1280, count - 1, count];
const anySize = fc.oneof(fc.constantFrom(...borders), fc.integer({ min: 1, max: count }));
const seed = 20_261_116;

let app: TestApp;
let testLedger: TestLedger;
let leaves: Buffer[];

before(async () => {
  app = await startApp(undefined, { env: { KITH_TRUST_PROXY: '127.0.0.1' } });
  testLedger = openTestLedger(undefined, app.database);
  await testLedger.post(grant('agent:rich', count));
  await Promise.all(
    Array.from({ length: count - 1 }, (_, i) => testLedger.post(tip('agent:rich', `agent:a${i % 40}`, 1))),
  );
  const { text } = await app.city.get('/api/ledger/export');
  leaves = text
    .split('\n')
    .slice(0, -1)
    .map((line) => Buffer.from(line));
  assert.equal(leaves.length, count);
});
after(async () => {
  await testLedger.close();
  await app.stop();
});

/** From a different network each time, because computed proofs are limited. */
const consistency = (query: string) =>
  app.city.get(`/api/ledger/consistency?${query}`, { headers: { 'x-forwarded-for': randomAddress() } });

const bytes = (list: string[]) => list.map((hash) => Buffer.from(hash, 'base64'));

/** Size and root of a checkpoint with a valid signature, read by the independent implementation. */
function opened(note: string, vkey: string): { size: number; root: Buffer } {
  const text = noteText(note, vkey);
  assert.ok(text, 'the checkpoint is not signed with the published key');
  const [origin, size, root] = text.split('\n');
  assert.equal(origin, vkey.split('+', 1)[0]);
  return { size: Number(size), root: Buffer.from(root!, 'base64') };
}

async function publishedKey(): Promise<string> {
  return (await app.city.get('/api/ledger?limit=1')).json.checkpoint_key;
}

test('the checkpoint signs the root that the export hashes to', async () => {
  const { text, headers } = await app.city.get('/api/ledger/checkpoint');
  assert.match(headers['content-type'] ?? '', /^text\/plain/);
  assert.equal(headers['x-ledger-key'], await publishedKey());
  const { size, root } = opened(text, await publishedKey());
  assert.equal(size, count);
  assert.deepEqual(root, treeHash(leaves));
  assert.equal(noteText(text.replace(`\n${count}\n`, `\n${count - 1}\n`), await publishedKey()), null);
});

test('each line of the export is the canonical entry, hashed as the contract says, chained from 64 zeros', () => {
  let before = '0'.repeat(64);
  for (const [i, leaf] of leaves.entries()) {
    const entry = JSON.parse(leaf.toString());
    assert.equal(canonicalJson(entry), leaf.toString());
    assert.deepEqual([entry.seq, entry.prev_hash, entry.hash], [i + 1, before, hashOfEntry(entry)]);
    before = entry.hash;
  }
});

test('an inclusion proof of any entry leads to the signed root', async (t) => {
  t.diagnostic(`seed ${seed}`);
  const vkey = await publishedKey();
  await fc.assert(
    fc.asyncProperty(anySize, async (seq) => {
      const { json } = await app.city.get(`/api/ledger/proof?seq=${seq}`);
      const { size, root } = opened(json.checkpoint, vkey);
      assert.deepEqual([json.seq, json.leaf_index, json.tree_size], [seq, seq - 1, size]);
      const leaf = Buffer.from(canonicalJson(json.entry));
      assert.deepEqual(leaf, leaves[seq - 1]);
      assert.deepEqual(rootFromPath(leaf, seq - 1, size, bytes(json.hashes)), root);
      const other = leaves[seq % count]!;
      assert.notDeepEqual(rootFromPath(other, seq - 1, size, bytes(json.hashes)), root);
    }),
    { numRuns: runs(40, 10), seed, examples: borders.map((seq) => [seq]), endOnFailure: true },
  );
});

test('a consistency proof of any two sizes leads from the one root to the other', async () => {
  await fc.assert(
    fc.asyncProperty(anySize, anySize, async (one, other) => {
      const [from, to] = [Math.min(one, other), Math.max(one, other)];
      const { json } = await consistency(`from=${from}&to=${to}`);
      const [oldRoot, newRoot] = [treeHash(leaves.slice(0, from)), treeHash(leaves.slice(0, to))];
      assert.deepEqual(bytes([json.from_root, json.to_root]), [oldRoot, newRoot]);
      assert.deepEqual([json.from, json.to], [from, to]);
      assert.deepEqual(rootsFromProof(from, to, bytes(json.hashes), oldRoot), [oldRoot, newRoot]);
      const wrong = Buffer.alloc(32, 1);
      const misled = rootsFromProof(from, to, bytes(json.hashes), wrong);
      assert.ok(from === to || !misled || !newRoot.equals(misled[1]) || !wrong.equals(misled[0]));
    }),
    { numRuns: runs(40, 10), seed, endOnFailure: true },
  );
});

test('unknown entries and sizes are refused', async () => {
  assertRefused(await app.city.get(`/api/ledger/proof?seq=${count + 1}`), 404, 'not_found');
  for (const query of ['seq=0', 'seq=x', 'seq=1.5', ''])
    assert.equal((await app.city.get(`/api/ledger/proof?${query}`)).status, 400, query);
  for (const query of ['from=5&to=4', `from=1&to=${count + 1}`, 'from=-1', 'to=4', `from=${count + 1}`])
    assert.equal((await consistency(query)).status, 400, query);
  const empty = await consistency('from=0');
  assert.deepEqual([empty.json.hashes, empty.json.to], [[], count]);
  assert.equal(Buffer.from(empty.json.from_root, 'base64').toString('hex'), treeHash([]).toString('hex'));
});

test('proofs requested while the chain grows match the checkpoint they come with', async () => {
  const vkey = await publishedKey();
  const first = opened((await app.city.get('/api/ledger/checkpoint')).text, vkey);
  let growing = true;
  const grow = async () => {
    // Few enough that a proof is still computed directly.
    for (let n = 0; growing && n < 150; n++) await testLedger.post(grant('agent:rich', 1));
  };
  const writers = Promise.all([grow(), grow(), grow()]);
  for (let i = 0; i < 20; i++) {
    const { json } = await app.city.get(`/api/ledger/proof?seq=${count - i}`);
    const { size, root } = opened(json.checkpoint, vkey);
    assert.equal(json.tree_size, size);
    const path = rootFromPath(
      Buffer.from(canonicalJson(json.entry)),
      json.leaf_index,
      size,
      bytes(json.hashes),
    );
    assert.deepEqual(path, root);
    const between = await consistency(`from=${first.size}&to=${size}`);
    assert.deepEqual(rootsFromProof(first.size, size, bytes(between.json.hashes), first.root), [
      first.root,
      root,
    ]);
  }
  growing = false;
  await writers;
  const last = opened((await app.city.get('/api/ledger/checkpoint')).text, vkey);
  assert.ok(last.size > first.size + 10);
});

test('an empty ledger has a checkpoint too', async (t) => {
  const { city } = await startApp(t);
  const { text, headers } = await city.get('/api/ledger/checkpoint');
  assert.deepEqual(opened(text, headers['x-ledger-key']!), { size: 0, root: treeHash([]) });
  assert.equal((await city.get('/api/ledger/export')).text, '');
  const { json } = await city.get('/api/ledger?verify=50');
  assert.deepEqual(json.verified, { ok: true, checked: 0, from_seq: 1, to_seq: 0, first_bad_seq: null });
  assert.deepEqual([json.entries, json.next, json.head.seq], [[], null, 0]);
});

test('computed proofs are rate-limited per network, stored ones are not', async (t) => {
  const { city } = await startApp(t);
  const ask = (query = '') => city.get(`/api/ledger/consistency?from=0${query}`);
  const first = await ask();
  assert.equal(first.headers['ratelimit-limit'], '60');
  const rest = await Promise.all(Array.from({ length: 59 }, () => ask()));
  assert.ok(rest.every(({ status }) => status === 200));
  const refused = await ask();
  assertRefused(refused, 429, 'over_limit');
  assert.match(refused.json.hint, /stored=1/);
  const stored = await ask('&stored=1');
  assert.deepEqual([stored.status, stored.json], [200, first.json]);
});
