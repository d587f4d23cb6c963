import { francAll } from 'franc';

/** Languages that the web is written in: without the small ones beside them, a short text has fewer neighbours. */
const languages =
  'eng fra deu spa por jpn ita nld rus heb ces cmn kor arb pol tur swe dan nob fin hun ell ron bul ukr vie ind cat hrv srp slk slv est lit lvs tha hin pes ben tam urd eus isl gle mkd als bel kat hye tgl swh afr ekk cym'.split(
    ' ',
  );
const maxChars = 2_000;
const minLetters = 30;
/** A shorter line is a label of a menu, often in English. */
const minWords = 10;
/** How far the second language is behind. */
const minLead = 0.01;
/** Scripts that put no space between words. */
const unspaced = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}]{12}/u;

/** The language of a text by its trigrams; null if they do not tell it clearly. */
export function detectLanguage(text: string): string | null {
  const prose = text.split('\n').filter(isSentence).join('\n') || text;
  const sample = prose.slice(0, maxChars);
  if ((sample.match(/\p{L}/gu)?.length ?? 0) < minLetters) return null;
  const [first, second] = francAll(sample, { only: languages, minLength: minLetters });
  if (!first || first[0] === 'und' || (second && first[1] - second[1] < minLead)) return null;
  const [tag = null] = Intl.getCanonicalLocales(first[0]);
  return tag === 'nb' ? 'no' : tag;
}

const isSentence = (line: string): boolean =>
  unspaced.test(line) || (line.match(/\p{L}+/gu)?.length ?? 0) >= minWords;
