import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { WebFile } from './files.ts';

type ContentEncoding = 'br' | 'gzip';

const encoders: Readonly<Record<ContentEncoding, (bytes: Buffer) => Promise<Buffer>>> = {
  br: (bytes) => promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }),
  gzip: (bytes) => promisify(gzip)(bytes, {}),
};
const compressed = new WeakMap<WebFile, Partial<Record<ContentEncoding, Promise<Buffer>>>>();

/** The best encoding that the browser accepts; undefined to send the file uncompressed. */
export function chooseFileEncoding(
  { isCompressible }: WebFile,
  accepted: string,
): ContentEncoding | undefined {
  if (!isCompressible) return undefined;
  if (/\bbr\b/.test(accepted)) return 'br';
  return /\bgzip\b/.test(accepted) ? 'gzip' : undefined;
}

/** Compresses a file once for all requests. */
export function compressFile(file: WebFile, encoding: ContentEncoding): Promise<Buffer> {
  const known = compressed.get(file) ?? {};
  compressed.set(file, known);
  known[encoding] ??= encoders[encoding](file.plain);
  return known[encoding];
}
