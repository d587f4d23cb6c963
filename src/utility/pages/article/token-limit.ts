import { charsPerToken, estimateTokens } from '../../catalogue/tokens.ts';

/** As many whole parts from the start as fit; a first part that is too long is cut at a sentence. */
export function limitToTokens<T extends { readonly text: string; readonly markdown: string }>(
  parts: readonly T[],
  limit: number | undefined,
): { readonly parts: readonly T[]; readonly truncated: boolean } {
  if (limit === undefined) return { parts, truncated: false };
  const fitting: T[] = [];
  let tokens = 0;
  for (const part of parts) {
    tokens += Math.max(estimateTokens(part.text), estimateTokens(part.markdown)) + 1;
    if (tokens > limit) break;
    fitting.push(part);
  }
  const [first] = parts;
  if (fitting.length === 0 && first) fitting.push(cutAtSentence(first, limit));
  return { parts: fitting, truncated: fitting.length < parts.length || fitting[0] !== first };
}

function cutAtSentence<T extends { readonly text: string; readonly markdown: string }>(
  part: T,
  limit: number,
): T {
  const isWide = estimateTokens(part.text) > part.text.length / 2;
  const room = part.text.slice(0, isWide ? limit : limit * charsPerToken);
  const sentence = Math.max(...['. ', '! ', '? ', '。'].map((end) => room.lastIndexOf(end)));
  const text =
    sentence > 0
      ? room.slice(0, sentence + 1)
      : room.slice(0, Math.max(room.lastIndexOf(' '), 0) || room.length);
  return { ...part, text, markdown: text };
}
