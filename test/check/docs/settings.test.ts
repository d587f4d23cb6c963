import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { settingsPage } from '../../../docs/settings-page.ts';
import { exampleEnv } from '../../../src/app/settings.ts';

for (const [file, generate] of [
  ['docs/settings.md', settingsPage],
  ['.env.example', exampleEnv],
] as const) {
  test(`${file} matches the settings`, async () => {
    const written = await readFile(path.join(import.meta.dirname, '../../..', file), 'utf8');
    assert.equal(written, generate(), 'run: npm run docs');
  });
}
