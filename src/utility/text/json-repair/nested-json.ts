import { matches } from './lookahead.ts';
import type { SourceText } from './source.ts';

/** A bracket and a quoted text. A text that starts with a delimiter, as in "{"}, "[", "]", is what follows a string. */
const nestedJson = /[{[]\s{0,20}"(?!\s{0,20}[,:}\]])/y;

/** "{"a": 1}": JSON inside a string without escaped quotes. Returns the position of the quote after its last bracket, or -1. */
export function nestedJsonEnd(source: SourceText, start: number): number {
  if (source.codeAt(start - 1) !== 0x22 || !matches(source, nestedJson, start)) return -1;
  let depth = 0;
  let inString = false;
  for (let at = start; at < source.text.length && !source.isOverBudget; at++) {
    const char = source.text[at]!;
    source.steps++;
    if (char === '\\') at++;
    else if (char === '"') inString = !inString;
    else if (inString) continue;
    else if (char === '{' || char === '[') depth++;
    else if ((char === '}' || char === ']') && --depth === 0) {
      const close = source.nextTokenAfter(at + 1);
      return source.codeAt(close) === 0x22 && ',}]'.includes(source.charAt(source.nextTokenAfter(close + 1)))
        ? close
        : -1;
    }
  }
  return -1;
}
