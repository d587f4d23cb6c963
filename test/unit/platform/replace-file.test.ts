import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { replaceFile } from '../../../src/platform/replace-file.ts';

test('of twenty writers at once one wins whole, and no draft is left', async (t) => {
  const dir = mkdtempSync(path.join(os.tmpdir(), 'kith-replace-file-'));
  t.after(() => rmSync(dir, { recursive: true, force: true }));
  const file = path.join(dir, 'state.json');
  const texts = Array.from({ length: 20 }, (_, i) => `${i}`.repeat(50_000));
  await Promise.all(texts.map((text) => replaceFile(file, text)));
  assert.ok(texts.includes(readFileSync(file, 'utf8')));
  assert.deepEqual(readdirSync(dir), ['state.json']);
  assert.equal(statSync(file).mode & 0o777, 0o600);
});

test('a file that cannot be replaced leaves no draft', async (t) => {
  const dir = mkdtempSync(path.join(os.tmpdir(), 'kith-replace-file-'));
  t.after(() => rmSync(dir, { recursive: true, force: true }));
  await assert.rejects(replaceFile(dir, 'text'), { code: /EISDIR|ENOTEMPTY|EPERM/ });
  assert.deepEqual(
    readdirSync(path.dirname(dir)).filter((name) => name.startsWith(`${path.basename(dir)}.`)),
    [],
  );
});
