import { tmpdir } from 'node:os';
import S3rver from '@20minutes/s3rver';
import S3Error from '@20minutes/s3rver/lib/models/error.js';
import { S3Memory } from './s3-memory.ts';

const BUCKET = 'kith-test';

const CHECKSUM_HEADER = /^x-amz-(sdk-)?checksum-|^x-amz-trailer$/;

export interface S3Server {
  readonly memory: S3Memory;
  /** Accepts requests and never responds. */
  hangs: boolean;
  url(prefix: string, bucket?: string): string;
  stop(): Promise<void>;
}

/** An S3 server on loopback that checks the signature of every request. */
export async function startS3Server(): Promise<S3Server> {
  // The only key pair that s3rver knows.
  process.env.AWS_ACCESS_KEY_ID = 'S3RVER';
  process.env.AWS_SECRET_ACCESS_KEY = 'S3RVER';
  const memory = new S3Memory(BUCKET);
  const server = new S3rver({ address: '127.0.0.1', port: 0, silent: true, directory: tmpdir() });
  server.store = memory;
  server.context.store = memory;
  server.middleware.unshift(async (ctx, next) => {
    if (s3.hangs) await new Promise(() => {});
    try {
      // Like stores that implement S3 without its newer checksums.
      const header = Object.keys(ctx.headers).find((name) => CHECKSUM_HEADER.test(name));
      if (header !== undefined) throw new S3Error('NotImplemented', `${header} is not supported`);
      await memory.signedHash.run(ctx.get('x-amz-content-sha256'), next);
    } catch (error) {
      // s3rver supports multipart uploads except for aborting them. It refuses only after checking the signature.
      const uploadId = ctx.query.uploadId;
      const refused = error instanceof S3Error && error.code === 'MethodNotAllowed';
      if (!refused || ctx.method !== 'DELETE' || uploadId === undefined) throw error;
      memory.uploads.delete(uploadId);
      ctx.status = 204;
    }
  });
  // Just before the routes, because of two faults in s3rver's lists.
  server.middleware.splice(-1, 0, async (ctx, next) => {
    // A signature covers the path as sent. Clients send the path of a bucket with a trailing slash, which s3rver omits
    // from what it signs, unless it takes the bucket's name from the host.
    if (ctx.path === `/${BUCKET}/`)
      Object.assign(ctx, { mountPath: '/', state: { ...ctx.state, vhost: true } });
    await next();
    // If there are more keys, it creates a token with a cipher that OpenSSL no longer supports; so it is told there are
    // none.
    const list = (ctx.body as { ListBucketResult?: { IsTruncated: boolean } } | undefined)?.ListBucketResult;
    if (list) list.IsTruncated = memory.listHasMore;
  });
  const { port } = await server.run();
  const endpoint = encodeURIComponent(`http://127.0.0.1:${port}`);
  const s3: S3Server = {
    memory,
    hangs: false,
    url: (prefix, bucket = BUCKET) =>
      `s3://${bucket}/${prefix}?endpoint=${endpoint}&region=us-east-1&path_style=1`,
    stop: () =>
      new Promise((resolve) => {
        server.httpServer.close(() => resolve());
        server.httpServer.closeAllConnections();
      }),
  };
  return s3;
}
