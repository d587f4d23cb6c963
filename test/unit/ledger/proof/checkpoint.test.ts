import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { openCheckpoint, readCheckpoint, signCheckpoint } from '../../../../src/ledger/proof/checkpoint.ts';
import {
  NoteError,
  noteSigner,
  openNote,
  parseVerifierKey,
  signNote,
} from '../../../../src/ledger/proof/note.ts';
import { noteText } from '../../../fixtures/ledger/proof/independent.ts';
import { flipBit } from '../../../fixtures/ledger/proof/sample.ts';

/** Keys and note from the tests of Go's golang.org/x/mod/sumdb/note. */
const peterKey = 'PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW';
const peterSeed = Buffer.from('AYEKFALVFGyNhPJEMzD1QIDr+Y7hfZx09iUvxdXHKDFz', 'base64').subarray(1);
const enochKey = 'EnochRoot+af0cfe78+ATtqJ7zOtqQtYqOo0CpvDXNlMhV3HeJDpjrASKGLWdop';
const text =
  "If you think cryptography is the answer to your problem,\nthen you don't know what your problem is.\n";
const peterLine =
  '— PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=\n';
const enochLine =
  '— EnochRoot rwz+eBzmZa0SO3NbfRGzPCpDckykFXSdeX+MNtCOXm2/5n2tiOHp+vAF1aGrQ5ovTG01oOTGwnWLox33WWd1RvMc+QQ=\n';

const signer = noteSigner('city.example/ledger', Buffer.alloc(32, 7));

test("keys and notes match Go's bit for bit from the same seed", () => {
  const peter = noteSigner('PeterNeumann', peterSeed);
  assert.equal(peter.vkey, peterKey);
  assert.equal(signNote(peter, text), `${text}\n${peterLine}`);
});

test("Go's notes open, with additional signatures too", () => {
  for (const lines of [peterLine, peterLine + enochLine, enochLine + peterLine, peterLine + peterLine]) {
    assert.equal(openNote(`${text}\n${lines}`, parseVerifierKey(peterKey)), text);
    assert.equal(noteText(`${text}\n${lines}`, peterKey), text);
  }
  assert.equal(openNote(`${text}\n${peterLine}${enochLine}`, parseVerifierKey(enochKey)), text);
  assert.throws(() => openNote(`${text}\n${enochLine}`, parseVerifierKey(peterKey)), /not signed by/);
});

test("notes that Go's tests call malformed are refused", () => {
  const bad = [
    text,
    `${text}\n`,
    `${text}\n${peterLine.slice(0, -1)}`,
    `\x01${text}\n${peterLine}`,
    `\ud800${text}\n${peterLine}`,
    `${text}\n— Bad Name ${peterLine.slice(15)}`,
    `${text}\n${peterLine}Unexpected line.\n`,
    `${text}\n${peterLine.repeat(101)}`,
    `${text}\n${peterLine.slice(0, 60)}ABCD${peterLine.slice(60)}`,
    `${text}\n${peterLine.replaceAll('PeterNeumann', 'CarmenSandiego')}`,
    `${text}\n${peterLine.replace('x08g', 'xxxx')}`,
  ];
  for (const note of bad) assert.throws(() => openNote(note, parseVerifierKey(peterKey)), NoteError, note);
});

test('a truncated or changed verifier key is refused', () => {
  assert.equal(parseVerifierKey(peterKey).vkey, peterKey);
  for (let begin = 0; begin <= peterKey.length; begin++) {
    for (let end = begin; end <= peterKey.length; end++) {
      if (end - begin < peterKey.length) {
        assert.throws(() => parseVerifierKey(peterKey.slice(begin, end)), NoteError);
      }
    }
  }
  for (let at = 0; at < peterKey.length; at++) {
    const next = String.fromCharCode(peterKey.charCodeAt(at) + 1);
    assert.throws(() => parseVerifierKey(peterKey.slice(0, at) + next + peterKey.slice(at + 1)), NoteError);
  }
  // Correct key ids for a key of the wrong length and for an unknown algorithm.
  const wrong = [
    'PeterNeumann+cc469956+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TWBADKEY==',
    'PeterNeumann+173116ae+ZRpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW',
  ];
  for (const vkey of wrong) assert.throws(() => parseVerifierKey(vkey), NoteError);
});

test('key names and seeds are validated', () => {
  for (const name of ['', 'a b', 'a+b', 'a\u2003b', 'a\nb', '\ud800']) {
    assert.throws(() => noteSigner(name, Buffer.alloc(32)), NoteError, JSON.stringify(name));
  }
  assert.throws(() => noteSigner('a', Buffer.alloc(31)), /32 bytes/);
});

test('both implementations open a checkpoint with its key to the signed content', () => {
  const size = fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER });
  fc.assert(
    fc.property(size, fc.uint8Array({ minLength: 32, maxLength: 32 }), (leaves, bytes) => {
      const root = Buffer.from(bytes);
      const note = signCheckpoint(signer, leaves, root);
      const expected = { origin: 'city.example/ledger', size: leaves, root };
      assert.deepEqual(openCheckpoint(note, parseVerifierKey(signer.vkey)), expected);
      assert.deepEqual(readCheckpoint(note), expected);
      assert.equal(
        noteText(note, signer.vkey),
        `city.example/ledger\n${leaves}\n${root.toString('base64')}\n`,
      );
    }),
  );
});

test('no flipped bit of a checkpoint passes', () => {
  const note = Buffer.from(signCheckpoint(signer, 20852163, Buffer.alloc(32, 9)));
  for (let bit = 0; bit < note.length * 8; bit++) {
    const flipped = flipBit(note, bit).toString();
    assert.throws(() => openCheckpoint(flipped, signer), NoteError, JSON.stringify(flipped));
  }
});

test('a signed text that is not a checkpoint of this log is refused', () => {
  const root = Buffer.alloc(32, 9).toString('base64');
  const bodies = [
    'city.example/ledger\n1\n',
    `city.example/ledger\n01\n${root}\n`,
    `city.example/ledger\n-1\n${root}\n`,
    `city.example/ledger\n1e3\n${root}\n`,
    `city.example/ledger\n9007199254740993\n${root}\n`,
    `city.example/ledger\n1\n${root.slice(0, -4)}\n`,
    `city.example/ledger\n1\n${root.replace('=', '')}\n`,
    `\n1\n${root}\n`,
    `city.example/ledger\n1\n${root}\n\nextension\n`,
    `other.example/ledger\n1\n${root}\n`,
  ];
  for (const body of bodies)
    assert.throws(() => openCheckpoint(signNote(signer, body), signer), NoteError, body);
  const extended = signNote(signer, `city.example/ledger\n1\n${root}\nextension\n`);
  assert.equal(openCheckpoint(extended, signer).size, 1);
});
