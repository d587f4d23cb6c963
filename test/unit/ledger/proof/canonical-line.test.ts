import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { entryLine, genesisHash, readCanonicalLine, sealEntry } from '../../../../src/ledger/proof/entry.ts';
import { movement } from '../../../fixtures/ledger/proof/sample.ts';
import { runs } from '../../../harness/runs.ts';

const simple = sealEntry(genesisHash, {
  seq: 1,
  at: '2026-11-14T09:30:00.000Z',
  kind: 'grant',
  from: 'mint',
  to: 'agent:ada',
  amount: 100,
  memo: 'héllo 😀',
  ref: null,
});

test('a common line is read without parsing JSON', () => {
  assert.deepEqual(readCanonicalLine(simple.line), simple.entry);
});

test('the fast path reads what parsing gives', () => {
  fc.assert(
    fc.property(movement, (moved) => {
      const { entry, line } = sealEntry(genesisHash, moved);
      const read = readCanonicalLine(line);
      if (read !== null) assert.deepEqual(read, entry);
    }),
    { numRuns: runs(2000, 500) },
  );
});

test('the fast path reads no line that is not canonical', () => {
  const inserted = fc.constantFrom(
    ' ',
    '"',
    '\\',
    '\n',
    '\0',
    '0',
    '-',
    '.',
    'e',
    ',',
    '}',
    '\ud800',
    '\\u0041',
    '﻿',
  );
  fc.assert(
    fc.property(fc.nat(simple.line.length), fc.nat(2), inserted, (at, removed, piece) => {
      const line = simple.line.slice(0, at) + piece + simple.line.slice(at + removed);
      const read = readCanonicalLine(line);
      if (read === null) return;
      assert.deepEqual(JSON.parse(line), read);
      assert.equal(entryLine(read), line);
    }),
    { numRuns: runs(5000, 1_000) },
  );
});
