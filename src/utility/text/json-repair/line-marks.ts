/** A stretch of the text whose every line starts with a mark that is not JSON. */
export interface MarkedLines {
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
export function findMarkedLines(text: string): MarkedLines | undefined {
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
