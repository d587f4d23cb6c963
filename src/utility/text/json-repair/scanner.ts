import {
  end,
  inName,
  isAnySpace,
  isDelimiter,
  isOddSpace,
  isQuote,
  isSpace,
  mayFollowString,
  startsName,
} from './characters.ts';
import { asterisk, newline, slash } from './codes.ts';
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

/** The place in the input and what was written so far; all parsers of values work on one of these. */
export class Scanner {
  readonly text: string;
  readonly out: Output;
  at = 0;
  #depth = 0;
  /** By the quotes that may end it: from here on no such string ends cleanly. Found once, so no tail is read twice. */
  readonly #endless = new Map<number, number>();

  constructor(text: string) {
    this.text = text;
    this.out = new Output(text);
  }

  /** The code of the character here. */
  get code(): number {
    return this.at < this.text.length ? this.text.charCodeAt(this.at) : end;
  }

  codeAt(at: number): number {
    return at < this.text.length ? this.text.charCodeAt(at) : end;
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
  take(code: number): boolean {
    if (this.code !== code) return false;
    this.out.copy(this.at, this.at + 1);
    this.at++;
    return true;
  }

  /** Steps over the character and leaves it out. */
  skip(code: number, fix: string): boolean {
    if (this.code !== code) return false;
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

  foundEndless(ends: number, from: number): void {
    this.#endless.set(ends, Math.min(from, this.#endless.get(ends) ?? from));
  }

  neverEnds(ends: number, from: number): boolean {
    return this.#endless.size > 0 && from >= (this.#endless.get(ends) ?? Number.POSITIVE_INFINITY);
  }

  /** White space is kept, odd spaces become plain ones, comments go. */
  space(): void {
    const next = this.text.charCodeAt(this.at);
    if (next > 0x20 && next < 0x7f && next !== slash) return;
    do this.#plainSpace();
    while (this.#comment());
  }

  #plainSpace(): void {
    const start = this.at;
    let odd = false;
    let at = start;
    for (let code = this.codeAt(at); isAnySpace(code); code = this.codeAt(++at)) {
      if (!isOddSpace(code)) continue;
      odd = true;
      this.fixed('replaced a special white space character', at);
    }
    if (at === start) return;
    this.at = at;
    if (odd) this.out.writeSpace(this.text.slice(start, at).replaceAll(/[^ \n\t\r]/g, ' '));
    else this.out.copySpace(start, at);
  }

  #comment(): boolean {
    const end = this.#commentEnd(this.at);
    if (end === this.at) return false;
    this.fixed('removed a comment');
    this.at = end;
    return true;
  }

  #commentEnd(at: number): number {
    if (this.codeAt(at) !== slash) return at;
    const next = this.codeAt(at + 1);
    if (next !== asterisk && next !== slash) return at;
    const end = this.text.indexOf(next === asterisk ? '*/' : '\n', at + 2);
    return end < 0 ? this.text.length : next === asterisk ? end + 2 : end;
  }

  /** Where the next thing of this line stands, or the line's end: nothing is written. */
  afterSpaceOfLine(from: number): number {
    let at = from;
    for (;;) {
      for (let code = this.codeAt(at); isAnySpace(code) && code !== newline; ) code = this.codeAt(++at);
      const end = this.#commentEnd(at);
      if (end === at) return at;
      at = end;
    }
  }

  /** Whether what stands here can follow the end quote of a string. */
  mayFollowEndQuote(at: number): boolean {
    const code = this.codeAt(at);
    if (!isQuote(code)) return code === end || mayFollowString(code);
    // Of two quotes, "like 72"", the second is the end if nothing but the end of the value follows it.
    let next = at + 1;
    while (isAnySpace(this.codeAt(next))) next++;
    return next < this.text.length && !isDelimiter(this.codeAt(next));
  }

  /** A fence of Markdown with the name of its language, in one of these spellings. */
  fence(spellings: readonly string[]): void {
    this.space();
    const found = spellings.find((each) => this.text.startsWith(each, this.at));
    if (!found) return;
    this.fixed('removed a Markdown fence');
    this.at += found.length;
    if (startsName(this.code)) while (inName(this.code)) this.at++;
    this.space();
  }

  /** The place of the last character before this one that is no white space. */
  beforeSpace(from: number): number {
    let at = from;
    while (at > 0 && isSpace(this.codeAt(at))) at--;
    return at;
  }
}
