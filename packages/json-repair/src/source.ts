import { end, isOddSpace, isSpace, startsGap } from './characters.ts';

/** One repair: its position in the original text, and what was done. */
export interface RepairFix {
  readonly position: number;
  readonly fix: string;
}

/** The text cannot be repaired: where parsing stopped, and why. */
export class NotRepairable extends Error {
  readonly position: number;
  /** Trying other positions in the text is pointless. */
  readonly final: boolean;

  constructor(position: number, message: string, final = false) {
    super(message);
    this.position = position;
    this.final = final;
  }
}

/** Further fixes are counted but not listed. */
const maxListedFixes = 1_000;
const maxDepth = 1_000;
/**
 * Lookahead never crosses more white space and comments than this, so that repeated lookahead stays cheap.
 */
const maxLookahead = 2_000;
/** Steps per character after which strings end at the first possible quote, without lookahead. */
const lookaheadStepsPerChar = 24;

const everyComment = { hashComments: true };

export type Bracket = '{' | '[' | '(';

/** The text with the parse position, the open brackets, and the fixes made so far. */
export class SourceText {
  readonly text: string;
  at = 0;
  /** The text ends inside a value, so it was probably truncated. */
  truncated = false;
  /** Characters examined, including lookahead: bounded by the length of the text. */
  steps = 0;
  readonly open: Bracket[] = [];
  readonly fixes: RepairFix[] = [];
  fixCount = 0;
  readonly #openCounts: Record<Bracket, number> = { '{': 0, '[': 0, '(': 0 };
  readonly #lookaheadBudget: number;
  readonly #lastLine: number;

  constructor(text: string) {
    this.text = text;
    this.#lookaheadBudget = lookaheadStepsPerChar * text.length + 10_000;
    this.#lastLine = text.lastIndexOf('\n') + 1;
  }

  get code(): number {
    return this.codeAt(this.at);
  }

  codeAt(at: number): number {
    return at < this.text.length ? this.text.charCodeAt(at) : end;
  }

  charAt(at: number): string {
    return this.text[at] ?? '';
  }

  get char(): string {
    return this.text[this.at] ?? '';
  }

  get isAtEnd(): boolean {
    return this.at >= this.text.length;
  }

  /** The lookahead budget is used up: from here on, decisions are made immediately. */
  get isOverBudget(): boolean {
    return this.steps > this.#lookaheadBudget;
  }

  fail(message: string): never {
    throw new NotRepairable(this.at, message);
  }

  fix(fix: string, position = this.at): void {
    if (this.fixCount++ < maxListedFixes) this.fixes.push({ position, fix });
  }

  /** Undoes the fixes of a failed attempt. */
  dropFixes(count: number): void {
    this.fixCount = count;
    this.fixes.length = Math.min(this.fixes.length, count);
  }

  enter(bracket: Bracket): void {
    this.#openCounts[bracket]++;
    if (this.open.push(bracket) > maxDepth)
      throw new NotRepairable(this.at, `nested deeper than ${maxDepth} levels`, true);
  }

  leave(): void {
    const bracket = this.open.pop();
    if (bracket) this.#openCounts[bracket]--;
  }

  /** Closes brackets until this many are open, after a failed attempt. */
  leaveTo(depth: number): void {
    while (this.open.length > depth) this.leave();
  }

  isOpen(bracket: Bracket): boolean {
    return this.#openCounts[bracket] > 0;
  }

  startsWith(word: string, at = this.at): boolean {
    return this.text.startsWith(word, at);
  }

  startsFence(at = this.at): boolean {
    return this.codeAt(at) === 0x60 && this.startsWith('```', at);
  }

  /** Skips white space and comments; anything JSON does not allow there is a fix. */
  space({ hashComments } = everyComment): void {
    for (;;) {
      const start = this.at;
      this.steps++;
      if (!startsGap(this.code)) return;
      let odd = false;
      while (isSpace(this.code)) {
        odd ||= isOddSpace(this.code);
        this.at++;
      }
      this.steps += this.at - start;
      if (odd) this.fix('replaced a special white space character', start);
      if (this.char === '#' && !hashComments) return;
      const after = this.#commentEnd(this.at, this.text.length);
      if (after === this.at) return;
      this.fix('removed a comment');
      this.steps += after - this.at;
      this.at = after;
    }
  }

  /** Position of the next token after white space and comments, without moving. */
  nextTokenAfter(from: number): number {
    const limit = Math.min(this.text.length, from + maxLookahead);
    let at = from;
    for (;;) {
      while (at < limit && isSpace(this.codeAt(at))) at++;
      const after = this.#commentEnd(at, limit);
      if (after === at || after >= limit) {
        this.steps += after - from + 1;
        return after;
      }
      at = after;
    }
  }

  #commentEnd(at: number, limit: number): number {
    const code = this.codeAt(at);
    if (code === 0x23) return this.#hashCommentEnd(at, limit);
    if (code === 0x3c && this.startsWith('<!--', at)) return this.#until('-->', at + 4, limit);
    if (code !== 0x2f) return at;
    const next = this.codeAt(at + 1);
    if (next === 0x2a) return this.#until('*/', at + 2, limit);
    return next === 0x2f ? this.#lineEnd(at, limit) : at;
  }

  /** A # comment in a single-line text ends before the next bracket: the rest cannot all be a comment. */
  #hashCommentEnd(at: number, limit: number): number {
    if (at < this.#lastLine) return this.#lineEnd(at, limit);
    for (let i = at; i < limit; i++) if (this.text[i] === '}' || this.text[i] === ']') return i;
    return limit;
  }

  #lineEnd(at: number, limit: number): number {
    for (let i = at; i < limit; i++) if (this.codeAt(i) === 0x0a) return i;
    return limit;
  }

  #until(mark: string, at: number, limit: number): number {
    if (limit - at <= maxLookahead) {
      const found = this.text.slice(at, limit).indexOf(mark);
      return found < 0 ? limit : at + found + mark.length;
    }
    const found = this.text.indexOf(mark, at);
    return found < 0 ? this.text.length : found + mark.length;
  }
}

/** Skips text that does not belong here. */
export function skip(source: SourceText, length: number, fix: string): void {
  source.fix(fix);
  source.at += length;
}
