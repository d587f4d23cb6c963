/** A text rewritten before parsing, with a mapping back to original positions. */
interface Rewritten {
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

/** A stretch of the text whose every line starts with a mark that is not JSON. */
interface MarkedLines {
  readonly from: number;
  readonly to: number;
  readonly mark: RegExp;
  readonly fix: string;
}

/** `1 {`, `  2 |  "a": 1`, `3: }` and the tab of `cat -n`. */
const lineNumber = /^[ \t]*(\d{1,6})(?:[ \t]{0,2}[|:→│.)](?:[ \t]|$)?|[ \t]|$)/gm;
const quote = /^[ \t]*>[ \t]?/gm;
/** Added lines of a patch, and JSON that is commented out as a whole. */
const commonMarks = [/^\+/gm, /^[ \t]*\/\/[ \t]?/gm, /^[ \t]*#[ \t]?/gm];

/** Finds lines that were numbered, quoted, or marked as a comment or as added, all in the same way. */
function findMarkedLines(text: string): MarkedLines | undefined {
  const numbered = mayBeNumbered(text) ? numberedLines(text) : undefined;
  if (numbered) return { ...numbered, mark: lineNumber, fix: 'removed line numbers' };
  const first = firstCharacter(text);
  if (!markCharacters.has(first)) return undefined;
  const wholeText = { from: 0, to: text.length };
  if (first === '>')
    return /^[ \t]*[^>\s]/m.test(text)
      ? undefined
      : { ...wholeText, mark: quote, fix: 'removed Markdown quote marks' };
  const mark = commonMarks.find((each) => isBracketAfter(each, text) && everyLineHas(each, text));
  return mark && { ...wholeText, mark, fix: 'removed a mark before every line' };
}

const markCharacters = new Set(['>', '+', '/', '#']);

function firstCharacter(text: string): string {
  let at = 0;
  while (text.charCodeAt(at) <= 0x20) at++;
  return text[at] ?? '';
}

/** A number is on the line of the first bracket, before it. */
function mayBeNumbered(text: string): boolean {
  const brace = firstBracket(text);
  for (let at = brace - 1; at >= 0; at--) {
    const code = text.charCodeAt(at);
    if (code === 0x0a) return false;
    if (code >= 0x30 && code <= 0x39) return true;
  }
  return false;
}

function firstBracket(text: string): number {
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 0x7b || code === 0x5b) return at;
  }
  return -1;
}

/** At least two lines, numbered one after the other, of which the first opens a bracket. */
function numberedLines(text: string): { from: number; to: number } | undefined {
  let run: { from: number; to: number; next: number; lines: number } | undefined;
  const brace = firstBracket(text);
  for (const found of text.matchAll(lineNumber)) {
    const number = Number(found[1]);
    const end = found.index + found[0].length;
    const follows = run !== undefined && found.index === run.to && number === run.next;
    if (run && !follows && run.lines > 1) break;
    // A number before a bracket is not JSON; inside a value, lines may be numbered on purpose.
    if (!follows)
      run =
        end + countSpaces(text, end) === brace ? { from: found.index, to: 0, next: 0, lines: 0 } : undefined;
    if (!run) {
      if (found.index > brace) return undefined;
      continue;
    }
    const lineEnd = text.indexOf('\n', end);
    run = {
      from: run.from,
      to: lineEnd < 0 ? text.length : lineEnd + 1,
      next: number + 1,
      lines: run.lines + 1,
    };
  }
  return run && run.lines > 1 ? run : undefined;
}

const countSpaces = (text: string, at: number): number =>
  /^[ \t]*/.exec(text.slice(at, at + 200))?.[0].length ?? 0;

function isBracketAfter(mark: RegExp, text: string): boolean {
  const first = text.trimStart();
  const length = first.length - first.replace(new RegExp(mark.source), '').length;
  return length > 0 && /^\s*[{[]/.test(first.slice(length, length + 200));
}

const everyLineHas = (mark: RegExp, text: string): boolean =>
  text.split('\n').every((line) => line.trim() === '' || new RegExp(mark.source).test(line));
