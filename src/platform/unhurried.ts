import { createHash } from 'node:crypto';
import { setImmediate as others } from 'node:timers/promises';

/** What is done at one go: under a millisecond even where memory is slow to come. */
const pieceBytes = 256 * 1_024;

/*
 * For megabytes at a time: the server's own thread does them piece by piece and lets others in between, where one call
 * for the whole would hold everybody up for tens of milliseconds.
 */

export async function joinUnhurried(chunks: readonly Uint8Array[]): Promise<Buffer<ArrayBuffer>> {
  const whole = Buffer.allocUnsafeSlow(chunks.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const chunk of chunks) {
    for (let from = 0; from < chunk.length; from += pieceBytes) {
      const piece = chunk.subarray(from, from + pieceBytes);
      const passes = Math.floor(at / pieceBytes) !== Math.floor((at + piece.length) / pieceBytes);
      whole.set(piece, at);
      at += piece.length;
      if (passes) await others();
    }
  }
  return whole;
}

/** A copy with memory of its own, which can be given away to a worker without another. */
export const copyUnhurried = (bytes: Uint8Array): Promise<Buffer<ArrayBuffer>> => joinUnhurried([bytes]);

export async function sha256Unhurried(bytes: Uint8Array): Promise<Buffer> {
  const hash = createHash('sha256');
  for (let from = 0; from < bytes.length; from += pieceBytes) {
    hash.update(bytes.subarray(from, from + pieceBytes));
    if (from + pieceBytes < bytes.length) await others();
  }
  return hash.digest();
}
