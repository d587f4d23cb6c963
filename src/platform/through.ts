import { pipeline, Readable, type Transform } from 'node:stream';

/**
 * What a source gives, transformed. An error of either reaches the reader, and a reader who leaves ends the source:
 * `pipe` loses the first, and `compose` (Node 24) sometimes aborts what ended well.
 */
export function through(source: AsyncIterable<Uint8Array>, transform: Transform): AsyncIterable<Uint8Array> {
  // The reader of the transform meets the error.
  pipeline(Readable.from(source), transform, () => {});
  return transform;
}
