import { createHash } from 'node:crypto';

/** Parameters that say where a visitor came from, never what they see. */
const tracking =
  /^(utm_\w+|gclid|dclid|gbraid|wbraid|fbclid|msclkid|yclid|twclid|ttclid|igshid|mc_cid|mc_eid)$/i;

/**
 * One spelling for all the ways to write an address, so that the same thing is not shipped twice: without scheme, `www.`,
 * default port, fragment, slash at the end and tracking, its parameters in order, its escapes as RFC 3986 wants them.
 */
function oneSpelling(address: string): string {
  const url = new URL(address);
  const host = url.hostname.replace(/\.$/, '').replace(/^www\./, '');
  const port = url.port === '' ? '' : `:${url.port}`;
  const path = plainEscapes(url.pathname).replace(/\/+$/, '');
  const parameters = [...url.searchParams]
    .filter(([name]) => !tracking.test(name))
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
    .sort();
  return `${host}${port}${path}${parameters.length > 0 ? `?${parameters.join('&')}` : ''}`;
}

function plainEscapes(path: string): string {
  return path.replaceAll(/%[0-9a-f]{2}/gi, (escaped) => {
    const char = String.fromCharCode(Number.parseInt(escaped.slice(1), 16));
    return /[A-Za-z0-9._~-]/.test(char) ? char : escaped.toUpperCase();
  });
}

/** By its hash, because an address may be longer than an index takes. */
export const addressKey = (address: string): Buffer =>
  createHash('sha256').update(oneSpelling(address)).digest();
