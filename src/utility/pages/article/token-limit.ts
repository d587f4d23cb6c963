const perToken = 4;
const wideSign = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]/gu;

/**
 * Estimates the token count of a model: one per four letters, one per Chinese, Japanese or Korean character.
 */
export function tokensOf(text: string): number {
  const wide = text.match(wideSign)?.length ?? 0;
  return wide + Math.ceil((text.length - wide) / perToken);
}

/** As many whole parts from the start as fit; a first part that is too long is cut at a sentence. */
export function withinTokens<T extends { readonly text: string; readonly markdown: string }>(
  parts: readonly T[],
  limit: number | undefined,
): { readonly parts: readonly T[]; readonly truncated: boolean } {
  if (limit === undefined) return { parts, truncated: false };
  const kept: T[] = [];
  let used = 0;
  for (const part of parts) {
    used += Math.max(tokensOf(part.text), tokensOf(part.markdown)) + 1;
    if (used > limit) break;
    kept.push(part);
  }
  const [first] = parts;
  if (kept.length === 0 && first) kept.push(shortened(first, limit));
  return { parts: kept, truncated: kept.length < parts.length || kept[0] !== first };
}

function shortened<T extends { readonly text: string; readonly markdown: string }>(
  part: T,
  limit: number,
): T {
  const wide = tokensOf(part.text) > part.text.length / 2;
  const room = part.text.slice(0, wide ? limit : limit * perToken);
  const sentence = Math.max(...['. ', '! ', '? ', '。'].map((end) => room.lastIndexOf(end)));
  const text =
    sentence > 0
      ? room.slice(0, sentence + 1)
      : room.slice(0, Math.max(room.lastIndexOf(' '), 0) || room.length);
  return { ...part, text, markdown: text };
}
