import { randomBytes } from 'node:crypto';

/**
 * A unique id that sorts by creation time: an index over such ids grows at its end, where random ids would
 * touch a different page for every row.
 */
export function timeOrderedId(now: Date): string {
  return `${now.getTime().toString(36).padStart(9, '0')}${randomBytes(10).toString('hex')}`;
}
