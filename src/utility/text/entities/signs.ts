import type { TextSpan } from './span.ts';

/** Counts of the characters that some kinds of entities require. */
export interface Signs {
  readonly digits: number;
  readonly dots: number;
  readonly colons: number;
  readonly hasAt: boolean;
  readonly hasHash: boolean;
}

/** One pass over the text, so that searches which cannot find anything are skipped. */
export function countSigns(text: string): Signs {
  let digits = 0;
  let dots = 0;
  let colons = 0;
  let hasAt = false;
  let hasHash = false;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code >= 0x30 && code <= 0x39) digits += 1;
    else if (code === 0x2e) dots += 1;
    else if (code === 0x3a) colons += 1;
    else if (code === 0x40 || code === 0xff20) hasAt = true;
    else if (code === 0x23 || code === 0xff03) hasHash = true;
  }
  return { digits, dots, colons, hasAt, hasHash };
}

export function digitsIn(spans: readonly TextSpan[]): number {
  let digits = 0;
  for (const { text } of spans) {
    for (let at = 0; at < text.length; at += 1) {
      const code = text.charCodeAt(at);
      if (code >= 0x30 && code <= 0x39) digits += 1;
    }
  }
  return digits;
}

export function charsIn(spans: readonly TextSpan[]): number {
  let chars = 0;
  for (const { start, end } of spans) chars += end - start;
  return chars;
}
