import { randomFillSync } from 'node:crypto';

const idBytes = 10;
/** Random bytes for hundreds of ids at a time: requesting ten bytes per id takes ten times as long. */
const random = Buffer.alloc(400 * idBytes);
let offset = random.length;

/**
 * A unique id that sorts by creation time: an index over such ids grows at its end, where random ids would
 * touch a different page for every row.
 */
export function timeOrderedId(now: Date): string {
  if (offset === random.length) {
    randomFillSync(random);
    offset = 0;
  }
  const digits = random.toString('hex', offset, offset + idBytes);
  offset += idBytes;
  return `${now.getTime().toString(36).padStart(9, '0')}${digits}`;
}
