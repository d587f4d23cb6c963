import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { describe, it } from 'node:test';
import { type BlobSettings, openBlobStore } from '../../../../src/platform/blobs/open.ts';
import { blobBackends } from '../../../fixtures/platform/blobs/blob-backends.ts';
import { startS3Server } from '../../../fixtures/platform/blobs/s3-server.ts';

const CHILD = join(import.meta.dirname, 'killed-put.ts');

describe('kill -9 during a put', () => {
  for (const { name, start } of blobBackends) {
    it(`leaves no new blob on ${name}, keeps the previous one, and its temporary file is swept an hour later`, async (t) => {
      const backend = await start();
      t.after(() => backend.stop());
      const child = run(backend.settings, 'arriving');
      await child.said('half');
      await child.kill();

      assert.equal(await backend.store.stat('killed'), undefined);
      assert.equal(await backend.count(), 1);
      const kept = await backend.store.read('acknowledged');
      assert.equal(kept && (await text(kept.stream)), 'kept');

      const partial = join(backend.settings.dir, 'partial');
      const [leftover, ...others] = await readdir(partial);
      assert.ok(leftover !== undefined && others.length === 0);
      await (await openBlobStore(backend.settings)).close();
      assert.deepEqual(await readdir(partial), [leftover], 'it might be another process still writing');
      const hourAgo = new Date(Date.now() - 61 * 60 * 1000);
      await utimes(join(partial, leftover), hourAgo, hourAgo);
      await (await openBlobStore(backend.settings)).close();
      assert.deepEqual(await readdir(partial), []);
    });
  }

  it('leaves no blob on s3 when parts were already sent', async (t) => {
    const server = await startS3Server();
    const dir = await mkdtemp(join(tmpdir(), 'kith-blobs-'));
    const settings = { dir, url: server.url('killed') };
    t.after(async () => {
      await server.stop();
      await rm(dir, { recursive: true });
    });
    const thirdPart = Promise.withResolvers<void>();
    server.memory.beforePart = async (partNumber) => {
      if (partNumber !== 3) return;
      thirdPart.resolve();
      await new Promise(() => {});
    };
    const child = run(settings, 'uploading');
    await thirdPart.promise;
    await child.kill();
    assert.deepEqual([...server.memory.objects.keys()], ['killed/acknowledged']);
  });
});

function run(settings: BlobSettings, scenario: string) {
  const child = spawn(process.execPath, [CHILD, JSON.stringify(settings), scenario], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  return {
    async said(word: string) {
      for (;;) {
        const { value, done } = await lines.next();
        assert.ok(!done, `the child ended before it said ${word}`);
        if (value === word) return;
      }
    },
    async kill() {
      const exited = once(child, 'exit');
      child.kill('SIGKILL');
      assert.deepEqual(await exited, [null, 'SIGKILL']);
    },
  };
}
