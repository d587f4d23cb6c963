export const charsPerToken = 4;
const wideCharacter = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]/gu;

/**
 * Estimates the token count of a model: one per four letters, one per Chinese, Japanese or Korean character.
 */
export function estimateTokens(text: string): number {
  const wideCount = text.match(wideCharacter)?.length ?? 0;
  return wideCount + Math.ceil((text.length - wideCount) / charsPerToken);
}
