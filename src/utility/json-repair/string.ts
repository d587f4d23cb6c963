import {
  controls,
  endQuotesOf,
  endsBareString,
  inUrl,
  isDelimiter,
  isEscape,
  isHex,
  isQuote,
  mayFollowString,
  startsAddress,
} from './characters.ts';
import { Openings } from './openings.ts';
import type { Scanner } from './scanner.ts';

/** How a string that lost its end quote is given one: at the first delimiter, or at a known place. */
type Stop = 'at delimiter' | number | undefined;

/** A string in any quotes; "one" + "two" is one string. */
export function string(scan: Scanner): boolean {
  if (!oneString(scan)) return false;
  scan.space();
  while (scan.char === '+') {
    scan.fixed('joined strings');
    scan.at++;
    scan.space();
    const seam = scan.out.mark().tokens;
    if (oneString(scan)) scan.out.joinAt(seam);
    scan.space();
  }
  return true;
}

function oneString(scan: Scanner): boolean {
  const escaped = scan.char === '\\';
  const quoteAt = escaped ? scan.at + 1 : scan.at;
  const quote = scan.text[quoteAt];
  if (quote === undefined || !isQuote(quote)) return false;
  if (escaped) scan.fixed('removed an escape before a quote');
  if (quote !== '"') scan.fixed('replaced quotes by double quotes', quoteAt);
  const ends = endQuotesOf(quote);
  const opening = { quoteAt, ends, escaped };
  let stop: Stop = scan.neverEnds(ends, quoteAt) ? endAtEnd(scan) : undefined;
  const start = scan.out.mark();
  for (;;) {
    const other = new QuotedString(scan, opening, stop).read();
    if (other === 'read') return true;
    scan.out.goBack(start);
    stop = other;
  }
}

/** A text that ends in a delimiter has it outside its last string. */
function endAtEnd(scan: Scanner): Stop {
  return isDelimiter(scan.text[scan.beforeSpace(scan.text.length - 1)]) ? 'at delimiter' : undefined;
}

interface Opening {
  readonly quoteAt: number;
  readonly ends: string;
  /** The whole text was escaped once too often: \"like this\". */
  readonly escaped: boolean;
}

class QuotedString {
  readonly #scan: Scanner;
  readonly #opening: Opening;
  readonly #stop: Stop;
  readonly #parts: string[] = [];
  readonly #openings = new Openings();

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
      if (this.#run() && escaped && scan.char === '\\') scan.at++;
      const char = scan.char;
      if (char === undefined) {
        scan.foundEndless(ends, quoteAt);
        if (this.#stop === undefined && endAtEnd(scan) !== undefined) return 'at delimiter';
        return this.#closeMissing();
      }
      // An escape may step over the very place.
      if (typeof this.#stop === 'number' && scan.at >= this.#stop) return this.#closeMissing();
      if (ends.includes(char)) {
        const end = this.#quote(char);
        if (end !== 'inside') return end;
      } else if (this.#stop === 'at delimiter' && endsBareString(char)) {
        this.#address();
        return this.#closeMissing();
      } else if (char === '\\') this.#parts.push(escapeSequence(scan));
      else this.#parts.push(this.#odd(char));
      if (escaped && scan.char === '\\') scan.at++;
    }
  }

  /** Plain characters, as many as stand together. */
  #run(): boolean {
    const { text } = this.#scan;
    const until = typeof this.#stop === 'number' ? this.#stop : text.length;
    const stopAtDelimiter = this.#stop === 'at delimiter';
    const start = this.#scan.at;
    let at = start;
    while (at < until) {
      const char = text[at]!;
      if (char < ' ' || char === '\\' || isQuote(char)) break;
      if (isDelimiter(char)) {
        if (stopAtDelimiter && endsBareString(char)) break;
        this.#openings.see(char);
      }
      at++;
    }
    this.#scan.at = at;
    if (at > start) this.#parts.push(text.slice(start, at));
    return at > start;
  }

  /** A quote: the end, one that should have been escaped, or the start of the next string. */
  #quote(char: string): 'read' | 'inside' | Stop {
    const scan = this.#scan;
    const { text, at } = scan;
    const next = scan.afterSpaceOfLine(at + 1);
    if (this.#stop === 'at delimiter') return this.#close();
    if (next >= text.length || mayFollowString(text[next])) {
      if (!this.#openings.closedAfter(text, next)) return this.#close();
    } else {
      const previous = scan.beforeSpace(at - 1);
      if (previous > this.#opening.quoteAt) {
        if (text[previous] === ',') return previous;
        if (isDelimiter(text[previous])) return 'at delimiter';
      }
    }
    scan.fixed('escaped a quote');
    scan.at++;
    this.#parts.push(char === '"' ? '\\"' : char);
    return 'inside';
  }

  /** Whether what was read is one piece of the input, or nothing. */
  get #whole(): boolean {
    const [only = '', more] = this.#parts;
    return more === undefined && only.length === this.#scan.at - this.#opening.quoteAt - 2;
  }

  #close(): 'read' {
    const scan = this.#scan;
    const { quoteAt } = this.#opening;
    const end = scan.at++;
    // Nearly all strings are good as they stand: then the text itself is the token, and nothing is copied.
    const good = this.#whole && scan.text[quoteAt] === '"' && scan.text[end] === '"';
    scan.out.token(good ? scan.text.slice(quoteAt, end + 1) : `"${this.#parts.join('')}"`);
    return 'read';
  }

  #closeMissing(): 'read' {
    const { out } = this.#scan;
    const content = this.#parts.join('');
    const kept = content.trimEnd();
    out.token(`"${kept}"`);
    out.space(' '.repeat(content.length - kept.length));
    this.#scan.fixed('added a missing end quote');
    return 'read';
  }

  /** The slashes of an address are no delimiters. */
  #address(): void {
    const scan = this.#scan;
    if (scan.text[scan.at - 1] !== ':' || !startsAddress(scan.text, this.#opening.quoteAt + 1, scan.at))
      return;
    const from = scan.at;
    while (inUrl(scan.char)) scan.at++;
    this.#parts.push(scan.text.slice(from, scan.at));
  }

  /** A quote of another kind, or a control character. */
  #odd(char: string): string {
    const scan = this.#scan;
    if (char >= ' ') {
      const at = scan.at++;
      if (char !== '"') return char;
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
  while (length < 6 && isHex(text[at + length])) length++;
  if (length === 6) {
    scan.at += 6;
    return text.slice(at, at + 6);
  }
  if (at + length < text.length) scan.fail(`not a Unicode escape: ${text.slice(at, at + 6)}`);
  scan.fixed('removed a Unicode escape that was cut off');
  scan.at = text.length;
  return '';
}
