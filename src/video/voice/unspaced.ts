const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
/** Tokens that attach to the previous word: Japanese particles and endings, marks, and length signs. */
const attachesToPrevious = /^(?:[\p{Script=Hiragana}ー]+|[\p{P}\p{S}\p{M}]+)$/u;
const maxPhraseChars = 8;
const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' });

/** Whether the text is in a script without spaces, such as Chinese, Japanese or Thai. */
export const isUnspaced = (text: string): boolean => unspaced.test(text);

/** Inserts spaces between the phrases of such a text, so that captions handle it like any other. */
export function splitIntoPhrases(text: string): string {
  if (!isUnspaced(text)) return text;
  const phrases: string[] = [];
  for (const { segment } of segmenter.segment(text)) {
    const last = phrases.at(-1);
    const isMark = /^[\p{P}\p{S}\p{M}]+$/u.test(segment);
    const fits = last !== undefined && [...last].length + [...segment].length <= maxPhraseChars;
    const isOpen = last !== undefined && !/[\s\p{P}]$/u.test(last);
    if (isOpen && (isMark || (attachesToPrevious.test(segment) && fits)))
      phrases[phrases.length - 1] = last + segment;
    else phrases.push(segment);
  }
  return phrases
    .map((phrase, i) => (isUnspaced(phrase) && isUnspaced(phrases[i - 1] ?? '') ? ` ${phrase}` : phrase))
    .join('');
}
