import { createPublicKey, randomBytes } from 'node:crypto';
import type { Dns } from '../../platform/outbound/dns.ts';
import { textRecordsAt } from './text-records.ts';

/** Selectors that mail services use. Finding none of them proves nothing. */
const commonSelectors = (
  'default dkim mail selector1 selector2 google k1 k2 k3 s1 s2 sig1 mandrill smtpapi pm mxvault zoho zmail ' +
  'protonmail protonmail2 protonmail3 fm1 fm2 fm3 mesmtp everlytickey1 everlytickey2 mailjet mailo dkim1 dkim2 ' +
  'key1 key2 smtp amazonses sendgrid brevo1 brevo2 hs1 hs2 ctct1 ctct2 turbo-smtp cm litesrv'
).split(' ');

interface FoundSelector {
  readonly selector: string;
  /** Null if the DNS lookup failed. */
  readonly found: boolean | null;
  readonly key_type: string | null;
  readonly bits: number | null;
  readonly revoked: boolean;
}

export interface DkimSurvey {
  /** Selectors with a key, with a revoked key, and those the caller named. */
  readonly selectors: FoundSelector[];
  /** Number of lookups, successful or not. */
  readonly checked: number;
  /** Common selectors whose DNS lookup failed. */
  readonly unanswered: string[];
  /** Every name below _domainkey gives the same response, so a hit proves nothing. Null if the DNS lookup failed. */
  readonly wildcard: boolean | null;
}

/** Finds the keys a domain publishes under the given selectors and the common ones. */
export async function surveyDkim(
  dns: Pick<Dns, 'query'>,
  domain: string,
  named: readonly string[],
  signal: AbortSignal,
): Promise<DkimSurvey> {
  const textsAt = async (selector: string) => {
    const lookup = await textRecordsAt(dns, `${selector}._domainkey.${domain}`, signal);
    return 'texts' in lookup ? lookup.texts : null;
  };
  const anywhere = await textsAt(`kith-${randomBytes(8).toString('hex')}`);
  const guard = new Set(anywhere ?? []);
  const names = [...new Set([...named, ...commonSelectors])];
  const all = await Promise.all(
    names.map(async (selector): Promise<FoundSelector> => {
      const texts = await textsAt(selector);
      const key = texts
        ?.filter((text) => !guard.has(text))
        .map(readDkimKey)
        .find((each) => each !== null);
      const found = texts === null ? null : key !== undefined && !key.revoked;
      return {
        selector,
        found,
        key_type: key?.keyType ?? null,
        bits: key?.bits ?? null,
        revoked: key?.revoked ?? false,
      };
    }),
  );
  const rank = (each: FoundSelector) => (each.found ? 0 : each.revoked ? 1 : 2);
  const selectors = all.filter((each) => each.found || each.revoked || named.includes(each.selector));
  return {
    selectors: selectors.toSorted((a, b) => rank(a) - rank(b)),
    checked: all.length,
    unanswered: all.flatMap(({ selector, found }) =>
      found === null && !named.includes(selector) ? [selector] : [],
    ),
    wildcard: anywhere && guard.size > 0,
  };
}

interface DkimKey {
  readonly keyType: string;
  /** Null if the key cannot be parsed. */
  readonly bits: number | null;
  /** An empty p= revokes a key. */
  readonly revoked: boolean;
  readonly testing: boolean;
}

/** Parses a key record of RFC 6376; null if the text is not one. */
function readDkimKey(text: string): DkimKey | null {
  const tags = new Map(
    text.split(';').flatMap((part): [string, string][] => {
      const at = part.indexOf('=');
      return at < 0 ? [] : [[part.slice(0, at).trim(), part.slice(at + 1).trim()]];
    }),
  );
  const key = tags.get('p')?.replaceAll(/\s/g, '');
  if (key === undefined || (tags.has('v') && tags.get('v') !== 'DKIM1')) return null;
  const keyType = (tags.get('k') || 'rsa').toLowerCase();
  return {
    keyType,
    bits: key === '' ? null : countKeyBits(keyType, Buffer.from(key, 'base64')),
    revoked: key === '',
    testing: (tags.get('t') ?? '').split(':').some((flag) => flag.trim() === 'y'),
  };
}

function countKeyBits(keyType: string, bytes: Buffer): number | null {
  if (keyType === 'ed25519') return bytes.length === 32 ? 256 : null;
  if (keyType !== 'rsa') return null;
  for (const type of ['spki', 'pkcs1'] as const) {
    try {
      const { asymmetricKeyDetails } = createPublicKey({ key: bytes, format: 'der', type });
      if (asymmetricKeyDetails?.modulusLength) return asymmetricKeyDetails.modulusLength;
    } catch {
      // Not a key in this encoding.
    }
  }
  return null;
}
