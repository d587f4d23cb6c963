import { couldBeListed } from './seed-phrase.ts';

/** Character classes of ASCII; whatever lies beyond it is `other`. */
const [other, digit, letter, blank, listing] = [0, 1, 2, 3, 4];
const classes = new Uint8Array(128).fill(other);
for (let code = 0; code < 128; code++) {
  const character = String.fromCharCode(code);
  if (/\d/.test(character)) classes[code] = digit;
  else if (/[A-Za-z]/.test(character)) classes[code] = letter;
  else if (/\s/.test(character)) classes[code] = blank;
  // What numbers or divides a list of words.
  else if (/[.,)-]/.test(character)) classes[code] = listing;
}
const classAt = (text: string, i: number): number => classes[text.charCodeAt(i)] ?? other;

/** What is told of a text while it is gone through. */
export interface Listener {
  /** A word of letters and digits begins here, and its first three characters are ones that were asked for. */
  prefix(at: number): boolean;
  /** An unbroken run of letters and digits, as long as a key. */
  longWord(from: number, to: number): boolean;
  /** Twelve and more words that seed phrases are made of, with nothing between but blanks and what numbers a list. */
  words(from: number, to: number): boolean;
}

/** First three characters of prefixes, as one number each in a small table: a few false friends cost nothing. */
export class Beginnings {
  readonly #table = new Uint8Array(8192);

  constructor(prefixes: readonly string[]) {
    for (const prefix of prefixes) this.#table[slotAt(prefix, 0)] = 1;
  }
  has(text: string, at: number): boolean {
    return this.#table[slotAt(text, at)] === 1;
  }
}

const slotAt = (text: string, at: number): number =>
  (text.charCodeAt(at) * 961 + text.charCodeAt(at + 1) * 31 + text.charCodeAt(at + 2)) & 8191;

const longWordLength = 51;
const fewestWords = 12;
const [backslash, percent] = [92, 37];

/**
 * One pass over the characters, without a regular expression: it is done for every text that anybody writes. Gives the
 * length of the longest unbroken word, or undefined once the listener has heard enough.
 */
export function scan(text: string, beginnings: Beginnings, listener: Listener): number | undefined {
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
      if (begins(text, from, beginnings, listener)) return undefined;
      if (i - from >= longWordLength && listener.longWord(from, i)) return undefined;
      if (digits === 0 && couldBeListed(text, from, i - from)) {
        if (words++ === 0) listFrom = from;
        listTo = i;
      } else if (digits < i - from) {
        if (words >= fewestWords && listener.words(listFrom, listTo)) return undefined;
        words = 0;
      }
    }
    if (kind === blank) {
      if (i - wordFrom > longest) longest = i - wordFrom;
      wordFrom = i + 1;
    } else if (kind === other) {
      if (words >= fewestWords && listener.words(listFrom, listTo)) return undefined;
      words = 0;
    }
    i++;
  }
  if (words >= fewestWords && listener.words(listFrom, listTo)) return undefined;
  return Math.max(longest, length - wordFrom);
}

/** Escapes of JSON and of URLs end in a letter or digit, behind which a word begins all the same. */
function begins(text: string, from: number, beginnings: Beginnings, listener: Listener): boolean {
  if (beginnings.has(text, from) && listener.prefix(from)) return true;
  if (from === 0) return false;
  const before = text.charCodeAt(from - 1);
  const skipped = before === backslash ? 1 : before === percent ? 2 : 0;
  return skipped > 0 && beginnings.has(text, from + skipped) && listener.prefix(from + skipped);
}
