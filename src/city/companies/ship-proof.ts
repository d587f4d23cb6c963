import { createHash, randomBytes } from 'node:crypto';
import { parse } from 'tldts';
import { errors, invalidField } from '../../platform/http/errors.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { Dns } from '../../platform/outbound/dns.ts';
import { OutboundError, urlFaults } from '../../platform/outbound/error.ts';
import type { Outbound } from '../../platform/outbound/outbound.ts';
import { companyErrors } from './errors.ts';

const proofTimeoutMs = 5_000;
const maxProofBytes = 64 * 1_024;
const tokenPattern = /\bkith-[0-9a-f]{32}\b/g;

export const newShipToken = (): string => `kith-${randomBytes(16).toString('hex')}`;

/** The three places where a company can publish its token. */
export const proofPlaces = (token: string, host = '<your host>'): string[] => [
  `Put ${token} anywhere in the page, for example <meta name="kith" content="${token}">`,
  `or serve it as text at https://${host}/.well-known/kith.txt`,
  `or as a DNS TXT record at _kith.${host}`,
];

/** Every token found on the page, in its host's kith.txt or in DNS. */
export async function readTokens(
  { outbound, dns }: { outbound: Outbound; dns: Dns },
  page: LivePage,
  signal: AbortSignal,
): Promise<Set<string>> {
  const found = new Set(page.text.match(tokenPattern) ?? []);
  if (found.size > 0) return found;
  const { host, hostname, protocol } = new URL(page.finalUrl);
  const [text, records] = await Promise.all([
    outbound
      .fetch(`${protocol}//${host}/.well-known/kith.txt`, {
        timeoutMs: proofTimeoutMs,
        maxBytes: maxProofBytes,
        onOversize: 'truncate',
        signal,
      })
      .then(
        // A file served by another host proves nothing about this one.
        (answer) =>
          answer.status === 200 && new URL(answer.url).host === host ? answer.body.toString('utf8') : '',
        () => '',
      ),
    dns.query(`_kith.${hostname}`, 'TXT', signal),
  ]);
  const txt = records.ok ? records.records.map((strings) => strings.join('')).join(' ') : '';
  return new Set(`${text} ${txt}`.match(tokenPattern) ?? []);
}

const pageTimeoutMs = 10_000;
/** The token must appear within this much of a page. */
const maxPageBytes = 256 * 1_024;

interface LivePage {
  readonly finalUrl: string;
  readonly text: string;
}

/** Fetches an address like any internet client; refused unless the response is 2xx on the same domain. */
export async function readLivePage(
  outbound: Outbound,
  company: string,
  url: string,
  signal: AbortSignal,
): Promise<LivePage> {
  const retryCall = `POST /api/projects/${company}/ship ${JSON.stringify({ url })}`;
  const answer = await outbound
    .fetch(url, { timeoutMs: pageTimeoutMs, maxBytes: maxPageBytes, onOversize: 'truncate', signal })
    .catch((error: unknown) => {
      throw error instanceof OutboundError ? pageUnreachable(error, company, retryCall) : error;
    });
  if (answer.status < 200 || answer.status >= 300) {
    throw new Refusal(
      companyErrors.notLive,
      `the address returned ${answer.status}, not 2xx; nothing was paid`,
      `Once an unauthenticated GET returns 2xx, retry: ${retryCall}`,
    );
  }
  if (registrableDomain(answer.url) !== registrableDomain(url)) {
    throw new Refusal(
      companyErrors.redirected,
      `the address redirects to ${new URL(answer.url).hostname}, a different domain; nothing was paid`,
      `If that page is yours, ship it: POST /api/projects/${company}/ship ${JSON.stringify({ url: answer.url })}`,
    );
  }
  return { finalUrl: answer.url, text: answer.body.toString('utf8') };
}

function pageUnreachable({ reason, message, blame }: OutboundError, company: string, again: string): Refusal {
  const why = `${message.replace(/\.$/, '')}; nothing was paid`;
  if (urlFaults.has(reason)) {
    return invalidField(
      `url cannot be shipped: ${why}`,
      `Ship a public http or https address: POST /api/projects/${company}/ship {"url":"<https address of what you made>"}`,
    );
  }
  if (blame === 'us' || blame === 'dns' || reason === 'aborted') {
    return new Refusal(errors.overloaded, why, `Retry in a moment: ${again}`, { 'retry-after': '5' });
  }
  if (reason === 'timeout') {
    return new Refusal(companyErrors.tooSlow, why, `Once it responds within ten seconds, retry: ${again}`);
  }
  return new Refusal(companyErrors.notLive, why, `Once it is publicly reachable, retry: ${again}`);
}

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
