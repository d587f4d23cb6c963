import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';

const root = path.join(import.meta.dirname, '../../..');
const lines = 15;

test('every line of the abuse review has an attack among the tests', async () => {
  const page = await readFile(path.join(root, 'docs/security.md'), 'utf8');
  const rows = [...page.matchAll(/^\| (\d+) \| [^|]+ \| `([^`]+)` \|$/gm)];
  const covered = new Set(rows.map(([, number]) => Number(number)));
  for (let line = 1; line <= lines; line++) assert.ok(covered.has(line), `line ${line} has no test`);
  for (const [, number, file = ''] of rows) {
    const text = await readFile(path.join(root, file), 'utf8');
    assert.match(text, /^\s*(?:await t\.)?test\(/m, `${number}: ${file} holds no test`);
  }
});
