import { type HeaderFinding, headerValues, type Visit } from './seen-response.ts';
import { gradeStrictTransport } from './transport.ts';

interface Cookie {
  readonly name: string;
  readonly secure: boolean;
  readonly httpOnly: boolean;
  readonly sameSite: string | null;
}

/** From least to most severe. */
const resultsBySeverity = [
  'cookies-without-secure-flag-but-protected-by-hsts',
  'cookies-without-secure-flag',
  'cookies-session-without-secure-flag-but-protected-by-hsts',
  'cookies-samesite-flag-invalid',
  'cookies-anticsrf-without-samesite-flag',
  'cookies-session-without-httponly-flag',
  'cookies-session-without-secure-flag',
];
const sameSites = new Set(['lax', 'strict', 'none']);
/** Set by a load balancer; the site cannot change its attributes. */
const ignoredCookie = 'heroku-session-affinity';

export function gradeCookies(visit: Visit): HeaderFinding {
  const jar = parseCookies(visit.cookies);
  const names = [...jar.values()]
    .map(({ name }) => name)
    .join(', ')
    .slice(0, 1_024);
  if (jar.size === 0) return { result: 'cookies-not-found', value: null };
  const protectedByHsts = ['hsts-preloaded', 'hsts-implemented-max-age-at-least-six-months'].includes(
    gradeStrictTransport(visit).result,
  );
  const faults = new Set([...jar.values()].flatMap((each) => findFaults(each, protectedByHsts)));
  if (headerValues(visit.main, 'set-cookie').some(hasBadSameSite))
    faults.add('cookies-samesite-flag-invalid');
  const worst = resultsBySeverity.findLast((each) => faults.has(each));
  const all = [...jar.values()].every(({ sameSite }) => sameSite !== null);
  const good = `cookies-secure-with-httponly-sessions${all ? '-and-samesite' : ''}`;
  return { result: worst ?? good, value: names };
}

function findFaults({ name, secure, httpOnly, sameSite }: Cookie, protectedByHsts: boolean): string[] {
  const low = name.toLowerCase();
  const session = low.includes('login') || low.includes('sess');
  const shelter = protectedByHsts ? '-but-protected-by-hsts' : '';
  const faults: string[] = [];
  if (!secure) faults.push(`cookies-without-secure-flag${shelter}`);
  if (!secure && session) faults.push(`cookies-session-without-secure-flag${shelter}`);
  if (!secure && sameSite === 'none') faults.push('cookies-samesite-flag-invalid');
  if (low.includes('csrf') && sameSite === null) faults.push('cookies-anticsrf-without-samesite-flag');
  if (session && !httpOnly) faults.push('cookies-session-without-httponly-flag');
  return faults;
}

/** The cookies a browser would end up with: the last per name, domain and path. */
function parseCookies(sent: Visit['cookies']): Map<string, Cookie> {
  const jar = new Map<string, Cookie>();
  for (const { from, header } of sent) {
    const [pair = '', ...rest] = header.split(';');
    const at = pair.indexOf('=');
    const name = pair.slice(0, Math.max(0, at)).trim();
    const attributes = new Map(rest.map(parseAttribute));
    const domain = attributes.get('domain')?.replace(/^\./, '').toLowerCase() || from;
    const foreign = from !== domain && !from.endsWith(`.${domain}`);
    if (name === '' || name === ignoredCookie || foreign) continue;
    const sameSite = attributes.get('samesite')?.toLowerCase() ?? '';
    jar.set(`${name};${domain};${attributes.get('path') ?? '/'}`, {
      name,
      secure: attributes.has('secure'),
      httpOnly: attributes.has('httponly'),
      sameSite: sameSites.has(sameSite) ? sameSite : null,
    });
  }
  return jar;
}

function parseAttribute(part: string): [string, string] {
  const at = part.indexOf('=');
  if (at < 0) return [part.trim().toLowerCase(), ''];
  return [part.slice(0, at).trim().toLowerCase(), part.slice(at + 1).trim()];
}

const hasBadSameSite = (header: string): boolean =>
  header
    .split(';')
    .map(parseAttribute)
    .some(([name, value]) => name === 'samesite' && !sameSites.has(value.toLowerCase()));
