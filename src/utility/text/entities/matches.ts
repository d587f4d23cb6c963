/**
 * All matches of a global pattern. `matchAll` clones its pattern on each call, which costs more than a short
 * text.
 */
export function findMatches(pattern: RegExp, text: string): RegExpExecArray[] {
  const found: RegExpExecArray[] = [];
  pattern.lastIndex = 0;
  for (let match = pattern.exec(text); match; match = pattern.exec(text)) found.push(match);
  return found;
}
