import { AsyncLocalStorage } from 'node:async_hooks';
import { createHash, randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import S3Error from '@20minutes/s3rver/lib/models/error.js';
import S3Object from '@20minutes/s3rver/lib/models/object.js';

const MIN_PART_BYTES = 5 * 1024 * 1024;

interface Upload {
  readonly key: string;
  readonly metadata: Record<string, string>;
  readonly parts: Map<number, Buffer>;
}

/**
 * The object storage of s3rver. Its own store writes objects in place, lets an interrupted request leave half an
 * object, and reads `bytes=0-0` as everything, all unlike S3. Here an object appears whole or not at all, the body must
 * have the signed hash, ranges are exact, and small parts are refused.
 */
export class S3Memory {
  readonly objects = new Map<string, { bytes: Buffer; metadata: Record<string, string> }>();
  readonly uploads = new Map<string, Upload>();
  /** The x-amz-content-sha256 of the current request. */
  readonly signedHash = new AsyncLocalStorage<string>();
  /** Lets a test fail or delay a part. */
  beforePart: (partNumber: number) => Promise<void> = async () => {};
  readonly #bucket: string;

  /** Whether the last list was truncated: two keys per page, so that paging is tested. */
  listHasMore = false;

  constructor(bucket: string) {
    this.#bucket = bucket;
  }

  async getBucket(name: string) {
    return name === this.#bucket ? { name, creationDate: new Date() } : null;
  }

  async getSubresource() {
    return null;
  }

  async listObjects(bucket: string, { prefix = '', startAfter = '', maxKeys = 1_000 }) {
    const keys = [...this.objects.keys()]
      .filter((key) => key.startsWith(prefix) && key > startAfter)
      .toSorted();
    const objects = keys.slice(0, Math.min(maxKeys, 2)).map((key) => {
      const { bytes, metadata } = this.objects.get(key)!;
      return new S3Object(bucket, key, undefined, { ...metadata, 'content-length': String(bytes.length) });
    });
    this.listHasMore = objects.length < keys.length;
    return { objects, commonPrefixes: [], isTruncated: false };
  }

  async existsObject(_bucket: string, key: string) {
    return this.objects.has(key);
  }

  async getObject(bucket: string, key: string, options: { start?: number; end?: number } = {}) {
    const found = this.objects.get(key);
    if (found === undefined) return null;
    const size = found.bytes.length;
    const { start, end = size - 1 } = options;
    const slice = found.bytes.subarray(start ?? 0, end + 1);
    const content = start === undefined || start < size ? Readable.from([slice]) : undefined;
    const object = new S3Object(bucket, key, content, { ...found.metadata, 'content-length': String(size) });
    if (start !== undefined) object.range = { start, end: Math.min(end, size - 1) };
    return object;
  }

  async putObject(object: S3Object) {
    return this.#keep(object.key, await this.#receive(object.content), object.metadata);
  }

  async deleteObject(_bucket: string, key: string) {
    this.objects.delete(key);
  }

  async initiateUpload(_bucket: string, key: string, uploadId: string, metadata: Record<string, string>) {
    this.uploads.set(uploadId, { key, metadata, parts: new Map() });
  }

  async putPart(_bucket: string, uploadId: string, partNumber: string, content: AsyncIterable<Uint8Array>) {
    const bytes = await this.#receive(content);
    await this.beforePart(Number(partNumber));
    this.#upload(uploadId).parts.set(Number(partNumber), bytes);
    return { size: bytes.length, md5: md5(bytes) };
  }

  async putObjectMultipart(_bucket: string, uploadId: string, listed: { number: number; etag: string }[]) {
    const upload = this.#upload(uploadId);
    const parts = listed.map(({ number, etag }, index) => {
      const part = upload.parts.get(number);
      if (part === undefined || md5(part) !== etag) throw new S3Error('InvalidPart', 'no such part');
      if (index < listed.length - 1 && part.length < MIN_PART_BYTES) {
        throw new S3Error('EntityTooSmall', 'part is too small');
      }
      return part;
    });
    this.uploads.delete(uploadId);
    const object = new S3Object(this.#bucket, upload.key, undefined, upload.metadata);
    return this.#keep(upload.key, Buffer.concat(parts), object.metadata);
  }

  #upload(uploadId: string): Upload {
    const upload = this.uploads.get(uploadId);
    if (upload === undefined) throw new S3Error('NoSuchUpload', 'no such upload');
    return upload;
  }

  async #receive(content: AsyncIterable<Uint8Array>): Promise<Buffer> {
    const bytes = await buffer(content);
    if (createHash('sha256').update(bytes).digest('hex') !== this.signedHash.getStore()) {
      throw new S3Error('XAmzContentSHA256Mismatch', 'the body is not the one that was signed');
    }
    return bytes;
  }

  #keep(key: string, bytes: Buffer, metadata: Record<string, string>) {
    this.objects.set(key, {
      bytes,
      metadata: {
        ...metadata,
        etag: `"${randomUUID()}"`,
        'last-modified': new Date().toUTCString(),
      },
    });
    return { size: bytes.length, md5: md5(bytes) };
  }
}

function md5(bytes: Buffer): string {
  return createHash('md5').update(bytes).digest('hex');
}
