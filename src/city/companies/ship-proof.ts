import { randomBytes } from 'node:crypto';
import type { Dns } from '../../platform/outbound/dns.ts';
import type { Outbound } from '../../platform/outbound/outbound.ts';
import type { LivePage } from './live-page.ts';

const timeoutMs = 5_000;
const maxBytes = 64 * 1_024;
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
        timeoutMs,
        maxBytes,
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
