import { couldBeListed } from './seed-phrase.ts';

/** Character classes of ASCII; everything else is `other`. */
const [other, digit, letter, blank, listing] = [0, 1, 2, 3, 4];
const classes = new Uint8Array(128).fill(other);
for (let code = 0; code < 128; code++) {
  const character = String.fromCharCode(code);
  if (/\d/.test(character)) classes[code] = digit;
  else if (/[A-Za-z]/.test(character)) classes[code] = letter;
  else if (/\s/.test(character)) classes[code] = blank;
  // Characters that number or separate a list of words.
  else if (/[.,)-]/.test(character)) classes[code] = listing;
}
const classAt = (text: string, i: number): number => classes[text.charCodeAt(i)] ?? other;

/** Receives the candidates of a scan. Returning true ends the scan. */
export interface ScanListener {
  /** An alphanumeric word starts here with the first three characters of a known prefix. */
  prefix(at: number): boolean;
  /** An unbroken alphanumeric run that is long enough for a key. */
  longWord(from: number, to: number): boolean;
  /** Twelve or more seed phrase words, separated only by whitespace and list punctuation. */
  words(from: number, to: number): boolean;
}

/** Hash table of the first three characters of prefixes; a few false positives cost nothing. */
export class PrefixTable {
  readonly #table = new Uint8Array(8192);

  constructor(beginnings: readonly string[]) {
    for (const beginning of beginnings) this.#table[slotAt(beginning, 0)] = 1;
  }
  has(text: string, at: number): boolean {
    return this.#table[slotAt(text, at)] === 1;
  }
}

const slotAt = (text: string, at: number): number =>
  (text.charCodeAt(at) * 961 + text.charCodeAt(at + 1) * 31 + text.charCodeAt(at + 2)) & 8191;

const longWordLength = 51;
const minWords = 12;
const [backslash, percent] = [92, 37];

/**
 * One pass over the characters without regular expressions, because every written text is scanned. Returns
 * the length of the longest unbroken word, or undefined once the listener ends the scan.
 */
export function scan(text: string, beginnings: PrefixTable, listener: ScanListener): number | undefined {
  const { length } = text;
  let longest = 0;
  let wordFrom = 0;
  let words = 0;
  let listFrom = 0;
  let listTo = 0;
  for (let i = 0; i < length; ) {
    const from = i;
    let kind = classAt(text, i);
    let digits = 0;
    while (kind === digit || kind === letter) {
      digits += kind & 1;
      kind = ++i < length ? classAt(text, i) : blank;
    }
    if (i > from) {
      if (reportPrefix(text, from, beginnings, listener)) return undefined;
      if (i - from >= longWordLength && listener.longWord(from, i)) return undefined;
      if (digits === 0 && couldBeListed(text, from, i - from)) {
        if (words++ === 0) listFrom = from;
        listTo = i;
      } else if (digits < i - from) {
        if (words >= minWords && listener.words(listFrom, listTo)) return undefined;
        words = 0;
      }
    }
    if (kind === blank) {
      if (i - wordFrom > longest) longest = i - wordFrom;
      wordFrom = i + 1;
    } else if (kind === other) {
      if (words >= minWords && listener.words(listFrom, listTo)) return undefined;
      words = 0;
    }
    i++;
  }
  if (words >= minWords && listener.words(listFrom, listTo)) return undefined;
  return Math.max(longest, length - wordFrom);
}

/**
 * Reports prefixes at a word start, also right after a JSON or URL escape, which ends in a letter or digit.
 */
function reportPrefix(text: string, from: number, beginnings: PrefixTable, listener: ScanListener): boolean {
  if (beginnings.has(text, from) && listener.prefix(from)) return true;
  if (from === 0) return false;
  const before = text.charCodeAt(from - 1);
  const skipped = before === backslash ? 1 : before === percent ? 2 : 0;
  return skipped > 0 && beginnings.has(text, from + skipped) && listener.prefix(from + skipped);
}
