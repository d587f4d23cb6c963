import type { Transform } from 'node:stream';
import {
  constants,
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createInflateRaw,
  createZstdDecompress,
} from 'node:zlib';
import { OutboundError } from './error.ts';

export const ACCEPT_ENCODING = 'gzip, deflate, br, zstd';

/** RFC 9659: the maximum window of a zstd stream on the web, 8 MiB; the library's own limit is 128 MiB. */
const ZSTD_WINDOW_LOG = 23;

/** Created once the first byte is seen, because "deflate" is sent both with and without the zlib header. */
export type MakeDecoder = (firstByte: number) => Transform;

const DECODERS: Readonly<Record<string, MakeDecoder>> = {
  gzip: () => createGunzip(),
  'x-gzip': () => createGunzip(),
  deflate: (firstByte) => ((firstByte & 0x0f) === 8 ? createInflate() : createInflateRaw()),
  br: () => createBrotliDecompress(),
  zstd: () => createZstdDecompress({ params: { [constants.ZSTD_d_windowLogMax]: ZSTD_WINDOW_LOG } }),
};

/**
 * Null for an unencoded body. Stacked encodings are rejected: no genuine server needs them, and each layer
 * would multiply the growth of a small body.
 */
export function decoderFor(contentEncoding: string | string[] | undefined): MakeDecoder | null {
  const codings = [contentEncoding ?? '']
    .flat()
    .join(',')
    .split(',')
    .map((coding) => coding.trim().toLowerCase())
    .filter((coding) => coding !== '' && coding !== 'identity');
  const [coding] = codings;
  if (coding === undefined) return null;
  if (codings.length > 1)
    throw new OutboundError('bad_encoding', 'The response has more than one content-encoding.');
  if (!Object.hasOwn(DECODERS, coding)) {
    throw new OutboundError('bad_encoding', 'The response has an unsupported content-encoding.');
  }
  return DECODERS[coding] ?? null;
}
