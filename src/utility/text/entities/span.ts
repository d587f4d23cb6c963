/** A match in a text and its position. */
export interface TextSpan {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** The spans that overlap none of `taken`. Both lists are in text order, so one pass over each suffices. */
export function withoutOverlaps<T extends TextSpan>(
  found: readonly T[],
  taken: readonly TextSpan[],
): readonly T[] {
  if (found.length === 0 || taken.length === 0) return found;
  const sorted = taken.length === 1 ? taken : [...taken].sort((left, right) => left.start - right.start);
  let at = 0;
  return found.filter(({ start, end }) => {
    while (at < sorted.length && sorted[at]!.end <= start) at += 1;
    const next = sorted[at];
    return !next || next.start >= end;
  });
}

/**
 * All matches of a global pattern. `matchAll` clones its pattern on each call, which costs more than a short
 * text.
 */
export function findMatches(pattern: RegExp, text: string): RegExpExecArray[] {
  const found: RegExpExecArray[] = [];
  pattern.lastIndex = 0;
  for (let match = pattern.exec(text); match; match = pattern.exec(text)) found.push(match);
  return found;
}

/**
 * Counts the characters that some kinds of entities require, in one pass, so that searches which cannot find anything
 * are skipped.
 */
export function countSigns(text: string) {
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

/** The zero of each script whose digits people use in dates, amounts and telephone numbers. */
const zeros = [0x0660, 0x06f0, 0x0966, 0x09e6, 0x0e50, 0xff10];
const digits = /[\u0660-\u0669\u06f0-\u06f9\u0966-\u096f\u09e6-\u09ef\u0e50-\u0e59\uff10-\uff19]/g;
const marks: Readonly<Record<string, string>> = {
  '（': '(',
  '）': ')',
  '＋': '+',
  '＄': '$',
  '－': '-',
  '．': '.',
  '，': ',',
  '／': '/',
  '\u066b': '.',
  '\u066c': ',',
};
const widened = /[（）＋＄]|(?<=\d)[－．，／\u066b\u066c](?=\d)/g;

/** Writes every digit as 0 to 9. Each character becomes one character, so positions stay the same. */
export function withPlainDigits(text: string): string {
  if (text.search(digits) < 0) return text;
  const converted = text.replaceAll(digits, (char) => {
    const code = char.charCodeAt(0);
    return String(code - (zeros.find((zero) => code >= zero && code < zero + 10) ?? code));
  });
  return converted.replaceAll(widened, (char) => marks[char] ?? char);
}
