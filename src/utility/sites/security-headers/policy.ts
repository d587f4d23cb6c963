export type ContentSecurityPolicy = Map<string, Set<string>>;

export interface ReadPolicy {
  readonly policy: ContentSecurityPolicy;
  /** A reporting directive occurs twice, which browsers ignore. */
  readonly repeated: boolean;
}

interface CspSource {
  readonly text: string;
  readonly from: number;
  kept: boolean;
}

const shortest = 6;
const mayRepeat = new Set(['report-uri', 'report-to']);
const compareText = new Intl.Collator('en').compare;

/** Not a content security policy. */
export class BadPolicy extends Error {}

/**
 * Combines policies as Observatory does: a source of the first counts if every other policy with that
 * directive allows it too. A source that starts with another one of its list is redundant.
 */
export function readPolicies(texts: readonly string[]): ReadPolicy {
  const lists = new Map<string, CspSource[]>();
  let repeated = false;
  texts.forEach((text, from) => {
    const clean = text.replaceAll(/[\r\n]/g, '').trim();
    if (clean.length < shortest) throw new BadPolicy('too short to be a policy');
    const seen = new Set<string>();
    for (const part of clean.split(';')) {
      const [name = '', ...words] = part.trim().split(/\s+/);
      if (name === '') continue;
      const directive = name.toLowerCase();
      if (seen.has(directive) && !mayRepeat.has(directive)) throw new BadPolicy(`${directive} occurs twice`);
      if (seen.has(directive)) repeated = true;
      seen.add(directive);
      lists.set(
        directive,
        mergeSources(from === 0 ? [] : (lists.get(directive) ?? []), parseSources(directive, words, from)),
      );
      // From the second policy on, a source must be allowed again to be kept.
      if (from === 0 && texts.length > 1) for (const each of lists.get(directive)!) each.kept = false;
    }
  });
  const policy: ContentSecurityPolicy = new Map();
  for (const [directive, sources] of lists)
    policy.set(directive, new Set(sources.length > 0 ? sources.map(({ text }) => text) : ["'none'"]));
  return { policy, repeated };
}

function parseSources(directive: string, words: readonly string[], from: number): CspSource[] {
  const texts = words.length === 0 && directive.endsWith('-src') ? ["'none'"] : words;
  return texts.map((each) => ({ text: each.toLowerCase(), from, kept: from === 0 }));
}

function mergeSources(before: readonly CspSource[], added: readonly CspSource[]): CspSource[] {
  const all = [...before, ...added].sort((left, right) => compareText(left.text, right.text));
  all.forEach((source, at) => {
    const last = all[at - 1];
    if (!last) return;
    if (source.from === last.from) {
      if (source.text.startsWith(last.text)) source.kept = false;
    } else if (covers(last.text, source.text)) source.kept = true;
  });
  return all.filter(({ kept }) => kept);
}

/** Whether a path covers another: the same path, or a path below it if it ends with a slash. */
function covers(wide: string, narrow: string): boolean {
  if (wide === '' || (wide === '/' && narrow === '')) return true;
  const folder = wide.endsWith('/');
  const pieces = wide.split('/');
  const others = narrow.split('/');
  if (pieces.length > others.length || (!folder && pieces.length !== others.length)) return false;
  const compared = folder ? pieces.slice(0, -1) : pieces;
  return compared.every((piece, at) => decodePath(piece) === decodePath(others[at]!));
}

function decodePath(piece: string): string {
  try {
    return decodeURIComponent(piece);
  } catch {
    throw new BadPolicy('an invalid percent escape');
  }
}
