/**
 * The regular expression of a `pattern`. Schemas made by programs contain escapes that Unicode mode does not have
 * (`\-`) and what only Python has: named groups, `\A`, `\Z` and leading flags. Throws if it is none in any of these.
 */
export function schemaPattern(pattern: string): RegExp {
  try {
    return new RegExp(pattern, 'u');
  } catch (error) {
    const [flagsSet = '', flags = ''] = /^\(\?([ims]{1,3})\)/.exec(pattern) ?? [];
    const translated = pattern
      .slice(flagsSet.length)
      .replaceAll(/\\[\s\S]|\(\?P</g, (found) => pythonOnly.get(found) ?? found);
    for (const mode of ['u', ''])
      try {
        return new RegExp(translated, mode + [...new Set(flags)].join(''));
      } catch {}
    throw error;
  }
}

const pythonOnly: ReadonlyMap<string, string> = new Map([
  ['(?P<', '(?<'],
  ['\\A', '^'],
  ['\\Z', '$'],
]);

/** The form in which the validator takes its regular expressions. */
export const patternEngine = Object.assign((pattern: string) => schemaPattern(pattern), {
  code: 'schemaPattern',
});
