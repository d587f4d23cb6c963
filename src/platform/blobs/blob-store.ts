import type { Readable } from 'node:stream';

/**
 * Where bytes live: files in the data directory, or a bucket.
 *
 * A blob exists under its key whole or not at all, through failing sources, concurrent writers and crashes.
 */
export interface BlobStore {
  /** Streams in and replaces what the key named before. Once it answers, the blob survives a power cut. */
  put(key: string, source: BlobSource, options: PutOptions): Promise<PutResult>;

  /**
   * Streams into a blob named `prefix/<sha256>`. Known bytes are not stored again and keep the content type
   * they first came with: whoever serves a blob to the public decides the type from its own records.
   */
  putByHash(prefix: string, source: BlobSource, options: PutOptions): Promise<PutByHashResult>;

  /**
   * Opens one version of a blob, whole or a part of it; undefined when there is none. The stream must be read
   * or destroyed: it holds a file or a connection. Throws `BlobRangeUnsatisfiable`.
   */
  read(key: string, range?: BlobRange): Promise<BlobReading | undefined>;

  stat(key: string): Promise<BlobStat | undefined>;

  /** Keys under a prefix, or all with none (''), whose blobs were not written for this long, by the clock of where they are. */
  unchanged(prefix: string, ageMs: number): AsyncIterable<string>;

  /** Deleting what is not there is fine: it may be retried. Readings already open go on to their end. */
  delete(key: string): Promise<void>;

  close(): Promise<void>;
}

/** Read to its end or, on a failure, given up: a stream is destroyed. An HTTP request can still be answered. */
export type BlobSource = AsyncIterable<Uint8Array> | Uint8Array;

export interface PutOptions {
  readonly contentType: string;
  /** One byte more throws `BlobTooLarge`, and nothing is kept. */
  readonly maxBytes: number;
}

export interface PutResult {
  readonly sha256: string;
  readonly bytes: number;
}

export interface PutByHashResult extends PutResult {
  readonly key: string;
  /** A hint: of writers arriving together with new bytes, more than one may be told false. */
  readonly existed: boolean;
}

/** First and last byte, both included, as in HTTP; a last byte past the end means the end. */
export interface BlobRange {
  readonly start: number;
  readonly end?: number;
}

export interface BlobStat {
  /** Of the whole blob. */
  readonly bytes: number;
  readonly contentType: string;
  /** Of the whole blob: a strong ETag for whoever serves it. */
  readonly sha256: string;
  readonly modifiedAt: Date;
}

export interface BlobReading extends BlobStat {
  readonly stream: Readable;
  readonly start: number;
  /** Included; `start - 1` when the blob is empty. */
  readonly end: number;
}
