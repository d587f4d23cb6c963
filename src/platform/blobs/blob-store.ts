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
