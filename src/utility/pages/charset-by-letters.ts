import { TextDecoder } from 'node:util';
import charsets from './charsets.json' with { type: 'json' };

/** With fewer non-ASCII bytes the encoding cannot be determined. */
const minBytes = 20;
const minLatinBytes = 5;

interface Language {
  /** In lower case. */
  readonly letters: string;
  readonly charsets: readonly string[];
  /** Minimum share of these letters: text in the language reaches it, text that is decoded wrongly does not. */
  readonly share: number;
}

/** The most frequent letters of languages with their own alphabet, and their encodings. */
const alphabets: readonly Language[] = charsets.alphabets;

/** Non-ASCII letters of languages in the Latin alphabet, those of Western Europe first. */
const latin: readonly Language[] = charsets.latin;

/** Double-byte encodings in the order they are tried, with the characters that their text consists of. */
const doubleByte: readonly { readonly charset: string; readonly sign: RegExp; readonly share: number }[] = [
  { charset: 'Shift_JIS', sign: /[\u3041-\u30ff]/, share: 0.3 },
  { charset: 'EUC-JP', sign: /[\u3041-\u30ff]/, share: 0.3 },
  { charset: 'EUC-KR', sign: /[\uac00-\ud7a3]/, share: 0.8 },
];

/**
 * The encoding of undeclared text by its letters; undefined if they are not conclusive. For a Western language, only a script
 * other than Latin is conclusive.
 */
export function charsetByLetters(text: Buffer, isWestern = false): string | undefined {
  let high = 0;
  let paired = 0;
  for (let at = 0; at < text.length; at++) {
    if (text[at]! < 0x80) continue;
    high++;
    if (text[at - 1]! >= 0x80 || text[at + 1]! >= 0x80) paired++;
  }
  // In Latin text, a non-ASCII letter is mostly surrounded by ASCII ones.
  if (paired < high * 0.6)
    return high < minLatinBytes || isWestern ? undefined : findBestCharset(text, latin);
  if (high < minBytes) return undefined;
  for (const { charset, sign, share } of doubleByte) {
    const letters = foreignLetters(text, charset);
    if (letters && shareOf(letters, (each) => sign.test(each)) >= share) return charset;
  }
  const alphabet = findBestCharset(text, alphabets);
  if (alphabet) return alphabet;
  if (foreignLetters(text, 'GBK') && shareOfPairs(text, 0xb0, 0xd7, 0xa1) > 0.6) return 'GBK';
  return foreignLetters(text, 'Big5') && shareOfPairs(text, 0xa4, 0xc6, 0x40) > 0.6 ? 'Big5' : undefined;
}

/** The non-ASCII letters; undefined if the bytes are not valid in this encoding. */
function foreignLetters(text: Buffer, charset: string): string[] | undefined {
  try {
    const decoded = new TextDecoder(charset, { fatal: true }).decode(text, { stream: true });
    return decoded.match(/[^\p{ASCII}\p{P}\p{S}\p{Z}]/gu) ?? [];
  } catch {
    return undefined;
  }
}

/** Share of pairs whose first byte lies in the block of common characters. */
function shareOfPairs(text: Buffer, from: number, to: number, second: number): number {
  let pairs = 0;
  let common = 0;
  for (let at = 0; at < text.length - 1; at++) {
    const byte = text[at]!;
    if (byte < 0x80) continue;
    at++;
    // Punctuation is not conclusive.
    if (byte <= 0xa3) continue;
    pairs++;
    if (byte >= from && byte <= to && text[at]! >= second) common++;
  }
  return pairs < minBytes / 2 ? 0 : common / pairs;
}

/** The encoding with the highest share of letters of one language; the first of several. */
function findBestCharset(text: Buffer, languages: readonly Language[]): string | undefined {
  let found: string | undefined;
  let bestShare = 0;
  for (const { letters, charsets, share: least } of languages)
    for (const charset of charsets) {
      const share = shareOfLetters(text, charset, letters);
      if (share < least || share <= bestShare) continue;
      found = charset;
      bestShare = share;
    }
  return found;
}

function shareOfLetters(text: Buffer, charset: string, letters: string): number {
  const known = new Set(letters);
  const found = new TextDecoder(charset).decode(text).match(/[^\p{ASCII}\p{Z}„“”‘’–—…«»©®·]/gu) ?? [];
  return shareOf(found, (each) => known.has(each.toLowerCase()));
}

const shareOf = (list: readonly string[], is: (each: string) => boolean): number =>
  list.length === 0 ? 0 : list.filter(is).length / list.length;
