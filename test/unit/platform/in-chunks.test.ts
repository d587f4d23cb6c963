import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { concatInChunks, copyInChunks, sha256InChunks } from '../../../src/platform/in-chunks.ts';

const sizes = [0, 1, 65_536, 262_143, 262_144, 262_145, 3_000_000];

test('chunks of any size are joined in order', async () => {
  const chunks = sizes.map((size) => randomBytes(size));
  assert.ok((await concatInChunks(chunks)).equals(Buffer.concat(chunks)));
  assert.equal((await concatInChunks([])).length, 0);
});

test('a copy has its own memory', async () => {
  for (const size of sizes) {
    const bytes = randomBytes(size);
    const copy = await copyInChunks(bytes);
    assert.ok(copy.equals(bytes));
    assert.equal(copy.buffer.byteLength, size, 'the copy shares its buffer with nothing else');
    assert.notEqual(copy.buffer, bytes.buffer);
  }
});

test('the hash is that of the whole', async () => {
  for (const size of sizes) {
    const bytes = randomBytes(size);
    assert.ok((await sha256InChunks(bytes)).equals(createHash('sha256').update(bytes).digest()));
  }
});

test('other tasks run in between', async () => {
  let turns = 0;
  const others = setInterval(() => (turns += 1), 0);
  await concatInChunks([Buffer.alloc(20_000_000)]);
  clearInterval(others);
  assert.ok(turns > 0);
});
