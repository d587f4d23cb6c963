import { getPublicSuffix } from 'tldts';

interface Cookie {
  readonly name: string;
  readonly value: string;
  readonly domain: string;
  /** Only sent to the host that set it. */
  readonly hostOnly: boolean;
  readonly path: string;
  readonly secure: boolean;
}

const maxCookies = 50;
const maxCookieChars = 4_096;

/** Cookies of one call's redirects (RFC 6265): sites set one and redirect. Nothing outlives the call. */
export class CookieJar {
  readonly #cookies = new Map<string, Cookie>();

  /** Stores the Set-Cookie headers of a response. */
  take(url: URL, headers: string | string[] | undefined): void {
    for (const header of [headers ?? []].flat()) {
      if (header.length > maxCookieChars) continue;
      const { cookie, isExpired } = parse(url, header);
      if (!cookie) continue;
      const key = `${cookie.domain} ${cookie.path} ${cookie.name}`;
      this.#cookies.delete(key);
      if (!isExpired && this.#cookies.size < maxCookies) this.#cookies.set(key, cookie);
    }
  }

  /** The Cookie header for a URL; empty if there are no cookies to send. */
  headerFor(url: URL): string {
    return [...this.#cookies.values()]
      .filter(
        ({ domain, hostOnly, path, secure }) =>
          (hostOnly ? url.hostname === domain : isBelow(url.hostname, domain)) &&
          (url.pathname === path || url.pathname.startsWith(path.endsWith('/') ? path : `${path}/`)) &&
          (!secure || url.protocol === 'https:'),
      )
      .sort((left, right) => right.path.length - left.path.length)
      .map(({ name, value }) => `${name}=${value}`)
      .join('; ');
  }
}

const isBelow = (host: string, domain: string): boolean => host === domain || host.endsWith(`.${domain}`);

function parse(url: URL, header: string): { cookie: Cookie | null; isExpired: boolean } {
  const [pair = '', ...rest] = header.split(';');
  const at = pair.indexOf('=');
  const attributes = new Map(
    rest.map((each) => {
      const [name = '', ...value] = each.split('=');
      return [name.trim().toLowerCase(), value.join('=').trim()] as const;
    }),
  );
  const domain = attributes.get('domain')?.replace(/^\./, '').toLowerCase() || url.hostname;
  const hostOnly = domain === url.hostname;
  // A cookie for all of .com, or for an unrelated domain, is rejected.
  const allowed = hostOnly || (isBelow(url.hostname, domain) && getPublicSuffix(domain) !== domain);
  const plain = /^[^\p{Cc}]*$/u.test(pair);
  if (at < 1 || !allowed || !plain) return { cookie: null, isExpired: false };
  const path = attributes.get('path');
  const maxAge = attributes.get('max-age');
  const isExpired =
    maxAge === undefined
      ? Date.parse(attributes.get('expires') ?? '') <= Date.now()
      : Number.parseInt(maxAge, 10) <= 0;
  return {
    isExpired,
    cookie: {
      name: pair.slice(0, at).trim(),
      value: pair.slice(at + 1).trim(),
      domain,
      hostOnly: hostOnly && !attributes.get('domain'),
      path: path?.startsWith('/') ? path : defaultPath(url.pathname),
      secure: attributes.has('secure'),
    },
  };
}

const defaultPath = (pathname: string): string => pathname.slice(0, Math.max(1, pathname.lastIndexOf('/')));
