import { createHash } from 'node:crypto';
import { parse } from 'tldts';

/**
 * Canonical form of an address, so that one page is not shipped twice: without scheme, `www.`, default port,
 * query, fragment and trailing slash, with escapes normalised as in RFC 3986.
 */
function canonicalAddress(address: string): string {
  const url = new URL(address);
  const host = url.hostname.replace(/\.$/, '').replace(/^www\./, '');
  const port = url.port === '' ? '' : `:${url.port}`;
  return `${host}${port}${normalizeEscapes(url.pathname).replace(/\/+$/, '')}`;
}

function normalizeEscapes(path: string): string {
  return path.replaceAll(/%[0-9a-f]{2}/gi, (escaped) => {
    const char = String.fromCharCode(Number.parseInt(escaped.slice(1), 16));
    return /[A-Za-z0-9._~-]/.test(char) ? char : escaped.toUpperCase();
  });
}

/** A hash, because an address may exceed the size limit of an index entry. */
export const addressKey = (address: string): Buffer =>
  createHash('sha256').update(canonicalAddress(address)).digest();

/**
 * The registrable domain of an address. Private suffixes of the public suffix list count, so that two user
 * sites on one host (a.github.io, b.github.io) are two domains. An IP address is its own domain, regardless
 * of the port.
 */
export function registrableDomain(address: string): string {
  const { hostname } = new URL(address);
  const { domain } = parse(hostname, { allowPrivateDomains: true });
  return domain ?? hostname.replace(/\.$/, '');
}
