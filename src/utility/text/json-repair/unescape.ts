import { findMarkedLines } from './line-marks.ts';

/** A text rewritten before parsing, with a mapping back to original positions. */
export interface Rewritten {
  readonly text: string;
  readonly fix: string;
  originalPosition(at: number): number;
}

/** Between a bracket and the first escaped quote, the layout may be escaped too: {\\n  \\"a\\". */
const escapedStart = /^[^"]*?(?:^|[{[,:(])(?:\s|\\[nrt])*\\"/;
/** A double quote of HTML in code: &quot; at the start of a string, and no real quote there. */
const entityStart = /[{[,:]\s*&(?:quot|#34|#x22);/;
const quoteStart = /[{[,:]\s*"/;
const entity = /&(?:quot|apos|amp|lt|gt|nbsp|#34|#39|#x22|#x27);/g;
const entities: Readonly<Record<string, string>> = {
  '&quot;': '"',
  '&apos;': "'",
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&nbsp;': ' ',
  '&#34;': '"',
  '&#39;': "'",
  '&#x22;': '"',
  '&#x27;': "'",
};
const escapes: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t' };

/** Reverses a transformation of the whole text: one level of escaping, as a string or for HTML, or a mark before every line. */
export function undoEscaping(text: string): Rewritten | undefined {
  if (text.includes('\\"') && escapedStart.test(text.slice(0, 2_000)))
    return rewrite(
      text,
      /\\(?:[\\"nrt]|$)/g,
      (found) => escapes[found[1] ?? ''] ?? found.slice(1),
      'removed one level of escaping',
    );
  if (text.includes('&') && entityStart.test(text) && !quoteStart.test(text))
    return rewrite(text, entity, (found) => entities[found] ?? found, 'replaced HTML entities');
  const wide = text.includes('：') || text.includes('，') ? findWideMarks(text) : noMarks;
  if (wide.size > 0)
    return rewrite(
      text,
      /[：，]/g,
      (found, at) => (wide.has(at) ? (found === '：' ? ':' : ',') : found),
      'replaced full-width punctuation',
    );
  const markedLines = findMarkedLines(text);
  if (!markedLines) return undefined;
  const isMarked = (at: number) => at >= markedLines.from && at < markedLines.to;
  return rewrite(text, markedLines.mark, (found, at) => (isMarked(at) ? '' : found), markedLines.fix);
}

/** `{"a"：1，"b"：2}`, as keyboards for Chinese and Japanese write it: the marks around keys. */
const wideKey = /[{,，]\s{0,40}["“'][^"“”'\n]{1,80}["”']\s{0,10}[:：]/g;

const noMarks: ReadonlySet<number> = new Set();

function findWideMarks(text: string): ReadonlySet<number> {
  const found = new Set<number>();
  for (const { 0: key, index } of text.matchAll(wideKey)) {
    if (key.startsWith('，')) found.add(index);
    if (key.endsWith('：')) found.add(index + key.length - 1);
  }
  return found;
}

function rewrite(
  text: string,
  pattern: RegExp,
  replace: (found: string, at: number) => string,
  fix: string,
): Rewritten {
  /**
   * After each replacement: its position in the new text, and by how much the text is shorter up to there.
   */
  const places: [at: number, shorter: number][] = [];
  let shorter = 0;
  const rewritten = text.replace(pattern, (found: string, ...groups: unknown[]) => {
    const offset = Number(groups.find((each) => typeof each === 'number'));
    const by = replace(found, offset);
    if (by === found) return by;
    places.push([offset - shorter, shorter]);
    shorter += found.length - by.length;
    places.push([offset - shorter + found.length, shorter]);
    return by;
  });
  return { text: rewritten, fix, originalPosition: (at) => at + shiftAt(places, at) };
}

function shiftAt(places: readonly [at: number, shorter: number][], at: number): number {
  let low = 0;
  let high = places.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (places[middle]![0] <= at) low = middle + 1;
    else high = middle;
  }
  return low === 0 ? 0 : places[low - 1]![1];
}
