import { type HeaderFinding, headerValues, type Visit } from './seen-response.ts';

type ContentSecurityPolicy = Map<string, Set<string>>;

interface ReadPolicy {
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
class BadPolicy extends Error {}

/**
 * Combines policies as Observatory does: a source of the first counts if every other policy with that
 * directive allows it too. A source that starts with another one of its list is redundant.
 */
function readPolicies(texts: readonly string[]): ReadPolicy {
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

const broad = new Set(['ftp:', 'http:', 'https:', '*', 'http://*', 'http://*.*', 'https://*', 'https://*.*']);
const broadOrInline = new Set([...broad, "'unsafe-inline'", 'data:']);
const passive = ['img-src', 'media-src'];
const headerOnly = ['frame-ancestors', 'report-uri', 'sandbox'];
const trusted = /^'(?:sha256|sha384|sha512|nonce)-/;
const insecure = /^(?:http|ftp):/;

export interface ContentPolicyFinding extends HeaderFinding {
  readonly policy: ContentSecurityPolicy | null;
}

/** Commas separate policies, as they separate headers. */
const split = (headers: readonly string[]) =>
  headers.flatMap((each) => each.split(',').map((part) => part.trim()));

export function gradeContentPolicy({ main, page }: Visit): ContentPolicyFinding {
  const inHeaders = split(headerValues(main, 'content-security-policy'));
  const inPage = split(page?.policies ?? []);
  const value = [...inHeaders, ...inPage].join(', ') || null;
  let combined: ReadPolicy;
  try {
    combined = readPolicies([...inHeaders, ...inPage]);
  } catch (error) {
    if (!(error instanceof BadPolicy)) throw error;
    return { result: 'csp-header-invalid', value, policy: null };
  }
  const inForce = parsePolicies(inHeaders);
  const metaInForce = parsePolicies(inPage);
  for (const each of headerOnly) metaInForce.delete(each);
  if (inForce.size + metaInForce.size === 0) {
    const reports = headerValues(main, 'content-security-policy-report-only');
    const result = reports.length > 0 ? 'csp-not-implemented-but-reporting-enabled' : 'csp-not-implemented';
    return { result, value: reports[0] ?? null, policy: null };
  }
  const result = judgePolicy(combined.policy, main.url.protocol === 'https:');
  const passes = passingResults.has(result);
  return {
    result: passes && combined.repeated ? 'csp-implemented-but-duplicate-directives' : result,
    value,
    policy: combined.policy,
  };
}

const passingResults = new Set([
  'csp-implemented-with-no-unsafe',
  'csp-implemented-with-no-unsafe-default-src-none',
  'csp-implemented-with-unsafe-inline-in-style-src-only',
  'csp-implemented-with-insecure-scheme-in-passive-content-only',
]);

function parsePolicies(texts: readonly string[]): ContentSecurityPolicy {
  try {
    return readPolicies(texts).policy;
  } catch (error) {
    if (!(error instanceof BadPolicy)) throw error;
    return new Map();
  }
}

/** The worst weakness of the policy; the order of checks is the ranking. */
function judgePolicy(policy: ContentSecurityPolicy, secure: boolean): string {
  const sources = (name: string) => policy.get(name) ?? policy.get('default-src') ?? new Set(['*']);
  const script = sources('script-src');
  const style = sources('style-src');
  const object = sources('object-src');
  const someMatch = (list: Iterable<string>, wanted: (source: string) => boolean) => [...list].some(wanted);
  const isTrusted = (source: string) => trusted.test(source);
  // With a nonce or a hash, browsers ignore 'unsafe-inline'.
  for (const list of [script, style]) if (someMatch(list, isTrusted)) list.delete("'unsafe-inline'");
  if (script.has("'strict-dynamic'")) {
    if (!someMatch(script, isTrusted)) return 'csp-header-invalid';
    for (const source of [...script])
      if (source === "'self'" || [...broad].some((each) => source.startsWith(each))) script.delete(source);
  }
  const active = [...policy].filter(([name]) => !passive.includes(name) && name !== 'script-src');
  const activeSources = [...active.flatMap(([, list]) => [...list]), ...script];
  const passiveSources = passive.flatMap((name) => [
    ...(policy.get(name) ?? policy.get('default-src') ?? []),
  ]);
  const isInsecure = (source: string) => insecure.test(source);

  if (someMatch(script, (each) => broadOrInline.has(each)) || someMatch(object, (each) => broad.has(each)))
    return 'csp-implemented-with-unsafe-inline';
  if (secure && someMatch(activeSources, isInsecure)) return 'csp-implemented-with-insecure-scheme';
  if (script.has("'unsafe-eval'") || style.has("'unsafe-eval'")) return 'csp-implemented-with-unsafe-eval';
  if (secure && someMatch(passiveSources, isInsecure))
    return 'csp-implemented-with-insecure-scheme-in-passive-content-only';
  if (someMatch(style, (each) => broadOrInline.has(each)))
    return 'csp-implemented-with-unsafe-inline-in-style-src-only';
  const fallback = policy.get('default-src');
  return fallback?.size === 1 && fallback.has("'none'")
    ? 'csp-implemented-with-no-unsafe-default-src-none'
    : 'csp-implemented-with-no-unsafe';
}
