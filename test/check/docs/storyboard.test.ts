import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { storyboardErrors } from '../../../src/video/script/script.ts';

test('the storyboard in the documentation is valid', () => {
  const page = readFileSync(new URL('../../../docs/video.md', import.meta.url), 'utf8');
  const [, example = 'null'] = /```json\n([\s\S]*?)```/.exec(page) ?? [];
  assert.deepEqual(storyboardErrors(JSON.parse(example)), []);
});
