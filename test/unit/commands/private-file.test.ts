import assert from 'node:assert/strict';
import { test } from 'node:test';
import { NoKey } from '../../../packages/sdk/src/commands/exit-code.ts';
import { writePrivately } from '../../../packages/sdk/src/commands/private-file.ts';

test('a key file where nothing can be created is refused at once, also below /proc', {
  skip: process.platform !== 'linux' && 'only Linux has /proc',
}, () => {
  for (const file of ['/proc/kith/deep/key.json', '/dev/null/key.json'])
    assert.throws(() => writePrivately(file, {}), NoKey);
});
