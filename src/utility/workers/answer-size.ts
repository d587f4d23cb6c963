import { unreadableInput } from './failure.ts';

/**
 * One mebibyte of JSON stays within these limits; anything larger would block the server while it is
 * deserialised.
 */
const maxValues = 600_000;
const maxChars = 32 * 1_024 * 1_024;

/** Rejects a result that is too large to transfer: small pages can produce large results. */
export function checkSize(answer: unknown): void {
  const open: unknown[] = [answer];
  let values = 0;
  let chars = 0;
  while (open.length > 0) {
    const value = open.pop();
    values += 1;
    if (typeof value === 'string') chars += value.length;
    else if (ArrayBuffer.isView(value)) chars += value.byteLength;
    else if (typeof value === 'object' && value !== null) {
      const children: unknown[] = Array.isArray(value) ? value : Object.values(value);
      // Counted before they are visited, so that an oversized list is never traversed.
      if (values + open.length + children.length > maxValues) throw tooLarge();
      for (const each of children) open.push(each);
    }
    if (chars > maxChars) throw tooLarge();
  }
}

const tooLarge = () => unreadableInput('Its content is larger than one response can hold.');
