import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { makeDir } from '../make-dir.ts';
import { replaceFile } from '../replace-file.ts';
import { parseS3Url } from './s3.ts';

export interface StaticFile {
  readonly name: string;
  readonly bytes: Buffer;
  readonly contentType: string;
  readonly cacheControl: string;
  /** Stored as metadata in a bucket; a directory cannot store it, so pass plain bytes there. */
  readonly contentEncoding?: 'gzip';
}

/** Files that any web server or bucket can serve without kith. */
export interface StaticFiles {
  /** Whether the store can mark a file as compressed. */
  readonly encodes: boolean;
  read(name: string): Promise<Buffer | undefined>;
  write(file: StaticFile): Promise<void>;
  close(): void;
}

/** `s3://bucket/prefix?endpoint=…`, or a directory. */
export async function openStaticFiles(place: string): Promise<StaticFiles> {
  return place.startsWith('s3://') ? openBucket(place) : serveDirectory(path.resolve(place));
}

function serveDirectory(dir: string): StaticFiles {
  return {
    encodes: false,
    async read(name) {
      return readFile(path.join(dir, name)).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return undefined;
        throw error;
      });
    },
    async write({ name, bytes }) {
      const file = path.join(dir, name);
      await makeDir(path.dirname(file));
      // Renamed only once it is complete: a web server may be reading.
      await replaceFile(file, bytes, 0o644);
    },
    close() {},
  };
}

async function openBucket(place: string): Promise<StaticFiles> {
  // The AWS SDK is slow to load.
  const { GetObjectCommand, PutObjectCommand, S3Client, S3ServiceException } = await import(
    '@aws-sdk/client-s3'
  );
  const { bucket, prefix, endpoint, region, pathStyle } = parseS3Url(place);
  const client = new S3Client({
    ...(endpoint !== undefined && { endpoint }),
    ...(region !== undefined && { region }),
    forcePathStyle: pathStyle,
    // S3-compatible stores reject the checksums that the SDK adds; the signature covers every body.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });
  return {
    encodes: true,
    async read(name) {
      try {
        const { Body } = await client.send(new GetObjectCommand({ Bucket: bucket, Key: prefix + name }));
        return Buffer.from((await Body?.transformToByteArray()) ?? []);
      } catch (error) {
        if (error instanceof S3ServiceException && error.name === 'NoSuchKey') return undefined;
        throw error;
      }
    },
    async write({ name, bytes, contentType, cacheControl, contentEncoding }) {
      await client.send(
        new PutObjectCommand({
          Bucket: bucket,
          Key: prefix + name,
          Body: bytes,
          ContentType: contentType,
          CacheControl: cacheControl,
          ...(contentEncoding && { ContentEncoding: contentEncoding }),
        }),
      );
    },
    close: () => client.destroy(),
  };
}
