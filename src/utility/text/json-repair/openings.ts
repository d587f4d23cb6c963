import { isSpace } from './characters.ts';

const openers = '({[';
const closers = ')}]';

/** Brackets open inside a string: `(72") tall` closes one after a quote, which was therefore not the end. */
export class Openings {
  readonly #open = [0, 0, 0];

  see(bracket: string): void {
    const opened = openers.indexOf(bracket);
    if (opened >= 0) this.#open[opened]!++;
    else {
      const closed = closers.indexOf(bracket);
      if (this.#open[closed]! > 0) this.#open[closed]!--;
    }
  }

  /** Whether the bracket here closes one of the string's own: words follow it, not the rest of a document. */
  closedAfter(text: string, at: number): boolean {
    const closer = text[at];
    if (closer === undefined || !(this.#open[closers.indexOf(closer)]! > 0)) return false;
    let next = at;
    while (closers.includes(text[next] ?? '-') || isSpace(text.charCodeAt(next))) next++;
    const follows = text[next];
    if (follows === undefined || ',:;\n/'.includes(follows)) return false;
    return follows !== '"' || closer === ')';
  }
}
