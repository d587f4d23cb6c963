import { createReadStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { Readable } from 'node:stream';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  type GetObjectCommandOutput,
  HeadObjectCommand,
  type HeadObjectCommandOutput,
  ListObjectsV2Command,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { OperatorProblem } from '../operator-problem.ts';
import {
  type BlobRange,
  BlobRangeUnsatisfiable,
  type BlobReading,
  type BlobSource,
  type BlobStat,
  type BlobStore,
  BlobStoreUnavailable,
  checkKey,
  checkRange,
  type PutByHashResult,
  type PutOptions,
  type PutResult,
  resolveRange,
} from './blob-store.ts';
import { type BlobBackend, type Spooled, storeByHash, storeUnderKey, sweepSpool } from './store-blob.ts';

export interface S3Location {
  readonly bucket: string;
  /** Empty, or ending in a slash. */
  readonly prefix: string;
  readonly endpoint: string | undefined;
  /** Undefined defers to AWS_REGION and the profile. */
  readonly region: string | undefined;
  readonly pathStyle: boolean;
}

const PARAMETERS = ['endpoint', 'region', 'path_style'];

/**
 * Parses `s3://bucket/prefix?endpoint=…&region=…&path_style=1`. Unknown parameters are rejected, not ignored.
 */
export function parseS3Url(text: string): S3Location {
  const url = new URL(text);
  if (url.protocol !== 's3:' || url.hostname === '') {
    throw new Error('blobs URL must be s3://bucket/prefix');
  }
  if (url.username !== '' || url.password !== '' || url.port !== '') {
    throw new Error(
      'blobs URL takes no credentials or port: they belong in AWS_* variables and in endpoint=',
    );
  }
  for (const name of url.searchParams.keys()) {
    if (!PARAMETERS.includes(name)) {
      throw new Error(`blobs URL: unknown parameter ${name}; known are ${PARAMETERS.join(', ')}`);
    }
  }
  const pathStyle = url.searchParams.get('path_style') ?? '0';
  if (pathStyle !== '0' && pathStyle !== '1') throw new Error('blobs URL: path_style is 0 or 1');
  const prefix = url.pathname.replace(/^\//, '').replace(/\/$/, '');
  if (prefix !== '') checkKey(prefix);
  return {
    bucket: url.hostname,
    prefix: prefix === '' ? '' : `${prefix}/`,
    endpoint: url.searchParams.get('endpoint') ?? undefined,
    region: url.searchParams.get('region') ?? undefined,
    pathStyle: pathStyle === '1',
  };
}

/** Per request, including the upload of its body. */
const ANSWER_TIMEOUT_MS = 60_000;
/** A store that sends nothing for this long hangs; retrying would only take longer. */
const SILENCE_TIMEOUT_MS = 10_000;
const MAX_ATTEMPTS = 4;

/**
 * An upload holds two parts in memory; a blob that fits in one part is sent in one request, which leaves
 * nothing behind if interrupted.
 */
const PART_BYTES = 8 * 1024 * 1024;
const PARTS_AT_ONCE = 2;

/**
 * Blobs as objects of a bucket on S3 or a compatible store. Incoming blobs are spooled to a local file first,
 * so a sender that fails or disconnects never reaches the bucket.
 * A crash during a multipart upload leaves invisible parts in the bucket, which its lifecycle rule
 * (AbortIncompleteMultipartUpload) removes.
 */
export class S3BlobStore implements BlobStore {
  readonly #client: S3Client;
  readonly #location: S3Location;
  readonly #backend: BlobBackend;

  private constructor(client: S3Client, location: S3Location, partial: string) {
    this.#client = client;
    this.#location = location;
    this.#backend = {
      partial,
      exists: async (key) => (await this.stat(key)) !== undefined,
      publish: (key, spooled, contentType) => this.#upload(key, spooled, contentType),
    };
  }

  static async open(url: string, partial: string, silenceMs = SILENCE_TIMEOUT_MS): Promise<S3BlobStore> {
    const location = parseS3Url(url);
    await mkdir(partial, { recursive: true, mode: 0o700 });
    await sweepSpool(partial);
    const client = new S3Client({
      ...(location.endpoint === undefined ? {} : { endpoint: location.endpoint }),
      ...(location.region === undefined ? {} : { region: location.region }),
      forcePathStyle: location.pathStyle,
      maxAttempts: MAX_ATTEMPTS,
      // By default the SDK adds CRC checksums, as headers, multipart algorithms or trailers. AWS accepts
      // them; many versions of R2, Garage, Ceph and MinIO reject one form or another. The signature already
      // covers the SHA-256 of every body sent here, so none is sent unprotected.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      requestHandler: {
        connectionTimeout: silenceMs / 2,
        requestTimeout: Math.max(ANSWER_TIMEOUT_MS, silenceMs),
        throwOnRequestTimeout: true,
        socketTimeout: silenceMs,
      },
    });
    abortWhenSilent(client, silenceMs);
    const store = new S3BlobStore(client, location, partial);
    try {
      // A wrong bucket, region or credential fails now and not at the first upload. Reading a blob, rather
      // than the bucket, works under policies limited to the prefix. Without s3:ListBucket, S3 reports a
      // missing blob as forbidden, so that fails here as well.
      const reading = await store.read('opened');
      reading?.stream.destroy();
    } catch (error) {
      client.destroy();
      throw new OperatorProblem(
        `bucket ${location.bucket} of KITH_BLOBS_URL cannot be used: ${describeFailure(error)}`,
        {
          cause: error,
        },
      );
    }
    return store;
  }

  put(key: string, source: BlobSource, options: PutOptions): Promise<PutResult> {
    return storeUnderKey(this.#backend, key, source, options);
  }

  putByHash(prefix: string, source: BlobSource, options: PutOptions): Promise<PutByHashResult> {
    return storeByHash(this.#backend, prefix, source, options);
  }

  async read(key: string, range?: BlobRange): Promise<BlobReading | undefined> {
    if (range !== undefined) checkRange(range);
    // A single request per reading: two could hit two versions.
    const object = await this.#get(key, range);
    if (object === undefined) return undefined;
    if (!(object.Body instanceof Readable)) throw new Error('S3 returned no stream');
    try {
      const bytes = range === undefined ? object.ContentLength : parseTotal(object.ContentRange);
      const found = describe(key, object, bytes);
      return { ...found, ...resolveRange(range, found.bytes), stream: object.Body };
    } catch (error) {
      object.Body.destroy();
      throw error;
    }
  }

  async stat(key: string): Promise<BlobStat | undefined> {
    const object = await undefinedIfMissing(this.#client.send(new HeadObjectCommand(this.#object(key))));
    return object === undefined ? undefined : describe(key, object, object.ContentLength);
  }

  async *unchanged(prefix: string, ageMs: number): AsyncGenerator<string> {
    const { bucket, prefix: own } = this.#location;
    const before = Date.now() - ageMs;
    // By key and not by the store's continuation tokens, which expire while a long list is processed.
    for (let last: string | undefined, more = true; more; ) {
      const page = await this.#client.send(
        new ListObjectsV2Command({
          Bucket: bucket,
          Prefix: prefix === '' ? own : `${own}${prefix}/`,
          StartAfter: last,
        }),
      );
      for (const { Key, LastModified } of page.Contents ?? []) {
        if (Key && LastModified && LastModified.getTime() < before) yield Key.slice(own.length);
        last = Key;
      }
      more = page.IsTruncated === true && last !== undefined;
    }
  }

  async delete(key: string): Promise<void> {
    await this.#client.send(new DeleteObjectCommand(this.#object(key)));
  }

  async close(): Promise<void> {
    this.#client.destroy();
  }

  #object(key: string): { Bucket: string; Key: string } {
    checkKey(key);
    return { Bucket: this.#location.bucket, Key: `${this.#location.prefix}${key}` };
  }

  /** Parts already sent are removed from the bucket if a later one finally fails. */
  async #upload(key: string, spooled: Spooled, contentType: string): Promise<void> {
    const body = createReadStream(spooled.path);
    try {
      await new Upload({
        client: this.#client,
        params: {
          ...this.#object(key),
          Body: body,
          ContentType: contentType,
          Metadata: { sha256: spooled.sha256 },
        },
        partSize: PART_BYTES,
        queueSize: PARTS_AT_ONCE,
        leavePartsOnError: false,
      }).done();
    } finally {
      body.destroy();
    }
  }

  async #get(key: string, range: BlobRange | undefined): Promise<GetObjectCommandOutput | undefined> {
    const rangeField = range === undefined ? {} : { Range: `bytes=${range.start}-${range.end ?? ''}` };
    try {
      return await undefinedIfMissing(
        this.#client.send(new GetObjectCommand({ ...this.#object(key), ...rangeField })),
      );
    } catch (error) {
      if (!(error instanceof S3ServiceException) || error.$metadata.httpStatusCode !== 416) throw error;
      const found = await this.stat(key);
      if (found === undefined) return undefined;
      throw new BlobRangeUnsatisfiable(found.bytes);
    }
  }
}

