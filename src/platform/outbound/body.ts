import { pipeline, type Transform } from 'node:stream';
import {
  constants,
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createInflateRaw,
  createZstdDecompress,
} from 'node:zlib';
import { concatInChunks } from '../in-chunks.ts';
import { LARGE_BODY_BYTES } from './admission.ts';
import { OutboundError } from './error.ts';

/** A compressed body may be slightly larger than its content, but only up to this. */
const WIRE_SLACK_BYTES = 64 * 1_024;
/** Genuine pages stay below 100 to 1; checked only for bodies large enough to do harm. */
const MAX_RATIO = 200;
const RATIO_FLOOR_BYTES = 1_024 * 1_024;

export interface BodyLimits {
  readonly maxBytes: number;
  readonly onOversize: 'refuse' | 'truncate';
  /** Called when a body is announced or found to be large, before the rest of it is read. */
  readonly onLarge: () => Promise<void>;
}

export interface Body {
  readonly bytes: Buffer;
  readonly truncated: boolean;
}

interface Wire {
  bytes: number;
  cut: boolean;
}

/**
 * Reads and decodes no more than the limits allow, whatever the headers promise. The source must fail with an
 * OutboundError, so that any other error is known to come from the decoder.
 */
export async function readBody(
  source: AsyncIterable<Buffer>,
  makeDecoder: MakeDecoder | null,
  limits: BodyLimits,
): Promise<Body> {
  const wire: Wire = { bytes: 0, cut: false };
  const stream = decode(meterBytes(source, wire, limits), makeDecoder);
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of stream) {
      size += chunk.length;
      if (size > RATIO_FLOOR_BYTES && size > wire.bytes * MAX_RATIO) {
        throw new OutboundError('too_large', 'The response decompresses to far more than was sent.');
      }
      if (size > limits.maxBytes) {
        if (limits.onOversize === 'refuse') throw bodyTooLarge(limits.maxBytes);
        chunks.push(chunk.subarray(0, chunk.length - (size - limits.maxBytes)));
        return { bytes: await concatInChunks(chunks), truncated: true };
      }
      chunks.push(chunk);
      if (size >= LARGE_BODY_BYTES && size - chunk.length < LARGE_BODY_BYTES) await limits.onLarge();
    }
  } catch (error) {
    if (error instanceof OutboundError) throw error;
    // A stream that we truncated cannot end cleanly, but the data before the cut is good.
    if (!wire.cut) {
      throw new OutboundError('bad_encoding', 'The response does not match its content-encoding.', error);
    }
  }
  return { bytes: await concatInChunks(chunks), truncated: wire.cut };
}

export function bodyTooLarge(maxBytes: number): OutboundError {
  return new OutboundError('too_large', `The response is larger than ${maxBytes} bytes.`);
}

async function* meterBytes(source: AsyncIterable<Buffer>, wire: Wire, limits: BodyLimits) {
  for await (const chunk of source) {
    wire.bytes += chunk.length;
    yield chunk;
    if (wire.bytes <= limits.maxBytes + WIRE_SLACK_BYTES) continue;
    if (limits.onOversize === 'refuse') throw bodyTooLarge(limits.maxBytes);
    wire.cut = true;
    return;
  }
}

async function* decode(
  source: AsyncGenerator<Buffer>,
  makeDecoder: MakeDecoder | null,
): AsyncGenerator<Buffer> {
  if (makeDecoder === null) return yield* source;
  const first = await source.next();
  // An empty body (HEAD, 304) is valid in any encoding.
  if (first.done) return;
  const decoder = makeDecoder(first.value[0] ?? 0);
  const readWhole = async function* () {
    yield first.value;
    yield* source;
  };
  pipeline(readWhole, decoder, () => {});
  yield* decoder;
}

export const ACCEPT_ENCODING = 'gzip, deflate, br, zstd';

/** RFC 9659: the maximum window of a zstd stream on the web, 8 MiB; the library's own limit is 128 MiB. */
const ZSTD_WINDOW_LOG = 23;

/** Created once the first byte is seen, because "deflate" is sent both with and without the zlib header. */
type MakeDecoder = (firstByte: number) => Transform;

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
