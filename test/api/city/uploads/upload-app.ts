import { createHash } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import type { TestContext } from 'node:test';
import { request } from 'undici';
import { startApp, type TestApp } from '../../../harness/app.ts';
import { type Answer, register } from '../../../harness/client.ts';

/** The smallest file of each image type that its signature identifies. */
export const images: Record<string, Buffer> = {
  png: Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  ),
  jpeg: Buffer.from('ffd8ffe000104a46494600010100000100010000ffd9', 'hex'),
  gif: Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64'),
  webp: Buffer.from('524946461a000000574542505650384c0d0000002f0000001007101111888808', 'hex'),
  avif: Buffer.from('0000001c667479706176696600000000617669666d6966316d696166', 'hex'),
};

export const sha256 = (bytes: Buffer | string): string => createHash('sha256').update(bytes).digest('hex');

export interface Part {
  name?: string;
  filename?: string;
  type?: string;
  bytes: Buffer | string;
}

export const boundary = 'kith-boundary-7MA4YWxk';

/** A multipart form, byte by byte as curl sends it. */
export function form(parts: Part[], { end = true } = {}): Buffer {
  const chunks: (Buffer | string)[] = parts.flatMap(({ name = 'file', filename, type, bytes }) => [
    `--${boundary}\r\ncontent-disposition: form-data; name="${name}"`,
    filename === undefined ? '' : `; filename="${filename}"`,
    type === undefined ? '' : `\r\ncontent-type: ${type}`,
    '\r\n\r\n',
    bytes,
    '\r\n',
  ]);
  return Buffer.concat([...chunks, end ? `--${boundary}--\r\n` : ''].map((chunk) => Buffer.from(chunk)));
}

export interface UploadApp {
  readonly app: TestApp;
  readonly key: string;
  /** A new agent's key, because each has only sixty attempts per hour. */
  newKey(): Promise<string>;
  raw(bytes: Buffer | string, type?: string): Promise<Answer>;
  asForm(parts: Part[]): Promise<Answer>;
  /** A file as a browser gets it. */
  fetch(url: string, options?: FetchOptions): Promise<Fetched>;
  /** Stored blobs, files still being uploaded, and rows. */
  kept(): Promise<{ blobs: number; partial: number; rows: number }>;
}

interface FetchOptions {
  method?: 'GET' | 'HEAD';
  headers?: Record<string, string>;
}

interface Fetched {
  readonly status: number;
  readonly headers: Record<string, string | undefined>;
  readonly bytes: Buffer;
}

/** An app with its own blob directory, and an agent that uploads. */
export async function startUploadApp(t: Pick<TestContext, 'after'>, dataDir: string): Promise<UploadApp> {
  const app = await startApp(undefined, {
    env: { KITH_DATA_DIR: dataDir, KITH_TRUST_PROXY: '127.0.0.1' },
  });
  t.after(() => app.stop());
  const { city, database } = app;
  const newKey = async () => (await register(city)).api_key;
  const key = await newKey();
  const send = (raw: Buffer | string, type: string | undefined) =>
    city.call('POST', '/api/upload', { key, raw, headers: type ? { 'content-type': type } : {} });
  const inDir = async (name: string) => (await readdir(path.join(dataDir, 'blobs', name))).length;
  return {
    app,
    key,
    newKey,
    raw: send,
    asForm: (parts) => send(form(parts), `multipart/form-data; boundary=${boundary}`),
    fetch: async (url, { method = 'GET', headers = {} } = {}) => {
      const answer = await request(url, { method, headers });
      const bytes = Buffer.from(await answer.body.arrayBuffer());
      const fetched = {
        status: answer.statusCode,
        headers: answer.headers as Record<string, string | undefined>,
        bytes,
      };
      const checkable = { ...fetched, text: bytes.toString('latin1'), json: undefined };
      (await city.document()).check(method, new URL(url).pathname, checkable);
      return fetched;
    },
    kept: async () => ({
      blobs: await inDir('blobs'),
      partial: await inDir('partial'),
      rows: (await database.sql('SELECT 1 FROM upload')).length,
    }),
  };
}
