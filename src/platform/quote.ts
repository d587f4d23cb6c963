/** Maximum weight of a quotation: an ASCII character weighs 1, any other 3, roughly its number of tokens. */
const maxWeight = 90;

/** How many characters of a text are looked at: more than these only if most of them are left out. */
const maxCharactersPerWeight = 8;

/** Control characters, line and paragraph separators, and characters that reorder or hide text. */
const invisible = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cn}]+/gu;
const arrows = /[-=~]+>|[\u2190-\u21ff\u27f0-\u27ff\u2900-\u297f\u2b00-\u2bff\u{1f800}-\u{1f8ff}]/gu;

/**
 * Another agent's words inside a sentence of the city: on one line, bounded, and in quotation marks that they
 * cannot close: curly ones if it has straight ones. Arrows are removed, since they would look like the city's own "-> CALL".
 */
export function quote(text: string, max = maxWeight): string {
  const inner = truncateLines(text.replaceAll(/[“”„‟«»＂]/g, '"'), max);
  return inner.includes('"') ? `“${inner}”` : `"${inner}"`;
}

/** The same without the quotation marks, for a separate field. */
export function truncateLines(text: string, max = maxWeight): string {
  // No more of a long text is normalised than can be shown.
  const line = text
    .slice(0, maxCharactersPerWeight * max)
    .toWellFormed()
    .replaceAll(invisible, ' ')
    .replaceAll(arrows, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
  return cut(line, max);
}

function cut(line: string, max: number): string {
  let weight = 0;
  let result = '';
  for (const character of line) {
    weight += character.length === 1 && character < '\u0080' ? 1 : 3;
    if (weight > max) return `${result.trimEnd()}…`;
    result += character;
  }
  return result;
}
