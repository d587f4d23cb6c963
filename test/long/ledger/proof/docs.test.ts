import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { openCheckpoint, signCheckpoint } from '../../../../src/ledger/proof/checkpoint.ts';
import { logTime } from '../../../../src/ledger/proof/cosignature.ts';
import { entryLine, type LedgerEntry } from '../../../../src/ledger/proof/entry.ts';
import { leafHash, nodeHash } from '../../../../src/ledger/proof/merkle.ts';
import {
  computeRoot,
  consistencyProof,
  inclusionProof,
  verifyConsistency,
  verifyInclusion,
} from '../../../../src/ledger/proof/merkle-proof.ts';
import { NoteError, noteSigner, parseVerifierKey } from '../../../../src/ledger/proof/note.ts';
import { verifyExport } from '../../../../src/ledger/proof/verify.ts';
import { hashOfEntry, noteText, path, proof, treeHash } from '../../../fixtures/ledger/proof/independent.ts';
import { exportOf, MemoryNodes, sampleChain } from '../../../fixtures/ledger/proof/sample.ts';

const page = readFileSync(new URL('../../../../docs/ledger.md', import.meta.url), 'utf8');

/** The fenced block of this name, without its last newline. */
function example(name: string): string {
  const block = new RegExp(`^\`\`\`\\w+ example-${name}\\n(.*?)\\n\`\`\`$`, 'ms').exec(page)?.[1];
  assert.ok(block, `docs/ledger.md has an example "${name}"`);
  return block;
}

/** The block's lines as words; the label is everything that does not look like a base64 hash. */
function hashes(name: string, label: string): Buffer[] {
  const line = example(name)
    .split('\n')
    .find((candidate) => candidate.startsWith(`${label} `));
  assert.ok(line, `${name} has a line "${label}"`);
  return line
    .slice(label.length)
    .trim()
    .split(' ')
    .map((word) => Buffer.from(word, 'base64'));
}

const lines = example('export').split('\n');
const leaves = lines.map((line) => Buffer.from(line));
const entries = lines.map((line): LedgerEntry => JSON.parse(line));
const note = `${example('checkpoint')}\n`;
const nodes = new MemoryNodes(lines);
const root = treeHash(leaves);

test('the entries are canonical and chained, by both implementations', async () => {
  assert.equal(entries.length, 3);
  for (const [i, entry] of entries.entries()) {
    assert.equal(entryLine(entry), lines[i]);
    assert.equal(hashOfEntry({ ...entry }), entry.hash);
  }
  const options = { checkpoint: note, vkey: example('vkey') };
  const result = await verifyExport([`${lines.join('\n')}\n`], options);
  assert.deepEqual([result.problem, result.checked, result.checkpoint?.signed], [null, 3, true]);
});

test('the example’s hashed bytes give its hash', () => {
  const hashed = example('hashed');
  assert.equal(createHash('sha256').update(hashed).digest('hex'), example('hash'));
  assert.equal(entries[2]?.hash, example('hash'));
  assert.match(page, new RegExp(`these are the ${Buffer.byteLength(hashed)} bytes`));
});

test('the example’s tree has the printed root', () => {
  const printed = ['leaf 0', 'leaf 1', 'leaf 2', 'node 01', 'root 3'].map(
    (label) => hashes('tree', label)[0],
  );
  const [a, b, c] = leaves.map((leaf) => leafHash(leaf));
  assert.deepEqual(printed, [a, b, c, nodeHash(a!, b!), root]);
});

test('the example’s checkpoint opens with the printed key', () => {
  const seed = Buffer.from(Array.from({ length: 32 }, (_, i) => i));
  const signer = noteSigner('city.example/ledger', seed);
  assert.equal(signer.vkey, example('vkey'));
  assert.equal(signCheckpoint(signer, 3, root), note);
  assert.deepEqual(openCheckpoint(note, parseVerifierKey(example('vkey'))).root, root);
  assert.equal(noteText(note, example('vkey')), note.slice(0, note.indexOf('\n\n') + 1));
});

test('the example’s date is signed by the same key, and readers that do not know the line ignore it', () => {
  const key = parseVerifierKey(example('vkey'));
  const dated = `${note}${example('date')}\n`;
  const [, printed] = /at POSIX second (\d+)/.exec(page) ?? [];
  assert.equal(logTime(dated, [key]), Number(printed));
  assert.equal(logTime(note, [key]), undefined);
  assert.equal(openCheckpoint(dated, key).size, 3);
  assert.equal(noteText(dated, example('vkey')), noteText(note, example('vkey')));
  const moved = dated.replace(/^3$/m, '4');
  assert.throws(() => logTime(moved, [key]), NoteError);
});

test('the example’s proofs verify', async () => {
  for (const seq of [1, 3]) {
    const printed = hashes('inclusion', `seq ${seq}`);
    assert.deepEqual(printed, await inclusionProof(nodes, seq - 1, 3));
    assert.deepEqual(printed, path(seq - 1, leaves));
    assert.ok(verifyInclusion(leafHash(leaves[seq - 1]!), seq - 1, 3, printed, root));
  }
  const printed = hashes('consistency', 'proof');
  assert.deepEqual(hashes('consistency', 'root 2'), [await computeRoot(nodes, 2)]);
  assert.deepEqual(printed, await consistencyProof(nodes, 2, 3));
  assert.deepEqual(printed, proof(2, leaves));
  assert.ok(verifyConsistency(2, 3, await computeRoot(nodes, 2), root, printed));
});

const python = spawnSync('python3', ['-c', 'import sys; sys.exit(sys.version_info < (3, 9))']).status === 0;

test('the Python verifier on the page works', {
  skip: python ? false : 'no Python 3.9 or later on this machine',
}, async (t) => {
  let folder = '';
  t.before(() => {
    folder = mkdtempSync(join(tmpdir(), 'kith-ledger-'));
    writeFileSync(join(folder, 'verify.py'), example('verifier'));
  });
  t.after(() => rmSync(folder, { recursive: true }));
  const run = (text: string | Buffer) => {
    writeFileSync(join(folder, 'ledger.jsonl'), text);
    return spawnSync('python3', ['verify.py', 'ledger.jsonl'], { cwd: folder, encoding: 'utf8' });
  };

  await t.test('it prints what the page says', () => {
    assert.equal(run(`${lines.join('\n')}\n`).stdout.trimEnd(), example('verified'));
  });

  await t.test('agrees with the streaming verifier on a chain of awkward texts', async () => {
    const memos = [
      '\0\x1f\x7f\u0080',
      '"\\/\b\f\n\r\t',
      '\u2028\u2029\ufeff\uffff',
      '😀\u{10ffff}',
      ',"hash":"',
      null,
    ];
    const text = exportOf(sampleChain(90, (seq) => memos[seq % memos.length] ?? null));
    const { head, root: expected } = await verifyExport([text]);
    assert.equal(run(text).stdout, `90 entries, head ${head.hash} root ${expected}\n`);
    const changed = run(text.replace('"seq":50,', '"seq":51,'));
    assert.deepEqual([changed.status, changed.stderr], [1, 'bad entry 50\n']);
  });
});
