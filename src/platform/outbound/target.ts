import { isIP } from 'node:net';
import { OutboundError } from './error.ts';

const MAX_URL_LENGTH = 8_192;
const MAX_HOST_LENGTH = 253;
const MAX_LABEL_LENGTH = 63;

/** Target of a request, in the canonical form that all later steps use. */
export interface Target {
  readonly url: URL;
  /**
   * A name, or an address without brackets; no trailing dot, so that it works for DNS, SNI and certificate
   * checks.
   */
  readonly host: string;
  readonly port: number;
  readonly secure: boolean;
}

/**
 * The URL parser decides what a URL means: it converts 2130706433, 0x7f.1, 017700000001, ①②⑦.⓪.⓪.①,
 * %31%32%37.0.0.1 and the backslash tricks to the address that would actually be reached, before it is
 * checked.
 */
export function parseTarget(input: string | URL): Target {
  const url = parseUrl(input);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw new OutboundError('bad_scheme', 'Only http and https URLs can be fetched.');
  }
  if (url.username !== '' || url.password !== '') {
    throw new OutboundError('userinfo', 'A URL must not contain a user name or password.');
  }
  const secure = url.protocol === 'https:';
  const port = url.port === '' ? (secure ? 443 : 80) : Number(url.port);
  if (isBadPort(port)) throw new OutboundError('blocked_port', `Port ${port} is not allowed.`);
  return { url, host: hostOf(url.hostname), port, secure };
}

/** For plain TCP: only a name or an address, parsed like the host of a URL. */
export function parseHost(text: string): string {
  if (isIP(text) === 6) return hostOf(parseUrl(`http://[${text}]/`).hostname);
  if (/[\s/\\?#@:[\]]/.test(text)) throw new OutboundError('bad_url', 'A host must be a name or an address.');
  return hostOf(parseUrl(`http://${text}/`).hostname);
}

/** RFC 6761: these names mean the machine itself, whatever a resolver says. */
export function isLocalhostName(host: string): boolean {
  return host === 'localhost' || host.endsWith('.localhost');
}

function parseUrl(input: string | URL): URL {
  const text = String(input);
  if (text.length > MAX_URL_LENGTH) {
    throw new OutboundError('bad_url', `The URL is longer than ${MAX_URL_LENGTH} characters.`);
  }
  const url = URL.parse(text);
  if (url === null) throw new OutboundError('bad_url', 'This is not a valid absolute URL.');
  return url;
}

function hostOf(hostname: string): string {
  const bare = hostname.startsWith('[') ? hostname.slice(1, -1) : hostname.replace(/\.$/, '');
  if (isIP(bare) !== 0) return bare;
  // Empty labels ("127.0.0.1..") mean different things to different resolvers, so they are rejected.
  const fits = bare.length <= MAX_HOST_LENGTH;
  if (!fits || bare.split('.').some((label) => label === '' || label.length > MAX_LABEL_LENGTH)) {
    throw new OutboundError('bad_url', 'The host of the URL is not a valid name.');
  }
  return bare;
}

/**
 * The Fetch standard's bad ports: services that an HTTP request could misuse (SMTP, IRC, SIP and so on).
 * https://fetch.spec.whatwg.org/#port-blocking
 */
const BAD_PORTS = new Set([
  0, 1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103, 104,
  109, 110, 111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465, 512, 513, 514, 515,
  526, 530, 531, 532, 540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993, 995, 1719, 1720, 1723, 2049,
  3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080,
]);

function isBadPort(port: number): boolean {
  return BAD_PORTS.has(port);
}
