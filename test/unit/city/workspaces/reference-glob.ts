/**
 * The same patterns matched in another way: braces expanded, names as regular expressions, directories by trial. Slow
 * and simple, so that it can serve as the reference for the real one.
 */
export function matchesByTrying(pattern: string, path: string): boolean {
  const whole = pattern.endsWith('/') ? `${pattern}**` : pattern;
  return writtenOut(whole).some((each) => matchesNames(each.split('/'), path.split('/')));
}

function writtenOut(pattern: string): string[] {
  const open = pattern.indexOf('{');
  if (open < 0) return [pattern];
  let depth = 0;
  let from = open + 1;
  const options: string[] = [];
  for (let at = open; at < pattern.length; at++) {
    const character = pattern[at];
    if (character === '{') depth++;
    if ((character === ',' && depth === 1) || (character === '}' && depth === 1)) {
      options.push(pattern.slice(from, at));
      from = at + 1;
    }
    if (character === '}' && --depth === 0) break;
  }
  const [before, after] = [pattern.slice(0, open), pattern.slice(from)];
  return options.flatMap((option) => writtenOut(before + option + after));
}

function matchesNames(patterns: readonly string[], names: readonly string[]): boolean {
  const [first, ...others] = patterns;
  if (first === undefined) return names.length === 0;
  if (first !== '**') {
    const [name, ...rest] = names;
    return name !== undefined && expressionOf(first).test(name) && matchesNames(others, rest);
  }
  if (others.length === 0) return names.length > 0;
  return names.some((_, taken) => matchesNames(others, names.slice(taken)));
}

const expressions = new Map<string, RegExp>();

function expressionOf(name: string): RegExp {
  const known = expressions.get(name);
  if (known) return known;
  const source = name.replaceAll(/\[([!^]?)(\]?[^\]]*)\]|[\s\S]/gu, (found, not, listed) => {
    if (listed !== undefined) return `[${not ? '^' : ''}${listed.replaceAll(/[\\\]^[]/g, '\\$&')}]`;
    if (found === '*') return '[^/]*';
    if (found === '?') return '[^/]';
    return found.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
  });
  const expression = new RegExp(`^${source}$`, 'su');
  expressions.set(name, expression);
  return expression;
}
