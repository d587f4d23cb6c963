import { findAssigned, findHeader, findUrl } from './context.ts';
import {
  type Derivations,
  findByteList,
  findKeyFile,
  findWalletKey,
  maxDerivations,
} from './private-keys.ts';
import { beginnings, findInfixed, prefixedAt } from './rules.ts';
import { PrefixTable, type ScanListener, scan } from './scan.ts';
import { containsSeedPhrase, maxWindows, type Windows } from './seed-phrase.ts';
import { findToken } from './tokens.ts';

/** Finders, and the shortest unbroken word that can contain a match. */
const finders: readonly { readonly find: (text: string) => string | undefined; readonly word: number }[] = [
  { find: findKeyFile, word: 8 },
  { find: findInfixed, word: 35 },
  { find: findToken, word: 40 },
  { find: findUrl, word: 12 },
  { find: findAssigned, word: 8 },
  { find: findHeader, word: 12 },
  { find: findByteList, word: 0 },
];

const prefixTable = new PrefixTable(beginnings);

/** Tests the candidates that the scan reports, and keeps the first match. */
class Finder implements ScanListener {
  readonly #text: string;
  readonly #budget: Derivations = { left: maxDerivations };
  readonly #windows: Windows = { left: maxWindows };
  found: string | undefined;

  constructor(text: string) {
    this.#text = text;
  }
  prefix(at: number): boolean {
    return this.#keep(prefixedAt(this.#text, at));
  }
  longWord(from: number, to: number): boolean {
    return this.#keep(findWalletKey(this.#text.slice(from, to), this.#budget));
  }
  words(from: number, to: number): boolean {
    return this.#keep(
      containsSeedPhrase(this.#text.slice(from, to), this.#windows) ? 'a wallet seed phrase' : undefined,
    );
  }
  #keep(found: string | undefined): boolean {
    this.found = found;
    return found !== undefined;
  }
}

/** The name of the first credential in a text, or undefined. The credential itself is never returned. */
export function findCredential(original: string): string | undefined {
  const text = foldLookAlikes(original);
  const finder = new Finder(text);
  const longest = scan(text, prefixTable, finder);
  if (longest === undefined) return finder.found;
  for (const { find, word } of finders) {
    const found = longest >= word ? find(text) : undefined;
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Invisible characters, and full-width forms of ASCII characters. */
const lookAlikes = /[\u00ad\u200b-\u200f\u2060-\u2064\ufeff\uff01-\uff5e]/;
const invisible = /[\u00ad\u200b-\u200f\u2060-\u2064\ufeff]/g;

/** Removes invisible characters that chat apps insert into long words, and normalises full-width ones. */
function foldLookAlikes(text: string): string {
  if (!lookAlikes.test(text)) return text;
  return text
    .replaceAll(invisible, '')
    .replaceAll(/[\uff01-\uff5e]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0));
}

/** Characters buffered before each scan, so that many tiny chunks cost no more than a few large ones. */
const pieceLength = 32_768;
/** Characters kept for the next scan: more than the longest credential with its context. */
const overlap = 4_096;

/**
 * Scans a text that arrives in chunks. It is cut between words, so that no cut creates or hides a credential.
 */
export class LongText {
  #kept = '';
  #unseen = 0;

  /** Returns the kind of a credential once one is found. */
  take(piece: string): string | undefined {
    this.#kept += piece;
    this.#unseen += piece.length;
    if (this.#unseen < pieceLength) return undefined;
    const end = cutBefore(this.#kept, this.#kept.length);
    const found = findCredential(this.#kept.slice(0, end));
    this.#kept = this.#kept.slice(end > overlap ? cutBefore(this.#kept, end - overlap) : 0);
    this.#unseen = 0;
    return found;
  }

  end(): string | undefined {
    return findCredential(this.#kept);
  }
}

/** The last word boundary before an index, or the index itself inside an overlong word. */
function cutBefore(text: string, place: number): number {
  for (let i = place; i > Math.max(0, place - pieceLength / 2); i--) {
    if (text.charCodeAt(i - 1) <= 32) return i;
  }
  return place;
}
