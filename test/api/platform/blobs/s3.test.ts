import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { after, before, describe, it } from 'node:test';
import { explainStartError } from '../../../../src/app/start-errors.ts';
import { openBlobStore } from '../../../../src/platform/blobs/open.ts';
import { parseS3Url } from '../../../../src/platform/blobs/s3.ts';
import { type S3Server, startS3Server } from '../../../fixtures/platform/blobs/s3-server.ts';

const VIDEO = { contentType: 'video/mp4', maxBytes: 30_000_000 };

describe('blobs on s3', () => {
  let server: S3Server;
  let dir: string;
  before(async () => {
    server = await startS3Server();
    dir = await mkdtemp(join(tmpdir(), 'kith-blobs-'));
  });
  after(async () => {
    await server.stop();
    await rm(dir, { recursive: true });
  });

  it('does not open with a wrong secret', async () => {
    process.env.AWS_SECRET_ACCESS_KEY = 'wrong';
    try {
      await assert.rejects(
        openBlobStore({ dir, url: server.url('p') }),
        /kith-test of KITH_BLOBS_URL cannot be used: .*403/,
      );
    } finally {
      process.env.AWS_SECRET_ACCESS_KEY = 'S3RVER';
    }
  });

  it('does not open a bucket that is not there', async () => {
    await assert.rejects(
      openBlobStore({ dir, url: server.url('p', 'elsewhere') }),
      /elsewhere of KITH_BLOBS_URL cannot be used: .*404/,
    );
  });

  it('gives up on a store that hangs, and on one that fails', async (t) => {
    const store = await openBlobStore({ dir, url: server.url('away') });
    t.after(() => store.close());
    await store.put('a.vtt', Buffer.from('WEBVTT'), { contentType: 'text/vtt', maxBytes: 10 });
    const sooner = await openBlobStore({ dir, url: server.url('away'), silenceMs: 2_000 });
    t.after(() => sooner.close());
    server.hangs = true;
    const ended: string[] = [];
    const silent = Promise.all([
      assert
        .rejects(sooner.read('a.vtt'), (error) =>
          /^the file store fails: it does not respond: /.test(String(explainStartError(error))),
        )
        .then(() => ended.push('after 2 s')),
      assert
        .rejects(store.read('a.vtt'), { code: 'ETIMEDOUT', message: /it does not respond/ })
        .then(() => ended.push('after 10 s')),
      assert.rejects(store.stat('a.vtt'), { code: 'ETIMEDOUT', message: /it does not respond/ }),
      assert.rejects(store.put('b.vtt', Buffer.from('WEBVTT'), { contentType: 'text/vtt', maxBytes: 10 }), {
        code: 'ETIMEDOUT',
      }),
    ]);
    await silent.finally(() => {
      server.hangs = false;
    });
    assert.deepEqual(ended, ['after 2 s', 'after 10 s']);
    assert.equal((await store.stat('a.vtt'))?.bytes, 6);
  });

  it('sends the type, and the hash as metadata, under the prefix', async () => {
    const store = await openBlobStore({ dir, url: server.url('pre/fix') });
    await store.put('videos/v.mp4', Buffer.alloc(9_000_000), VIDEO);
    await store.put('a.vtt', Buffer.from('WEBVTT'), { contentType: 'text/vtt', maxBytes: 10 });
    await store.close();
    for (const [key, type] of [
      ['pre/fix/videos/v.mp4', 'video/mp4'],
      ['pre/fix/a.vtt', 'text/vtt'],
    ] as const) {
      const metadata = server.memory.objects.get(key)?.metadata;
      assert.equal(metadata?.['content-type'], type);
      assert.match(metadata?.['x-amz-meta-sha256'] ?? '', /^[0-9a-f]{64}$/);
      // aws-chunked would appear here if a store took the framing for content.
      assert.equal(metadata?.['content-encoding'], undefined);
    }
  });

  it('removes uploaded parts when a later one fails for good', async () => {
    const store = await openBlobStore({ dir, url: server.url('parts') });
    let kept = 0;
    server.memory.beforePart = async (partNumber) => {
      if (partNumber === 3) throw new Error('the disk of the store is full');
      kept++;
    };
    try {
      await assert.rejects(store.put('v.mp4', Buffer.alloc(17_000_000), VIDEO));
    } finally {
      server.memory.beforePart = async () => {};
    }
    assert.ok(kept > 0);
    assert.equal(server.memory.uploads.size, 0);
    assert.equal(await store.stat('v.mp4'), undefined);
    assert.deepEqual(await readdir(join(dir, 'partial')), []);
    await store.close();
  });

  it('retries a part when the store fails once', async () => {
    const store = await openBlobStore({ dir, url: server.url('again') });
    let failures = 0;
    server.memory.beforePart = async (partNumber) => {
      if (partNumber === 2 && failures++ === 0) throw new Error('a hiccup');
    };
    try {
      await store.put('v.mp4', Buffer.alloc(17_000_000, 7), VIDEO);
    } finally {
      server.memory.beforePart = async () => {};
    }
    assert.equal(failures, 2);
    assert.ok(server.memory.objects.get('again/v.mp4')?.bytes.equals(Buffer.alloc(17_000_000, 7)));
    await store.close();
  });

  it('ends a read with an error when the connection breaks, never early', async () => {
    const breaking = await startS3Server();
    const store = await openBlobStore({ dir, url: breaking.url('cut') });
    await store.put('v.mp4', Buffer.alloc(17_000_000), VIDEO);
    const reading = await store.read('v.mp4');
    assert.ok(reading);
    await once(reading.stream, 'readable');
    await breaking.stop();
    await assert.rejects(buffer(reading.stream), { code: 'ECONNRESET' });
    await store.close();
  });
});

describe('the blobs URL', () => {
  it('says bucket, prefix, endpoint, region and style', () => {
    assert.deepEqual(
      parseS3Url('s3://my-bucket/a/b/?endpoint=https%3A%2F%2Fs3.example&region=auto&path_style=1'),
      {
        bucket: 'my-bucket',
        prefix: 'a/b/',
        endpoint: 'https://s3.example',
        region: 'auto',
        pathStyle: true,
      },
    );
    assert.deepEqual(parseS3Url('s3://my-bucket'), {
      bucket: 'my-bucket',
      prefix: '',
      endpoint: undefined,
      region: undefined,
      pathStyle: false,
    });
  });

  for (const url of [
    'file:///tmp/blobs',
    's3:///prefix',
    's3://key:secret@bucket/',
    's3://bucket:9000/',
    's3://bucket/?pathstyle=1',
    's3://bucket/?path_style=yes',
    's3://bucket/a//b',
    's3://bucket/a%2Fb',
    'bucket',
  ]) {
    it(`refuses ${url}`, () => assert.throws(() => parseS3Url(url)));
  }
});
