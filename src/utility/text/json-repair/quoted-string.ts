import {
  breaksRun,
  controls,
  end,
  endsBareString,
  inUrl,
  isBracket,
  isDelimiter,
  isEscape,
  isHex,
  isOneOf,
  startsAddress,
} from './characters.ts';
import { backslash, colon, comma, doubleQuote } from './codes.ts';
import { Openings } from './openings.ts';
import { Pieces } from './pieces.ts';
import type { Scanner } from './scanner.ts';

/** How a string that lost its end quote is given one: at the first delimiter, or at a known place. */
export type Stop = 'at delimiter' | number | undefined;

interface Opening {
  readonly quoteAt: number;
  /** The quotes that may end it. */
  readonly ends: number;
  /** The whole text was escaped once too often: \"like this\". */
  readonly escaped: boolean;
  /** It goes on with the string written before it. */
  readonly joined: boolean;
}

/** A string that needs a closer look: with quotes or brackets inside, or without its end quote. */
export class QuotedString {
  readonly #scan: Scanner;
  readonly #opening: Opening;
  readonly #stop: Stop;
  readonly #content = new Pieces();
  #openings: Openings | undefined;

  constructor(scan: Scanner, opening: Opening, stop: Stop) {
    this.#scan = scan;
    this.#opening = opening;
    this.#stop = stop;
  }

  /** Reads it whole, or says with which other idea of its end it must be read again. */
  read(): 'read' | Stop {
    const scan = this.#scan;
    const { quoteAt, ends, escaped } = this.#opening;
    scan.at = quoteAt + 1;
    for (;;) {
      if (this.#run() && escaped && scan.code === backslash) scan.at++;
      const code = scan.code;
      if (code === end) {
        scan.foundEndless(ends, quoteAt);
        if (this.#stop === undefined && stopAtEnd(scan) !== undefined) return 'at delimiter';
        return this.#closeMissing();
      }
      // An escape may step over the very place.
      if (typeof this.#stop === 'number' && scan.at >= this.#stop) return this.#closeMissing();
      if (isOneOf(code, ends)) {
        const closed = this.#quote(code);
        if (closed !== 'inside') return closed;
      } else if (this.#stop === 'at delimiter' && endsBareString(code)) {
        this.#address();
        return this.#closeMissing();
      } else this.#content.add(code === backslash ? escapeSequence(scan) : this.#odd(code));
      if (escaped && scan.code === backslash) scan.at++;
    }
  }

  /** Plain characters, as many as stand together. */
  #run(): boolean {
    const { text } = this.#scan;
    const until = typeof this.#stop === 'number' ? this.#stop : text.length;
    const stopAtDelimiter = this.#stop === 'at delimiter';
    const start = this.#scan.at;
    let at = start;
    for (; at < until; at++) {
      const code = text.charCodeAt(at);
      if (breaksRun(code) || (stopAtDelimiter && endsBareString(code))) break;
      if (!isBracket(code)) continue;
      this.#openings ??= new Openings();
      this.#openings.see(text[at]!);
    }
    this.#scan.at = at;
    if (at > start) this.#content.add(text.slice(start, at));
    return at > start;
  }

  /** A quote: the end, one that should have been escaped, or the start of the next string. */
  #quote(code: number): 'read' | 'inside' | Stop {
    const scan = this.#scan;
    const { at } = scan;
    if (this.#stop === 'at delimiter') return this.#close();
    const next = scan.afterSpaceOfLine(at + 1);
    if (scan.mayFollowEndQuote(next)) {
      if (!this.#openings?.closedAfter(scan.text, next)) return this.#close();
    } else {
      const previous = scan.beforeSpace(at - 1);
      if (previous > this.#opening.quoteAt) {
        if (scan.codeAt(previous) === comma) return previous;
        if (isDelimiter(scan.codeAt(previous))) return 'at delimiter';
      }
    }
    scan.fixed('escaped a quote');
    scan.at++;
    this.#content.add(code === doubleQuote ? '\\"' : scan.text[at]!);
    return 'inside';
  }

  #close(): 'read' {
    this.#scan.at++;
    writeString(this.#scan, this.#content.text(), this.#opening.joined);
    return 'read';
  }

  #closeMissing(): 'read' {
    writeUnclosed(this.#scan, this.#content.text(), this.#opening.joined);
    return 'read';
  }

  /** The slashes of an address are no delimiters. */
  #address(): void {
    const scan = this.#scan;
    if (scan.codeAt(scan.at - 1) !== colon || !startsAddress(scan.text, this.#opening.quoteAt + 1, scan.at))
      return;
    const from = scan.at;
    while (inUrl(scan.code)) scan.at++;
    this.#content.add(scan.text.slice(from, scan.at));
  }

  /** A quote of another kind, or a control character. */
  #odd(code: number): string {
    const scan = this.#scan;
    const char = scan.text[scan.at]!;
    if (code >= 0x20) {
      const at = scan.at++;
      if (code !== doubleQuote) return char;
      scan.fixed('escaped a quote', at);
      return '\\"';
    }
    const control = controls[char];
    if (control === undefined)
      return scan.fail(`a character that no string can hold: ${JSON.stringify(char)}`);
    scan.fixed('escaped a control character');
    scan.at++;
    return control;
  }
}

/** A text that ends in a delimiter has it outside its last string. */
export function stopAtEnd(scan: Scanner): Stop {
  return isDelimiter(scan.codeAt(scan.beforeSpace(scan.text.length - 1))) ? 'at delimiter' : undefined;
}

/** Its content and its quotes; the end quote of one that others may be joined to is a token of its own. */
export function writeString({ out }: Scanner, content: string, joined: boolean): void {
  if (joined) {
    out.write(content);
    out.write('"');
  } else out.write(`"${content}"`);
}

/** A string whose end quote was missing: what white space it ends in stands behind it. */
export function writeUnclosed(scan: Scanner, content: string, joined: boolean): void {
  const kept = content.trimEnd();
  writeString(scan, kept, joined);
  scan.out.writeSpace(' '.repeat(content.length - kept.length));
  scan.fixed('added a missing end quote');
}

function escapeSequence(scan: Scanner): string {
  const { text, at } = scan;
  const char = text[at + 1];
  if (isEscape(char)) {
    scan.at += 2;
    return text.slice(at, at + 2);
  }
  if (char !== 'u') {
    scan.fixed('removed an escape that means nothing');
    // A control character, or the end, is then met as if it stood alone.
    const kept = char === undefined || char < ' ' ? '' : char;
    scan.at += 1 + kept.length;
    return kept;
  }
  let length = 2;
  while (length < 6 && isHex(scan.codeAt(at + length))) length++;
  if (length === 6) {
    scan.at += 6;
    return text.slice(at, at + 6);
  }
  if (at + length < text.length) scan.fail(`not a Unicode escape: ${text.slice(at, at + 6)}`);
  scan.fixed('removed a Unicode escape that was cut off');
  scan.at = text.length;
  return '';
}
