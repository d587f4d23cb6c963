import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  fingerprint,
  hashSecret,
  isWellFormedSecret,
  makeSecret,
  sameHash,
} from '../../../../src/platform/keys/secret.ts';
import { keyFromDataDir, ServerKey } from '../../../../src/platform/keys/server-key.ts';

const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const prefixes = ['kith_sk', 'kith_ally', 'kith_rc'];

test('a secret is its prefix, 27 characters of base62 and a checksum of 6', () => {
  const made = Array.from({ length: 2_000 }, (_, i) => makeSecret(prefixes[i % 3]!));
  assert.equal(new Set(made).size, made.length);
  for (const [i, secret] of made.entries()) {
    assert.match(secret, /^kith_(sk|ally|rc)_[0-9A-Za-z]{33}$/);
    for (const prefix of prefixes)
      assert.equal(isWellFormedSecret(prefix, secret), prefix === prefixes[i % 3]);
  }
});

test('every character of the random part is equally likely', () => {
  const counts = new Map<string, number>();
  const drawn = Array.from({ length: 4_000 }, () => makeSecret('k').slice(2, 29)).join('');
  for (const char of drawn) counts.set(char, (counts.get(char) ?? 0) + 1);
  assert.equal(counts.size, 62);
  const expected = drawn.length / 62;
  const chiSquare = [...counts.values()].reduce((sum, n) => sum + (n - expected) ** 2 / expected, 0);
  // 61 degrees of freedom: above 140 once in ten million; a byte modulo 62 without rejection gives over 400.
  assert.ok(chiSquare < 140, String(chiSquare));
});

test('the checksum catches every change of a single character', () => {
  const secret = makeSecret('kith_sk');
  for (let at = 0; at < secret.length; at++)
    for (const char of [...base62, '_', '-', 'é']) {
      if (char === secret[at]) continue;
      assert.equal(isWellFormedSecret('kith_sk', secret.slice(0, at) + char + secret.slice(at + 1)), false);
    }
});

test('the checksum catches copying errors: cut, doubled, swapped, changed case, added', () => {
  fc.assert(
    fc.property(fc.nat(32), fc.nat(32), (a, b) => {
      const secret = makeSecret('kith_sk');
      const [i, j] = [8 + Math.min(a, b), 8 + Math.max(a, b)];
      const chars = [...secret];
      [chars[i], chars[j]] = [chars[j]!, chars[i]!];
      const swapped = chars.join('');
      for (const wrong of [
        secret.slice(0, i) + secret.slice(i + 1),
        secret.slice(0, i) + secret[i] + secret.slice(i),
        swapped === secret ? '' : swapped,
        ` ${secret}`,
        `${secret}\n`,
        secret.toLowerCase() === secret ? '' : secret.toLowerCase(),
      ])
        assert.equal(isWellFormedSecret('kith_sk', wrong), false, wrong);
    }),
  );
});

test('no other text passes for a secret', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 60 }), (text) => {
      assert.equal(isWellFormedSecret('kith_sk', text), false);
      assert.equal(isWellFormedSecret('kith_sk', `kith_sk_${text}`.slice(0, 41)), false);
    }),
  );
});

test('hashes are compared in full', () => {
  const [a, b] = [hashSecret('a'), hashSecret('b')];
  assert.equal(sameHash(a, hashSecret('a')), true);
  assert.equal(sameHash(a, b), false);
  assert.equal(sameHash(a, a.subarray(0, 31)), false);
  assert.match(fingerprint(a), /^[0-9a-f]{12}$/);
});

test('the key of a data dir is created once, readable by its owner only, and derived keys differ by purpose', async (t) => {
  const dir = await mkdtemp(path.join(os.tmpdir(), 'kith-key-'));
  t.after(() => rm(dir, { recursive: true, force: true }));
  const made = await keyFromDataDir(path.join(dir, 'new'));
  assert.equal(made.length, 32);
  assert.deepEqual(await keyFromDataDir(path.join(dir, 'new')), made);
  assert.deepEqual(await readdir(path.join(dir, 'new')), ['signing-key']);
  const file = path.join(dir, 'new/signing-key');
  assert.equal((await stat(file)).mode & 0o777, 0o600);
  assert.equal((await readFile(file, 'utf8')).trim(), made.toString('hex'));
  const key = new ServerKey(made);
  assert.deepEqual(key.derive('a'), new ServerKey(made).derive('a'));
  assert.notDeepEqual(key.derive('a'), key.derive('b'));
});
