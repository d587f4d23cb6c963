import { isSpace } from './characters.ts';
import { comma } from './codes.ts';
import { Pieces } from './pieces.ts';

/** One thing that was mended: where in the input, and what was done. */
export interface Fix {
  readonly position: number;
  readonly fix: string;
}

/** More are counted, not listed. */
const listedFixes = 1_000;

/**
 * The repaired text. What stands in the input as it should is not copied but remembered as a stretch of it, and the
 * white space after the last token is kept apart: so a comma or bracket can be put before it, or taken away again,
 * without touching what stands before. That is what keeps a repair linear, and short.
 */
export class Output {
  readonly #input: string;
  /** What was written before the stretch. */
  readonly #pieces = new Pieces();
  /** The stretch: up to `to` tokens, up to `end` white space. No tokens: the last one is the last piece. */
  #from = 0;
  #to = 0;
  #end = 0;
  /** White space after it that is not the input's, or not there. */
  #gap = '';
  readonly #fixes: Fix[] = [];
  #fixCount = 0;

  constructor(input: string) {
    this.#input = input;
  }

  /** The first of them. */
  get fixes(): readonly Fix[] {
    return this.#fixes;
  }

  get fixCount(): number {
    return this.#fixCount;
  }

  fixed(position: number, fix: string): void {
    if (this.#fixCount++ < listedFixes) this.#fixes.push({ position, fix });
  }

  /** Takes back the fixes after the first so many. */
  unfix(count: number): void {
    this.#fixCount = count;
    this.#fixes.length = Math.min(this.#fixes.length, count);
  }

  /** A token that stands so in the input. */
  copy(from: number, to: number): void {
    if (from !== this.#end || this.#gap !== '') {
      // Its white space stays a piece of its own: should this token be a comma that goes again, it is the last one.
      this.#finish(this.#to);
      const space = this.#space();
      if (space !== '') this.#pieces.add(space);
      this.#gap = '';
      this.#from = from;
    }
    this.#to = to;
    this.#end = to;
  }

  /** A token of other words than the input's. */
  write(text: string): void {
    this.#finish(this.#end);
    if (this.#gap !== '') this.#pieces.add(this.#gap);
    this.#pieces.add(text);
    this.#gap = '';
  }

  copySpace(from: number, to: number): void {
    if (from === this.#end && this.#gap === '') this.#end = to;
    else this.#gap += this.#input.slice(from, to);
  }

  writeSpace(text: string): void {
    this.#gap += text;
  }

  insertBeforeSpace(text: string): void {
    this.#finish(this.#to);
    this.#pieces.add(text);
  }

  /** Takes the last token away if it is a comma; what white space follows it stays. */
  dropComma(): boolean {
    const space = this.#space();
    if (this.#to > this.#from) {
      const at = this.#to - 1;
      if (this.#input.charCodeAt(at) !== comma) return false;
      let to = at;
      while (to > this.#from && isSpace(this.#input.charCodeAt(to - 1))) to--;
      this.#gap = to === at ? space : this.#input.slice(to, at) + space;
      this.#to = to;
      this.#end = to;
    } else {
      if (this.#pieces.last !== ',') return false;
      this.#pieces.takeLast();
    }
    if (this.#to === this.#from) this.#takeSpaceBack();
    return true;
  }

  /** Whether a comma or a new line is the last that was written. */
  endsWithCommaOrNewline(): boolean {
    if (this.#space().includes('\n')) return true;
    return this.#to > this.#from ? this.#input.charCodeAt(this.#to - 1) === comma : this.#pieces.last === ',';
  }

  /** Takes the end quote of the string that was written last away, and what white space follows it. */
  openLast(): void {
    this.#gap = '';
    if (this.#to > this.#from) this.#to--;
    else this.#pieces.add(this.#pieces.takeLast()!.slice(0, -1));
    this.#end = this.#to;
  }

  wrap(before: string, after: string): void {
    this.#pieces.putBefore(before);
    this.write(after);
  }

  text(): string {
    this.write('');
    return this.#pieces.text();
  }

  /** Makes a piece of the stretch up to here. */
  #finish(to: number): void {
    if (to > this.#from) this.#pieces.add(this.#input.slice(this.#from, to));
    this.#from = to;
    if (this.#to < to) this.#to = to;
  }

  #space(): string {
    return this.#end === this.#to ? this.#gap : this.#input.slice(this.#to, this.#end) + this.#gap;
  }

  /** White space that became a piece is again what follows the last token. */
  #takeSpaceBack(): void {
    let last = this.#pieces.last;
    if (last === undefined || !isSpace(last.charCodeAt(last.length - 1))) return;
    let gap = this.#space();
    do {
      gap = last + gap;
      this.#pieces.takeLast();
      last = this.#pieces.last;
    } while (last !== undefined && isSpace(last.charCodeAt(last.length - 1)));
    this.#gap = gap;
    this.#from = this.#end;
    this.#to = this.#end;
  }
}
