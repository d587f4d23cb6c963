import { stopWords } from './stop-words.ts';

const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' });
const word = /[\p{L}\p{N}][\p{L}\p{M}\p{N}_'’-]*/gu;
const notWords = /https?:\/\/\S+|@\w+/gu;
const minLetters = { spaced: 3, unspaced: 2 };
const maxLetters = 40;

/** The keywords of a text: the first spelling of each, by its normalised form. */
export function extractKeywords(text: string): Map<string, string> {
  const cleaned = text.replaceAll(notWords, ' ');
  const isUnspaced = unspaced.test(cleaned);
  const found = isUnspaced
    ? Array.from(segmenter.segment(cleaned), ({ segment, isWordLike }) => (isWordLike ? segment : ''))
    : (cleaned.match(word) ?? []);
  const words = new Map<string, string>();
  for (const segment of found) {
    if (segment.length > maxLetters) continue;
    const spelled = segment.replace(/['’-]+$/u, '').replace(/['’]\p{L}{1,2}$/u, '');
    const form = normalizeWord(spelled);
    const least = unspaced.test(spelled) ? minLetters.unspaced : minLetters.spaced;
    const letters = spelled.match(/\p{L}/gu)?.length ?? 0;
    if (letters < least) continue;
    if (stopWords.has(spelled.toLowerCase()) || stopWords.has(form)) continue;
    if (!words.has(form)) words.set(form, spelled);
  }
  return words;
}

/** Lower case without a plural s, so that "Parsers" and "parser" are one topic. */
function normalizeWord(spelled: string): string {
  const small = spelled.toLowerCase().normalize('NFKC');
  return /^[a-z]{4,}s$/.test(small) && !/(ss|us|is)$/.test(small) ? small.slice(0, -1) : small;
}
