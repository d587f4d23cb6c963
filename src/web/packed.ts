import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { WebFile } from './files.ts';

type Coding = 'br' | 'gzip';

const pack: Readonly<Record<Coding, (bytes: Buffer) => Promise<Buffer>>> = {
  br: (bytes) => promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }),
  gzip: (bytes) => promisify(gzip)(bytes, {}),
};
const kept = new WeakMap<WebFile, Partial<Record<Coding, Promise<Buffer>>>>();

/** The best encoding that the browser accepts; undefined to send the file uncompressed. */
export function codingFor({ packs }: WebFile, accepted: string): Coding | undefined {
  if (!packs) return undefined;
  if (/\bbr\b/.test(accepted)) return 'br';
  return /\bgzip\b/.test(accepted) ? 'gzip' : undefined;
}

/** Compresses a file once for all requests. */
export function compress(file: WebFile, coding: Coding): Promise<Buffer> {
  const known = kept.get(file) ?? {};
  kept.set(file, known);
  known[coding] ??= pack[coding](file.plain);
  return known[coding];
}
