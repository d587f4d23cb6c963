/** Number of words; two signs of a script without spaces count as one. */
export function countWords(text: string): number {
  const signs = text.match(/[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]/gu)?.length ?? 0;
  return (text.match(/[\p{L}\p{N}]+/gu)?.length ?? 0) + signs / 2;
}

/** Rough count of the words left after removing tags, scripts and styles. */
export const countVisibleWords = (html: string): number =>
  countWords(
    html
      .replaceAll(/<(script|style|noscript|svg)\b[\s\S]*?(?:<\/\1\s*>|$)/gi, ' ')
      .replaceAll(/<[^<>]*>?/g, ' '),
  );
