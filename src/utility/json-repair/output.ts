import { isSpace } from './characters.ts';

/** One thing that was mended: where in the input, and what was done. */
export interface Fix {
  readonly position: number;
  readonly fix: string;
}

interface Mark {
  readonly tokens: number;
  readonly fixes: number;
}

/** More are counted, not listed. */
const listedFixes = 1_000;

/**
 * The repaired text as a list of tokens, so that a comma or bracket can be put before the last white space, or taken
 * away again, without copying what stands before it: that is what keeps a repair linear.
 */
export class Output {
  /** White space is told by its first character, which of a string is its quote; joined ones end in a token that is a quote. */
  readonly #tokens: string[] = [];
  readonly #fixes: Fix[] = [];
  #fixCount = 0;

  /** The first of them. */
  get fixes(): readonly Fix[] {
    return this.#fixes;
  }

  get fixCount(): number {
    return this.#fixCount;
  }

  token(text: string): void {
    this.#tokens.push(text);
  }

  space(text: string): void {
    if (text !== '') this.#tokens.push(text);
  }

  fixed(position: number, fix: string): void {
    if (this.#fixCount++ < listedFixes) this.#fixes.push({ position, fix });
  }

  insertBeforeSpace(text: string): void {
    const at = this.#lastToken() + 1;
    if (at === this.#tokens.length) this.#tokens.push(text);
    else this.#tokens.splice(at, 0, text);
  }

  /** Takes the last token away if it is this one; what white space follows it stays. */
  dropLast(text: string): boolean {
    const at = this.#lastToken();
    if (this.#tokens[at] !== text) return false;
    if (at === this.#tokens.length - 1) this.#tokens.pop();
    else this.#tokens.splice(at, 1);
    return true;
  }

  /** Whether a comma or a new line is the last that was written. */
  endsWithCommaOrNewline(): boolean {
    for (let at = this.#tokens.length - 1; at >= 0; at--) {
      if (!isSpace(this.#tokens[at]![0])) return this.#tokens[at] === ',';
      if (this.#tokens[at]!.includes('\n')) return true;
    }
    return false;
  }

  mark(): Mark {
    return { tokens: this.#tokens.length, fixes: this.#fixCount };
  }

  goBack({ tokens, fixes }: Mark): void {
    this.#tokens.length = tokens;
    this.#fixCount = fixes;
    this.#fixes.length = Math.min(this.#fixes.length, fixes);
  }

  /** Of two strings, the first ending before the token here and the second beginning at it, makes one. */
  joinAt(seam: number): void {
    const before = this.#lastToken(seam - 1);
    const [first, second] = [this.#tokens[before]!, this.#tokens[seam]!];
    // The end quote stays a token of its own: what stands before it is never looked at again.
    this.#tokens.splice(before, seam + 1 - before, first.slice(0, -1), second.slice(1, -1), '"');
  }

  wrap(before: string, after: string): void {
    this.#tokens.unshift(before);
    this.token(after);
  }

  text(): string {
    return this.#tokens.join('');
  }

  #lastToken(from = this.#tokens.length - 1): number {
    let at = from;
    while (at >= 0 && isSpace(this.#tokens[at]![0])) at--;
    return at;
  }
}
