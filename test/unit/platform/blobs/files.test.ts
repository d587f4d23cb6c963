import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm, truncate } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import type { BlobStore } from '../../../../src/platform/blobs/blob-store.ts';
import { openBlobStore } from '../../../../src/platform/blobs/open.ts';

const OPTIONS = { contentType: 'image/png', maxBytes: 200_000_000 };

describe('blobs as files', () => {
  let dir: string;
  let store: BlobStore;
  before(async () => {
    dir = await mkdtemp(join(tmpdir(), 'kith-blobs-'));
    store = await openBlobStore({ dir });
  });
  after(() => rm(dir, { recursive: true }));

  it('holds chunks in memory, not the blob', async () => {
    const chunk = Buffer.alloc(64 * 1024, 1);
    const chunks = 1000;
    const before = process.memoryUsage().arrayBuffers;
    let peak = 0;
    async function* source() {
      for (let n = 0; n < chunks; n++) {
        peak = Math.max(peak, process.memoryUsage().arrayBuffers - before);
        yield chunk;
      }
    }
    const { bytes } = await store.put('large', source(), OPTIONS);
    assert.equal(bytes, chunks * chunk.length);
    assert.ok(peak < bytes / 8, `${peak} of ${bytes} bytes were in memory`);
    await store.delete('large');
  });

  it('stores its key in clear, and refuses a truncated file', async () => {
    await store.put('uploads/one', Buffer.from('content'), OPTIONS);
    const [name = ''] = await readdir(join(dir, 'blobs'));
    const path = join(dir, 'blobs', name);
    const file = await readFile(path);
    assert.ok(file.toString('latin1').startsWith('content{"key":"uploads/one"'));
    for (const bytes of [file.length - 1, 3, 0]) {
      await truncate(path, bytes);
      await assert.rejects(store.read('uploads/one'), /no footer/);
    }
    await store.put('uploads/one', Buffer.from('again'), OPTIONS);
    assert.equal((await store.stat('uploads/one'))?.bytes, 5);
  });
});
