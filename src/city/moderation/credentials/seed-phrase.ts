import { validateMnemonic } from '@scure/bip39';
import { wordlist } from '@scure/bip39/wordlists/english.js';

const known = new Set(wordlist);
const [shortestWord, longestWord] = [3, 8];
/** Valid pairs of first three letters and length, which rule out nearly every word that is not listed. */
const beginnings = new Uint8Array(26 ** 3 * 9);
for (const word of wordlist) beginnings[slotOf(word, 0, word.length)] = 1;

/** Whether the word at an index may be in the word list. */
export function couldBeListed(text: string, from: number, length: number): boolean {
  if (length < shortestWord || length > longestWord) return false;
  return beginnings[slotOf(text, from, length)] === 1;
}

function slotOf(text: string, from: number, length: number): number {
  const letter = (i: number): number => (text.charCodeAt(from + i) | 32) - 97;
  return ((letter(0) * 26 + letter(1)) * 26 + letter(2)) * 9 + length;
}

const lengths = [12, 15, 18, 21, 24];
/** A longer run of listed words is a word list, not a phrase surrounded by some listed words. */
const maxRunWords = 40;
/** Phrases that repeat few words are test vectors. */
const minDistinctWords = 8;

/** Maximum windows tried per text, since each costs a hash. */
export const maxWindows = 256;
export interface Windows {
  left: number;
}

/**
 * Whether a run of words contains a phrase, possibly surrounded by other listed words ("my seed phrase …").
 */
export function containsSeedPhrase(run: string, windows: Windows): boolean {
  for (const part of listedParts(run.toLowerCase().match(/[a-z]+/g) ?? [])) {
    if (part.length > maxRunWords) continue;
    for (const length of lengths) {
      for (let from = 0; from + length <= part.length; from++) {
        if (windows.left-- <= 0) return false;
        if (isPhrase(part.slice(from, from + length))) return true;
      }
    }
  }
  return false;
}

function* listedParts(run: readonly string[]): Generator<string[]> {
  let part: string[] = [];
  for (const word of run) {
    if (known.has(word)) part.push(word);
    else {
      if (part.length > 0) yield part;
      part = [];
    }
  }
  yield part;
}

function isPhrase(words: readonly string[]): boolean {
  if (new Set(words).size < minDistinctWords) return false;
  // Words in alphabetical order are an excerpt of a word list.
  if (words.every((word, i) => i === 0 || (words[i - 1] ?? '') < word)) return false;
  return validateMnemonic(words.join(' '), wordlist);
}
