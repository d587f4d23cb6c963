import { createHash } from 'node:crypto';
import { setImmediate as yieldToOthers } from 'node:timers/promises';

/** Less than a millisecond of work, even with slow memory. */
const chunkBytes = 256 * 1_024;

/*
 * Buffers of several megabytes are handled in chunks, with a turn of the event loop between them: one call for the whole
 * buffer would block every other request for tens of milliseconds.
 */

export async function concatInChunks(chunks: readonly Uint8Array[]): Promise<Buffer<ArrayBuffer>> {
  const result = Buffer.allocUnsafeSlow(chunks.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const chunk of chunks) {
    for (let from = 0; from < chunk.length; from += chunkBytes) {
      const part = chunk.subarray(from, from + chunkBytes);
      const passes = Math.floor(at / chunkBytes) !== Math.floor((at + part.length) / chunkBytes);
      result.set(part, at);
      at += part.length;
      if (passes) await yieldToOthers();
    }
  }
  return result;
}

/** A copy in its own memory, which can be transferred to a worker. */
export const copyInChunks = (bytes: Uint8Array): Promise<Buffer<ArrayBuffer>> => concatInChunks([bytes]);

export async function sha256InChunks(bytes: Uint8Array): Promise<Buffer> {
  const hash = createHash('sha256');
  for (let from = 0; from < bytes.length; from += chunkBytes) {
    hash.update(bytes.subarray(from, from + chunkBytes));
    if (from + chunkBytes < bytes.length) await yieldToOthers();
  }
  return hash.digest();
}
