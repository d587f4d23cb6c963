import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import { after, before, describe, it } from 'node:test';
import {
  type BlobRange,
  BlobRangeUnsatisfiable,
  type BlobStore,
  BlobTooLarge,
  InvalidBlobName,
} from '../../../../src/platform/blobs/blob-store.ts';
import { type BlobBackend, blobBackends } from '../../../fixtures/platform/blobs/blob-backends.ts';

const MB = 1024 * 1024;
const PNG = { contentType: 'image/png', maxBytes: 5 * MB };
const MP4 = { contentType: 'video/mp4', maxBytes: 30 * MB };

for (const { name, start } of blobBackends) {
  describe(`blobs on ${name}`, () => {
    let backend: BlobBackend;
    let store: BlobStore;
    before(async () => {
      backend = await start();
      store = backend.store;
    });
    after(() => backend.stop());

    async function bytesOf(key: string, range?: BlobRange): Promise<Buffer | undefined> {
      const reading = await store.read(key, range);
      return reading && (await buffer(reading.stream));
    }

    it('returns what was put, with its type, size, hash and time', async () => {
      const bytes = randomBytes(100_000);
      const put = await store.put('posters/p1.png', chunked(bytes), PNG);
      assert.deepEqual(put, { sha256: sha256(bytes), bytes: bytes.length });
      const stat = await store.stat('posters/p1.png');
      assert.ok(stat && Math.abs(stat.modifiedAt.getTime() - Date.now()) < 60_000);
      const { modifiedAt: _, ...rest } = stat;
      assert.deepEqual(rest, { sha256: sha256(bytes), bytes: bytes.length, contentType: 'image/png' });
      const reading = await store.read('posters/p1.png');
      assert.ok(reading);
      const { stream, ...said } = reading;
      assert.deepEqual(await buffer(stream), bytes);
      assert.deepEqual(said, { ...stat, start: 0, end: bytes.length - 1 });
    });

    it('accepts a video of many parts', async () => {
      const bytes = randomBytes(16 * MB + 3);
      await store.put('videos/v1.mp4', chunked(bytes), MP4);
      assert.equal(sha256((await bytesOf('videos/v1.mp4')) ?? Buffer.alloc(0)), sha256(bytes));
      assert.deepEqual(
        await bytesOf('videos/v1.mp4', { start: 8 * MB - 5, end: 8 * MB + 5 }),
        bytes.subarray(8 * MB - 5, 8 * MB + 6),
      );
      assert.deepEqual(await backend.leftovers(), []);
    });

    it('distinguishes an empty blob from a missing one', async () => {
      const put = await store.put('empty', new Uint8Array(), PNG);
      assert.deepEqual(put, { sha256: sha256(Buffer.alloc(0)), bytes: 0 });
      const reading = await store.read('empty');
      assert.deepEqual([reading?.bytes, reading?.start, reading?.end], [0, 0, -1]);
      assert.deepEqual(await bytesOf('empty'), Buffer.alloc(0));
      await assert.rejects(store.read('empty', { start: 0 }), BlobRangeUnsatisfiable);
      assert.equal(await store.stat('missing'), undefined);
      assert.equal(await store.read('missing'), undefined);
      assert.equal(await store.read('missing', { start: 0, end: 5 }), undefined);
      await store.delete('missing');
    });

    it('reads exact ranges', async () => {
      await store.put('digits', Buffer.from('0123456789'), PNG);
      const cases: [BlobRange, string, number, number][] = [
        [{ start: 0 }, '0123456789', 0, 9],
        [{ start: 0, end: 0 }, '0', 0, 0],
        [{ start: 3, end: 5 }, '345', 3, 5],
        [{ start: 9 }, '9', 9, 9],
        [{ start: 9, end: 9 }, '9', 9, 9],
        [{ start: 4, end: 1000 }, '456789', 4, 9],
      ];
      for (const [range, digits, start, end] of cases) {
        const reading = await store.read('digits', range);
        assert.ok(reading);
        assert.deepEqual([reading.bytes, reading.start, reading.end], [10, start, end]);
        assert.equal(await text(reading.stream), digits);
      }
      await assert.rejects(store.read('digits', { start: 10 }), (error) => {
        assert.ok(error instanceof BlobRangeUnsatisfiable);
        assert.equal(error.bytes, 10);
        return true;
      });
      for (const range of [{ start: -1 }, { start: 2, end: 1 }, { start: 0.5 }, { start: Number.NaN }]) {
        await assert.rejects(store.read('digits', range), RangeError);
      }
    });

    it('replaces bytes and type together', async () => {
      await store.put('captions/c.vtt', Buffer.from('a long first version'), PNG);
      await store.put('captions/c.vtt', Buffer.from('WEBVTT'), { contentType: 'text/vtt', maxBytes: 6 });
      assert.equal((await bytesOf('captions/c.vtt'))?.toString(), 'WEBVTT');
      assert.equal((await store.stat('captions/c.vtt'))?.contentType, 'text/vtt');
    });

    it('keeps similar keys separate', async () => {
      for (const key of ['k', 'k/k', 'k/k/k', 'K', 'k.', 'k-']) await store.put(key, Buffer.from(key), PNG);
      for (const key of ['k', 'k/k', 'k/k/k', 'K', 'k.', 'k-']) {
        assert.equal((await bytesOf(key))?.toString(), key);
      }
      await store.delete('k');
      assert.equal(await store.stat('k'), undefined);
      assert.equal((await bytesOf('k/k'))?.toString(), 'k/k');
    });

    it('refuses keys that could escape the store', async () => {
      const before = await backend.count();
      const keys = ['', '/', '/a', 'a/', 'a//b', '..', '../a', 'a/../b', '.a', 'a/.b', 'a..b', 'a\\b', 'a b'];
      for (const key of [...keys, 'a\0', 'a\n', 'ä', 'a%2e', 'a?b', 'a#b', 'x'.repeat(501)]) {
        await assert.rejects(store.put(key, Buffer.from('x'), PNG), InvalidBlobName, key);
        await assert.rejects(store.putByHash(key, Buffer.from('x'), PNG), InvalidBlobName, key);
        await assert.rejects(store.read(key), InvalidBlobName, key);
        await assert.rejects(store.stat(key), InvalidBlobName, key);
        await assert.rejects(store.delete(key), InvalidBlobName, key);
      }
      for (const contentType of ['', ' text/plain', 'text/plain\r\nx: y', 'x'.repeat(201)]) {
        await assert.rejects(store.put('a', Buffer.from('x'), { contentType, maxBytes: 1 }), InvalidBlobName);
      }
      await assert.rejects(store.putByHash('p'.repeat(450), Buffer.from('x'), PNG), InvalidBlobName);
      assert.equal(await backend.count(), before);
      assert.deepEqual(await backend.leftovers(), []);
    });

    it('names a blob by its hash, once', async () => {
      const bytes = randomBytes(70_000);
      const before = await backend.count();
      const first = await store.putByHash('uploads', chunked(bytes), PNG);
      const key = `uploads/${sha256(bytes)}`;
      assert.deepEqual(first, { key, sha256: sha256(bytes), bytes: bytes.length, existed: false });
      const again = await store.putByHash('uploads', chunked(bytes), { ...PNG, contentType: 'text/html' });
      assert.deepEqual(again, { ...first, existed: true });
      assert.deepEqual(await bytesOf(key), bytes);
      assert.equal((await store.stat(key))?.contentType, 'image/png');
      assert.equal(await backend.count(), before + 1);
      assert.deepEqual(await backend.leftovers(), []);
    });

    it('accepts exactly maxBytes and keeps nothing of a larger source', async () => {
      await store.put('edge', Buffer.alloc(1000), { ...PNG, maxBytes: 1000 });
      const before = await backend.count();
      const over = Buffer.alloc(1001);
      for (const source of [() => over, () => chunked(over, 500), () => Readable.from([over])]) {
        for (const put of [
          () => store.put('over', source(), { ...PNG, maxBytes: 1000 }),
          () => store.putByHash('over', source(), { ...PNG, maxBytes: 1000 }),
          () => store.put('edge', source(), { ...PNG, maxBytes: 1000 }),
        ]) {
          await assert.rejects(put, (error) => error instanceof BlobTooLarge && error.maxBytes === 1000);
        }
      }
      assert.equal(await store.stat('over'), undefined);
      assert.equal((await store.stat('edge'))?.bytes, 1000);
      assert.equal(await backend.count(), before);
      assert.deepEqual(await backend.leftovers(), []);
    });

    it('keeps nothing of a source that fails midway', async () => {
      await store.put('half', Buffer.from('whole'), PNG);
      const before = await backend.count();
      async function* failing() {
        yield randomBytes(200_000);
        throw new Error('the sender is gone');
      }
      const cutOff = new Readable({ read() {} });
      cutOff.push(randomBytes(200_000));
      setImmediate(() => cutOff.destroy());
      await assert.rejects(store.put('half', failing(), PNG), /the sender is gone/);
      await assert.rejects(store.put('half2', failing(), PNG), /the sender is gone/);
      await assert.rejects(store.putByHash('half', failing(), PNG), /the sender is gone/);
      await assert.rejects(store.put('half3', cutOff, PNG), { code: 'ERR_STREAM_PREMATURE_CLOSE' });
      await assert.rejects(store.put('half4', Readable.from(['text']), PNG), TypeError);
      assert.equal((await bytesOf('half'))?.toString(), 'whole');
      assert.equal(await backend.count(), before);
      assert.deepEqual(await backend.leftovers(), []);
    });

    it('lets an HTTP response be sent when a request turns out too large while it arrives', async (t) => {
      const server = createServer(async (incoming, response) => {
        const error = await store.put('http', incoming, { ...PNG, maxBytes: 10 }).catch((error) => error);
        response.writeHead(413, { connection: 'close' }).end(error.name);
      });
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      t.after(() => server.close());
      const { port } = server.address() as AddressInfo;
      const sending = request({ port, method: 'POST', headers: { 'content-length': 1000 } });
      sending.write('more than ten bytes');
      const [answer] = (await once(sending, 'response')) as [IncomingMessage];
      assert.deepEqual([answer.statusCode, await text(answer)], [413, 'BlobTooLarge']);
      sending.destroy();
    });

    it('deletes, and can delete again', async () => {
      await store.put('gone', Buffer.from('x'), PNG);
      await store.delete('gone');
      await store.delete('gone');
      assert.equal(await store.stat('gone'), undefined);
      assert.equal(await store.read('gone'), undefined);
    });

    it('is safe with many writers of the same hash', async () => {
      const bytes = randomBytes(300_000);
      const before = await backend.count();
      const puts = await Promise.all(
        Array.from({ length: 8 }, () => store.putByHash('same', chunked(bytes), PNG)),
      );
      assert.ok(puts.some((put) => !put.existed));
      assert.deepEqual(new Set(puts.map((put) => put.key)), new Set([`same/${sha256(bytes)}`]));
      assert.deepEqual(await bytesOf(`same/${sha256(bytes)}`), bytes);
      assert.equal(await backend.count(), before + 1);
      assert.deepEqual(await backend.leftovers(), []);
    });

    it('shows readers one complete version while writers replace and delete', async () => {
      // A version is one byte value repeated, with a distinct length: any mixture is visible.
      const version = (n: number) => Buffer.alloc(130_000 + n * 1000, n);
      let writing = true;
      const writers = [1, 2, 3].map(async (n) => {
        for (let round = 0; round < 5; round++) {
          await store.put('busy', chunked(version(n)), { contentType: `version/${n}`, maxBytes: MB });
          if (n === 3 && round % 3 === 0) await store.delete('busy');
        }
      });
      let whole = 0;
      const readers = [1, 2, 3].map(async () => {
        while (writing) {
          const reading = await store.read('busy');
          if (reading === undefined) continue;
          await new Promise(setImmediate);
          const bytes = await buffer(reading.stream);
          const n = bytes[0] ?? 0;
          assert.ok(bytes.equals(version(n)), 'a reader saw a mixture of versions');
          assert.equal(reading.contentType, `version/${n}`);
          assert.equal(reading.sha256, sha256(version(n)));
          whole++;
        }
      });
      await Promise.all(writers).finally(() => {
        writing = false;
      });
      await Promise.all(readers);
      assert.ok(whole > 0);
    });

    it('lists blobs unchanged under a prefix', async () => {
      const keys = ['old/a', 'old/b/c', 'old/d', 'old/e', 'old/f'];
      for (const key of [...keys, 'older/x']) await store.put(key, Buffer.from(key), PNG);
      const unchangedKeys = await listed(store.unchanged('old', -60_000));
      assert.deepEqual(unchangedKeys.toSorted(), keys);
      assert.deepEqual(await listed(store.unchanged('old', 60_000)), []);
    });

    it('finds everything again after closing and reopening', async () => {
      const again = await start();
      try {
        await again.store.put('lasting', Buffer.from('still here'), PNG);
        await again.store.close();
        const { openBlobStore } = await import('../../../../src/platform/blobs/open.ts');
        const reopened = await openBlobStore(again.settings);
        const reading = await reopened.read('lasting');
        assert.equal(reading && (await buffer(reading.stream)).toString(), 'still here');
        await reopened.close();
      } finally {
        await again.stop();
      }
    });
  });
}

async function* chunked(bytes: Buffer, chunkBytes = 64 * 1024): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += chunkBytes) yield bytes.subarray(at, at + chunkBytes);
}

function sha256(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}

async function listed(keys: AsyncIterable<string>): Promise<string[]> {
  const all: string[] = [];
  for await (const key of keys) all.push(key);
  return all;
}