/** Has no code that would make the SDK retry. */
class NoResponse extends Error {
  override readonly message = 'it does not respond';
}

/**
 * Converts errors of the store to BlobStoreUnavailable; timeouts inside the retry loop, so that they are not
 * retried.
 */
function abortWhenSilent({ middlewareStack }: S3Client, silenceMs: number): void {
  middlewareStack.add(
    (next) => async (args) => {
      const { promise: silent, reject } = Promise.withResolvers<never>();
      // An upload gets no response while its body is in transit: there the socket timeout applies.
      const isUpload =
        typeof args.request === 'object' && (args.request as { method?: string }).method === 'PUT';
      const timer = isUpload ? undefined : setTimeout(() => reject(new NoResponse()), silenceMs);
      try {
        return await Promise.race([next(args), silent]);
      } catch (error) {
        throw isTimeout(error) ? new NoResponse() : error;
      } finally {
        clearTimeout(timer);
      }
    },
    { step: 'finalizeRequest', priority: 'low', name: 'giveUpOnSilence' },
  );
  middlewareStack.add(
    (next) => async (args) => {
      try {
        return await next(args);
      } catch (error) {
        throw isUnavailable(error)
          ? new BlobStoreUnavailable(`the file store fails: ${describeFailure(error)}`, { cause: error })
          : error;
      }
    },
    { step: 'initialize', priority: 'high', name: 'tellAway' },
  );
}

