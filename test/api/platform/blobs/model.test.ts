import assert from 'node:assert/strict';
import { buffer } from 'node:stream/consumers';
import { after, before, describe, it } from 'node:test';
import fc from 'fast-check';
import {
  BlobRangeUnsatisfiable,
  type BlobStore,
  BlobTooLarge,
} from '../../../../src/platform/blobs/blob-store.ts';
import { type BlobBackend, blobBackends } from '../../../fixtures/platform/blobs/blob-backends.ts';

const RUNS = 20;
const MAX_BYTES = 40;

interface Blob {
  readonly bytes: Buffer;
  readonly contentType: string;
}
type Model = Map<string, Blob>;

/** Applies one operation to the store and to the model, and compares their results. */
type Step = (store: BlobStore, model: Model) => Promise<void>;

const KEYS = ['a', 'a/b', 'a/b/c', 'A', 'b.vtt'];
const key = fc.constantFrom(...KEYS);
const contentType = fc.constantFrom('image/png', 'text/vtt; charset=utf-8');
const bytes = fc.uint8Array({ maxLength: MAX_BYTES + 3 }).map((array) => Buffer.from(array));
const chunkBytes = fc.integer({ min: 1, max: 16 });

const put = fc
  .record({ key, bytes, contentType, chunkBytes, breaks: fc.boolean() })
  .map(({ key, bytes, contentType, chunkBytes, breaks }) =>
    named(`put ${key} ${bytes.length} bytes${breaks ? ' breaking' : ''}`, async (store, model) => {
      const put = store.put(key, source(bytes, chunkBytes, breaks), { contentType, maxBytes: MAX_BYTES });
      const outcome = await put.then(
        () => 'put',
        (error: Error) => (error instanceof BlobTooLarge ? 'too large' : error.message),
      );
      assert.equal(outcome, bytes.length > MAX_BYTES ? 'too large' : breaks ? 'broken' : 'put');
      if (outcome === 'put') model.set(key, { bytes, contentType });
    }),
  );

const read = fc
  .record({ key, range: fc.option(fc.tuple(fc.nat(45), fc.option(fc.nat(45)))) })
  .map(({ key, range }) =>
    named(`read ${key} ${range}`, async (store, model) => {
      const blob = model.get(key);
      const start = range?.[0] ?? 0;
      const length = range?.[1] ?? undefined;
      const wanted =
        range === null ? undefined : { start, ...(length === undefined ? {} : { end: start + length }) };
      const outcome = await store.read(key, wanted).then(
        async (reading) => reading && { type: reading.contentType, bytes: await buffer(reading.stream) },
        (error) => {
          assert.ok(error instanceof BlobRangeUnsatisfiable, String(error));
          return error.bytes;
        },
      );
      if (blob === undefined) assert.equal(outcome, undefined);
      else if (wanted !== undefined && start >= blob.bytes.length) assert.equal(outcome, blob.bytes.length);
      else {
        const end = length === undefined ? undefined : start + length + 1;
        assert.deepEqual(outcome, { type: blob.contentType, bytes: blob.bytes.subarray(start, end) });
      }
    }),
  );

const remove = key.map((key) =>
  named(`delete ${key}`, async (store, model) => {
    await store.delete(key);
    model.delete(key);
  }),
);

const stat = key.map((key) =>
  named(`stat ${key}`, async (store, model) => {
    const found = await store.stat(key);
    const blob = model.get(key);
    assert.deepEqual(
      found && [found.bytes, found.contentType],
      blob && [blob.bytes.length, blob.contentType],
    );
  }),
);

for (const { name, start } of blobBackends) {
  describe(`blobs on ${name} behave like a map`, () => {
    let backend: BlobBackend;
    before(async () => {
      backend = await start();
    });
    after(() => backend.stop());

    it('under random sequences of put, read, stat and delete', async () => {
      const steps = fc.array(fc.oneof({ arbitrary: put, weight: 2 }, read, read, stat, remove), {
        minLength: 5,
        maxLength: 20,
      });
      await fc.assert(
        fc.asyncProperty(steps, async (steps) => {
          for (const key of KEYS) await backend.store.delete(key);
          const model: Model = new Map();
          for (const step of steps) await step(backend.store, model);
          assert.equal(await backend.count(), model.size);
          assert.deepEqual(await backend.leftovers(), []);
        }),
        { numRuns: RUNS },
      );
    });
  });
}

async function* source(bytes: Buffer, chunkBytes: number, breaks: boolean): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += chunkBytes) yield bytes.subarray(at, at + chunkBytes);
  if (breaks) throw new Error('broken');
}

/** fast-check prints a failing sequence with these names. */
function named(name: string, step: Step): Step {
  return Object.assign(step, { toString: () => name });
}
