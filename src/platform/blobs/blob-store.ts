import type { Readable } from 'node:stream';

/**
 * Blob storage: files in the data directory, or a bucket.
 * A blob exists under its key whole or not at all, despite failing sources, concurrent writers and crashes.
 */
export interface BlobStore {
  /**
   * Stores a stream, replacing the previous blob of the key. Once this resolves, the blob survives a power
   * cut.
   */
  put(key: string, source: BlobSource, options: PutOptions): Promise<PutResult>;

  /**
   * Streams into a blob named `prefix/<sha256>`. Known bytes are not stored again and keep their first
   * content type: code that serves a blob to the public decides the type from its own records.
   */
  putByHash(prefix: string, source: BlobSource, options: PutOptions): Promise<PutByHashResult>;

  /**
   * Opens one version of a blob, whole or in part; undefined if there is none. The stream must be read or
   * destroyed: it holds a file or a connection. Throws `BlobRangeUnsatisfiable`.
   */
  read(key: string, range?: BlobRange): Promise<BlobReading | undefined>;

  stat(key: string): Promise<BlobStat | undefined>;

  /**
   * Keys under a prefix ('' for all) whose blobs have not been written for this long, by the clock of the
   * store.
   */
  unchanged(prefix: string, ageMs: number): AsyncIterable<string>;

  /** Idempotent: deleting a missing blob succeeds. Open readings continue to their end. */
  delete(key: string): Promise<void>;

  close(): Promise<void>;
}

/**
 * Read to its end or, on a failure, destroyed if it is a stream. The HTTP request it came from can still be
 * answered.
 */
export type BlobSource = AsyncIterable<Uint8Array> | Uint8Array;

export interface PutOptions {
  readonly contentType: string;
  /** One more byte throws `BlobTooLarge`, and nothing is stored. */
  readonly maxBytes: number;
}

export interface PutResult {
  readonly sha256: string;
  readonly bytes: number;
}

export interface PutByHashResult extends PutResult {
  readonly key: string;
  /** A hint: concurrent writers of the same new bytes may all get false. */
  readonly existed: boolean;
}

/** First and last byte, both inclusive, as in HTTP; a last byte past the end means the end. */
export interface BlobRange {
  readonly start: number;
  readonly end?: number;
}

export interface BlobStat {
  /** Size of the whole blob. */
  readonly bytes: number;
  readonly contentType: string;
  /** Hash of the whole blob, suitable as a strong ETag. */
  readonly sha256: string;
  readonly modifiedAt: Date;
}

export interface BlobReading extends BlobStat {
  readonly stream: Readable;
  readonly start: number;
  /** Inclusive; `start - 1` if the blob is empty. */
  readonly end: number;
}

/** The source had more bytes than the caller allowed. */
export class BlobTooLarge extends Error {
  readonly maxBytes: number;

  constructor(maxBytes: number) {
    super(`blob is larger than ${maxBytes} bytes`);
    this.name = 'BlobTooLarge';
    this.maxBytes = maxBytes;
  }
}

/** The range starts after the last byte; a 416 response states the size. */
export class BlobRangeUnsatisfiable extends Error {
  readonly bytes: number;

  constructor(bytes: number) {
    super(`range begins beyond the ${bytes} bytes of the blob`);
    this.name = 'BlobRangeUnsatisfiable';
    this.bytes = bytes;
  }
}

/** An invalid key or content type: a bug of the calling code, not of its input. */
export class InvalidBlobName extends Error {
  constructor(what: string, value: string) {
    super(`invalid ${what}: ${JSON.stringify(value.slice(0, 100))}`);
    this.name = 'InvalidBlobName';
  }
}

/** The store fails or does not respond. The code maps to a 503, as for any other unavailable peer. */
export class BlobStoreUnavailable extends Error {
  readonly code = 'ETIMEDOUT';
}

/** A range that no blob could satisfy is a bug of the calling code. */
export function checkRange(range: BlobRange): void {
  const end = range.end ?? range.start;
  if (
    !Number.isSafeInteger(range.start) ||
    !Number.isSafeInteger(end) ||
    range.start < 0 ||
    end < range.start
  ) {
    throw new RangeError(`not a byte range: ${range.start}-${range.end ?? ''}`);
  }
}

/**
 * The bytes that a range selects in a blob of this size. Without a range, all of them, even if there are
 * none.
 */
export function resolveRange(range: BlobRange | undefined, bytes: number): { start: number; end: number } {
  if (range === undefined) return { start: 0, end: bytes - 1 };
  if (range.start >= bytes) throw new BlobRangeUnsatisfiable(bytes);
  return { start: range.start, end: Math.min(range.end ?? bytes - 1, bytes - 1) };
}

/** S3 allows 1024 bytes; half of that is left for the bucket prefix. */
const MAX_KEY_CHARS = 500;

/** No segment starts with a dot, which excludes `.`, `..` and hidden files. */
const SEGMENT = '[A-Za-z0-9_-][A-Za-z0-9._-]*';
const KEY = new RegExp(`^${SEGMENT}(?:/${SEGMENT})*$`);

/** Printable ASCII without spaces at the ends, so that it fits in a header. */
const CONTENT_TYPE = /^[!-~](?:[ -~]{0,198}[!-~])?$/;

export function checkKey(key: string): void {
  if (key.length > MAX_KEY_CHARS || key.includes('..') || !KEY.test(key)) {
    throw new InvalidBlobName('blob key', key);
  }
}

export function checkContentType(contentType: string): void {
  if (!CONTENT_TYPE.test(contentType)) throw new InvalidBlobName('content type', contentType);
}