const isTimeout = (error: unknown): boolean => error instanceof Error && error.name === 'TimeoutError';

function isUnavailable(error: unknown): boolean {
  if (error instanceof NoResponse) return true;
  if (error instanceof S3ServiceException) return (error.$metadata.httpStatusCode ?? 500) >= 500;
  return error instanceof Error && /^E[A-Z_]+$/.test(String((error as NodeJS.ErrnoException).code ?? ''));
}

/** A missing bucket is also a 404, but is not a missing blob. */
async function undefinedIfMissing<T>(answer: Promise<T>): Promise<T | undefined> {
  try {
    return await answer;
  } catch (error) {
    const missing = error instanceof S3ServiceException && ['NoSuchKey', 'NotFound'].includes(error.name);
    if (missing) return undefined;
    throw error;
  }
}

function describe(
  key: string,
  got: GetObjectCommandOutput | HeadObjectCommandOutput,
  bytes: number | undefined,
): BlobStat {
  const sha256 = got.Metadata?.sha256;
  if (bytes === undefined || got.LastModified === undefined || sha256 === undefined) {
    throw new Error(`object of ${key} was not written by this blob store`);
  }
  return {
    bytes,
    contentType: got.ContentType ?? 'application/octet-stream',
    sha256,
    modifiedAt: got.LastModified,
  };
}

/** `bytes 5-9/100` → 100. A store that ignored the range would omit the header. */
function parseTotal(contentRange: string | undefined): number {
  const total = /^bytes \d+-\d+\/(\d+)$/.exec(contentRange ?? '')?.[1];
  if (total === undefined) throw new Error('S3 returned no Content-Range for a range request');
  return Number(total);
}

function describeFailure(error: unknown): string {
  if (error instanceof S3ServiceException) return `${error.name} (${error.$metadata.httpStatusCode})`;
  return error instanceof Error ? error.message : String(error);
}
