/**
 * Untrusted text as one line that can be displayed and spoken: no control characters, and no markup that a
 * player might interpret.
 */
export const toOneLine = (text: string): string =>
  text
    .normalize('NFC')
    .replace(/<[^<>]{0,200}>/g, ' ')
    .replace(/[\p{Cc}\p{Cf}\p{Co}\p{Cn}]/gu, (sign) => (sign === '\u200d' ? sign : ' '))
    .replace(/\s+/g, ' ')
    .trim();

/** At most this many characters, cut between words and marked by an ellipsis. */
export function truncateText(text: string, max: number): string {
  const line = toOneLine(text);
  if (line.length <= max) return line;
  const cut = line.slice(0, max - 1);
  const space = cut.lastIndexOf(' ');
  const kept = space > max / 2 ? cut.slice(0, space) : [...cut].slice(0, -1).join('');
  // Trailing function words that lead on to the removed text are dropped too.
  const withoutFunctionWords = kept.replace(
    /(?:[\s,;:.–—-]+(?:and|or|but|the|an?|of|to|in|by|with|for|from|on|at|that|which|your))+$/iu,
    '',
  );
  return `${withoutFunctionWords.replace(/[\s,;:.–—-]+$/u, '')}…`;
}

export const capitalise = (text: string): string =>
  text.replace(/^\p{Ll}(?![\p{Lu}\d])/u, (letter) => letter.toUpperCase());
