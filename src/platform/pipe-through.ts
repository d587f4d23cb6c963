import { pipeline, Readable, type Transform } from 'node:stream';

/**
 * Pipes a source through a transform. Errors of either reach the reader, and a reader that leaves ends the
 * source: `pipe` loses the former, and `compose` (Node 24) sometimes aborts a stream that ended well.
 */
export function pipeThrough(
  source: AsyncIterable<Uint8Array>,
  transform: Transform,
): AsyncIterable<Uint8Array> {
  // The error surfaces to the reader of the transform.
  pipeline(Readable.from(source), transform, () => {});
  return transform;
}
