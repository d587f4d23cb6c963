import { inName, isAnySpace, isOddSpace, isSpace, startsName } from './characters.ts';
import { Output } from './output.ts';

/** The input cannot be read as anything: where, and what stood in the way. */
export class NotRepairable extends Error {
  readonly position: number;

  constructor(position: number, message: string) {
    super(message);
    this.position = position;
  }
}

const deepest = 1_000;
const slash = 0x2f;

/** The place in the input and what was written so far; all parsers of values work on one of these. */
export class Scanner {
  readonly text: string;
  readonly out = new Output();
  at = 0;
  #depth = 0;
  /** By kind of quote: from here on no string of that kind ends cleanly. Found once, so no tail is read twice. */
  readonly #endless = new Map<string, number>();

  constructor(text: string) {
    this.text = text;
  }

  get char(): string | undefined {
    return this.text[this.at];
  }

  get ended(): boolean {
    return this.at >= this.text.length;
  }

  fail(message: string): never {
    throw new NotRepairable(this.at, message);
  }

  fixed(fix: string, position = this.at): void {
    this.out.fixed(position, fix);
  }

  /** Writes the character and steps over it. */
  take(char: string): boolean {
    if (this.char !== char) return false;
    this.out.token(char);
    this.at++;
    return true;
  }

  /** Steps over the character and leaves it out. */
  skip(char: string, fix: string): boolean {
    if (this.char !== char) return false;
    this.fixed(fix);
    this.at++;
    return true;
  }

  /** One level down; `higher` comes back up. What fails in between fails for good. */
  deeper(): void {
    if (++this.#depth > deepest) this.fail(`nested deeper than ${deepest} levels`);
  }

  higher(): void {
    this.#depth--;
  }

  foundEndless(ends: string, from: number): void {
    this.#endless.set(ends, Math.min(from, this.#endless.get(ends) ?? from));
  }

  neverEnds(ends: string, from: number): boolean {
    return from >= (this.#endless.get(ends) ?? Number.POSITIVE_INFINITY);
  }

  /** White space is kept, odd spaces become plain ones, comments go. */
  space(): void {
    const next = this.text.charCodeAt(this.at);
    if (next > 0x20 && next < 0x7f && next !== slash) return;
    do this.#plainSpace();
    while (this.#comment());
  }

  #plainSpace(): void {
    const { text } = this;
    const start = this.at;
    let odd = false;
    while (isAnySpace(text[this.at])) {
      if (isOddSpace(text[this.at])) {
        odd = true;
        this.fixed('replaced a special white space character');
      }
      this.at++;
    }
    if (this.at === start) return;
    const found = text.slice(start, this.at);
    this.out.space(odd ? found.replaceAll(/[^ \n\t\r]/g, ' ') : found);
  }

  #comment(): boolean {
    const end = this.#commentEnd(this.at);
    if (end === this.at) return false;
    this.fixed('removed a comment');
    this.at = end;
    return true;
  }

  #commentEnd(at: number): number {
    if (this.text[at] !== '/') return at;
    const next = this.text[at + 1];
    if (next !== '*' && next !== '/') return at;
    const end = this.text.indexOf(next === '*' ? '*/' : '\n', at + 2);
    return end < 0 ? this.text.length : next === '*' ? end + 2 : end;
  }

  /** Where the next thing of this line stands, or the line's end: nothing is written. */
  afterSpaceOfLine(from: number): number {
    let at = from;
    for (;;) {
      while (isAnySpace(this.text[at]) && this.text[at] !== '\n') at++;
      const end = this.#commentEnd(at);
      if (end === at) return at;
      at = end;
    }
  }

  /** A fence of Markdown with the name of its language, in one of these spellings. */
  fence(spellings: readonly string[]): void {
    this.space();
    const found = spellings.find((each) => this.text.startsWith(each, this.at));
    if (!found) return;
    this.fixed('removed a Markdown fence');
    this.at += found.length;
    if (startsName(this.char)) while (inName(this.char)) this.at++;
    this.space();
  }

  /** The place of the last character before this one that is no white space. */
  beforeSpace(from: number): number {
    let at = from;
    while (at > 0 && isSpace(this.text[at])) at--;
    return at;
  }
}
