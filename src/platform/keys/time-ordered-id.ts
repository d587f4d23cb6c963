import { randomBytes } from 'node:crypto';

/**
 * An id that nobody has, and that sorts by when it was made: an index over such ids grows at its end, where a random one
 * would touch a page anywhere for every row.
 */
export function timeOrderedId(now: Date): string {
  return `${now.getTime().toString(36).padStart(9, '0')}${randomBytes(10).toString('hex')}`;
}
