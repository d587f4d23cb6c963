import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import canonicalize from 'canonicalize';
import fc from 'fast-check';
import {
  entryHash,
  entryLine,
  genesisHash,
  lineHash,
  type Movement,
  maxLineBytes,
  movementFault,
  sealEntry,
} from '../../../../src/ledger/proof/entry.ts';
import { canonicalJson, hashOfEntry } from '../../../fixtures/ledger/proof/independent.ts';
import { movement } from '../../../fixtures/ledger/proof/sample.ts';
import { runs } from '../../../harness/runs.ts';

const plain: Movement = {
  seq: 1,
  at: '2026-11-14T09:30:00.000Z',
  kind: 'grant',
  from: 'mint',
  to: 'agent:ada',
  amount: 100,
  memo: null,
  ref: 'welcome:ada',
};
const hex64 = fc.stringMatching(/^[0-9a-f]{64}$/);

test('a line equals the output of the RFC 8785 library and of the second implementation', () => {
  fc.assert(
    fc.property(hex64, movement, (prevHash, moved) => {
      const { entry, line } = sealEntry(prevHash, moved);
      assert.equal(line, canonicalize(entry));
      assert.equal(line, canonicalJson({ ...entry }));
      assert.equal(line, entryLine(entry));
      assert.deepEqual(JSON.parse(line), entry);
    }),
    { numRuns: runs(2000, 500) },
  );
});

test('a hash is sha256 of prev_hash in hex and the canonical JSON without hash', () => {
  fc.assert(
    fc.property(hex64, movement, (prevHash, moved) => {
      const { entry, line } = sealEntry(prevHash, moved);
      const { hash, ...rest } = entry;
      const bytes = Buffer.concat([Buffer.from(prevHash, 'ascii'), Buffer.from(canonicalize(rest)!, 'utf8')]);
      assert.equal(hash, createHash('sha256').update(bytes).digest('hex'));
      assert.equal(hash, hashOfEntry({ ...entry }));
      assert.equal(hash, entryHash(prevHash, moved));
      assert.equal(hash, lineHash(prevHash, line));
    }),
    { numRuns: runs(1000, 300) },
  );
});

test('an entry that a verifier would refuse is not sealed', () => {
  const bad: [Partial<Record<keyof Movement, unknown>>, RegExp][] = [
    [{ seq: 0 }, /seq/],
    [{ seq: 1.5 }, /seq/],
    [{ seq: '1' }, /seq/],
    [{ amount: 0 }, /amount/],
    [{ amount: -1 }, /amount/],
    [{ amount: 2 ** 53 }, /amount/],
    [{ amount: 10n }, /amount/],
    [{ from: '' }, /from/],
    [{ to: 7 }, /to/],
    [{ to: 'mint' }, /same account/],
    [{ kind: undefined }, /kind/],
    [{ memo: undefined }, /memo/],
    [{ memo: '\ud800' }, /memo/],
    [{ ref: 'a\udc00b' }, /ref/],
    [{ from: '\ud83d' }, /from/],
    [{ memo: 'é'.repeat(maxLineBytes / 2) }, /longer/],
    ...['', '2026-11-14', '2026-11-14T09:30:00Z', '2026-02-30T00:00:00.000Z', '2026-04-31T00:00:00.000Z'].map(
      (at): [{ at: string }, RegExp] => [{ at }, /at is not/],
    ),
    ...[
      '2026-13-01T00:00:00.000Z',
      '2026-11-14T24:00:00.000Z',
      '2026-11-14T09:30:00.000+00:00',
      '2025-02-29T00:00:00.000Z',
    ].map((at): [{ at: string }, RegExp] => [{ at }, /at is not/]),
  ];
  for (const [change, why] of bad) {
    assert.throws(
      () => sealEntry(genesisHash, { ...plain, ...change } as Movement),
      why,
      JSON.stringify(String(Object.values(change))),
    );
  }
  for (const at of ['2024-02-29T23:59:59.999Z', '2026-12-31T00:00:00.000Z', '0000-01-01T00:00:00.000Z']) {
    assert.equal(movementFault({ ...plain, at }), null, at);
  }
});

test('a lone surrogate has no line and no hash', () => {
  const lone = { ...plain, memo: 'x\udfff' };
  assert.throws(() => entryHash(genesisHash, lone), /surrogate/);
  assert.throws(() => entryLine({ ...lone, prev_hash: genesisHash, hash: genesisHash }), /surrogate/);
});
