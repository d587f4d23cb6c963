import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';

const root = path.join(import.meta.dirname, '../../..');

test('npm pack in the checkout stops instead of packing what has not been built, and names what builds', () => {
  for (const dir of ['', 'packages/sdk', 'packages/json-repair']) {
    const cwd = path.join(root, dir);
    const { status, stderr } = spawnSync('npm', ['pack'], { cwd, encoding: 'utf8' });
    assert.notEqual(status, 0, dir);
    assert.match(stderr, /not-built--use-npm-run-package/);
    assert.deepEqual(globSync('*.tgz', { cwd }), []);
    // npm reads it when it publishes; without it the build would be left out.
    const { publishConfig } = JSON.parse(readFileSync(path.join(cwd, 'package.json'), 'utf8'));
    assert.deepEqual(publishConfig, { 'ignore-scripts': false }, dir);
  }
});
