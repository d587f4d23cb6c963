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
  const numbered = numberedLines(text);
  if (numbered) return { ...numbered, mark: lineNumber, fix: 'removed line numbers' };
  const wholeText = { from: 0, to: text.length };
  if (/^\s*>/.test(text) && !/^[ \t]*[^>\s]/m.test(text))
    return { ...wholeText, mark: quote, fix: 'removed Markdown quote marks' };
  const mark = commonMarks.find((each) => isBracketAfter(each, text) && everyLineHas(each, text));
  return mark && { ...wholeText, mark, fix: 'removed a mark before every line' };
}

/** At least two lines, numbered one after the other, of which the first opens a bracket. */
function numberedLines(text: string): { from: number; to: number } | undefined {
  let run: { from: number; to: number; next: number; lines: number } | undefined;
  const brace = text.search(/[{[]/);
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
