import { unreadable } from './failure.ts';

/** What a mebibyte of JSON can hold is within these; beyond them the server itself would stand still to read it. */
const maxValues = 600_000;
const maxChars = 32 * 1_024 * 1_024;

/** Refuses an answer that is too much to be handed over: small pages can be written that make large ones. */
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
      const held: unknown[] = Array.isArray(value) ? value : Object.values(value);
      // Counted before they are looked at: what is too much is not even listed.
      if (values + open.length + held.length > maxValues) throw tooMuch();
      for (const each of held) open.push(each);
    }
    if (chars > maxChars) throw tooMuch();
  }
}

const tooMuch = () => unreadable('What is in it is more than one answer can hold.');
