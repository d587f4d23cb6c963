import data from './function-words.json' with { type: 'json' };

/** Scripts that one language of the web writes nearly alone. */
const scripts: readonly (readonly [RegExp, string])[] = [
  [/\p{sc=Hiragana}|\p{sc=Katakana}/gu, 'ja'],
  [/\p{sc=Hangul}/gu, 'ko'],
  [/\p{sc=Han}/gu, 'zh'],
  [/\p{sc=Greek}/gu, 'el'],
  [/\p{sc=Hebrew}/gu, 'he'],
  [/\p{sc=Thai}/gu, 'th'],
  [/\p{sc=Georgian}/gu, 'ka'],
  [/\p{sc=Armenian}/gu, 'hy'],
  [/\p{sc=Tamil}/gu, 'ta'],
  [/\p{sc=Bengali}/gu, 'bn'],
];
const functionWords = Object.entries(data).map(([lang, words]) => ({
  lang,
  words: new Set(words.split(' ')),
}));

const maxChars = 8_000;
/** In less text nothing can be told. */
const minLetters = 200;
const minWords = 60;
/** Share of the words of a text that are its language's most frequent ones, and its lead over the second language. */
const minShare = 0.12;
const minLead = 1.4;
/** Japanese mixes kana with Han, so a fifth is enough. */
const minScriptShare = 0.2;

/** The language of a text by its script or its function words; null if that does not tell it clearly. */
export function detectLanguage(whole: string): string | null {
  const text = whole.slice(0, maxChars);
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  if (letters < minLetters) return null;
  const isSpelt =
    (text.match(/\p{sc=Latin}|\p{sc=Cyrillic}/gu)?.length ?? 0) > letters * (1 - minScriptShare);
  for (const [pattern, lang] of isSpelt ? [] : scripts)
    if ((text.match(pattern)?.length ?? 0) >= letters * minScriptShare) return lang;
  const words = text.toLowerCase().match(/\p{L}+/gu) ?? [];
  if (words.length < minWords) return null;
  const [first, second] = functionWords
    .map((each) => ({
      lang: each.lang,
      share: words.filter((word) => each.words.has(word)).length / words.length,
    }))
    .toSorted((a, b) => b.share - a.share);
  if (!first || !second || first.share < minShare || first.share < second.share * minLead) return null;
  return first.lang;
}
