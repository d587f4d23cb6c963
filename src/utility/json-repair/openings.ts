import { isSpace } from './characters.ts';

const openers: Readonly<Record<string, string>> = { '(': ')', '{': '}', '[': ']' };
const closers = ')}]';

/** Brackets open inside a string: `(72") tall` closes one after a quote, which was therefore not the end. */
export class Openings {
  readonly #open: Record<string, number> = { ')': 0, '}': 0, ']': 0 };

  see(char: string): void {
    const closer = openers[char];
    if (closer !== undefined) this.#open[closer]!++;
    else if (closers.includes(char) && this.#open[char]! > 0) this.#open[char]!--;
  }

  /** Whether the bracket here closes one of the string's own: words follow it, not the rest of a document. */
  closedAfter(text: string, at: number): boolean {
    const closer = text[at];
    if (closer === undefined || !(this.#open[closer]! > 0)) return false;
    let next = at;
    while (closers.includes(text[next] ?? '-') || isSpace(text[next])) next++;
    const follows = text[next];
    if (follows === undefined || ',:;\n/'.includes(follows)) return false;
    return follows !== '"' || closer === ')';
  }
}
