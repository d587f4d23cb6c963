import type { BlobRange } from './blob-store.ts';
import { BlobRangeUnsatisfiable } from './errors.ts';

/** A range that no blob could satisfy is a bug of the calling code. */
export function checkRange(range: BlobRange): void {
  const end = range.end ?? range.start;
  if (
    !Number.isSafeInteger(range.start) ||
    !Number.isSafeInteger(end) ||
    range.start < 0 ||
    end < range.start
  ) {
    throw new RangeError(`not a byte range: ${range.start}-${range.end ?? ''}`);
  }
}

/**
 * The bytes that a range selects in a blob of this size. Without a range, all of them, even if there are
 * none.
 */
export function resolveRange(range: BlobRange | undefined, bytes: number): { start: number; end: number } {
  if (range === undefined) return { start: 0, end: bytes - 1 };
  if (range.start >= bytes) throw new BlobRangeUnsatisfiable(bytes);
  return { start: range.start, end: Math.min(range.end ?? bytes - 1, bytes - 1) };
}
