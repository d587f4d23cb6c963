import { BadPolicy, type ContentSecurityPolicy, type ReadPolicy, readPolicies } from './policy.ts';
import { type HeaderFinding, headerValues, type Visit } from './seen-response.ts';

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
