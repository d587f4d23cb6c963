import { assignedNames, findAssigned } from './assignments.ts';
import { findHeader, headerNames } from './headers.ts';
import { findInfixed, infixedNames } from './infix.ts';
import { findKeyFile, keyFileNames } from './key-files.ts';
import { foldLookAlikes } from './plain-text.ts';
import { prefixedAt, prefixedNames, prefixes } from './prefixed.ts';
import { PrefixTable, type ScanListener, scan } from './scan.ts';
import { containsSeedPhrase, maxWindows, seedPhraseName, type Windows } from './seed-phrase.ts';
import { findToken, tokenNames } from './tokens.ts';
import { findUrl, urlCredentialNames } from './urls.ts';
import { type Derivations, findByteList, findWalletKey, maxDerivations, walletNames } from './wallets.ts';

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

/** Every name that `findCredential` may return. */
export const credentialNames: readonly string[] = [
  ...new Set([
    ...keyFileNames,
    ...prefixedNames,
    ...infixedNames,
    ...tokenNames,
    ...urlCredentialNames,
    ...assignedNames,
    ...headerNames,
    ...walletNames,
    seedPhraseName,
  ]),
];

const beginnings = new PrefixTable(prefixes);

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
      containsSeedPhrase(this.#text.slice(from, to), this.#windows) ? seedPhraseName : undefined,
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
  const longest = scan(text, beginnings, finder);
  if (longest === undefined) return finder.found;
  for (const { find, word } of finders) {
    const found = longest >= word ? find(text) : undefined;
    if (found !== undefined) return found;
  }
  return undefined;
}
