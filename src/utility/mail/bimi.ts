import type { Dns } from '../../platform/outbound/dns.ts';
import type { DmarcFound } from './dmarc.ts';
import { publishedRecord, readTags } from './text-records.ts';

export interface Bimi {
  readonly found: boolean | null;
  readonly record: string | null;
  readonly valid: boolean | null;
  readonly logo_url: string | null;
  /** The certificate that proves the right to use the mark. */
  readonly certificate_url: string | null;
  readonly errors: string[];
}

const version = /^v\s*=\s*BIMI1\s*(?:;|$)/;

/** The logo that a domain wants shown beside its mail, under the selector `default`. */
export async function findBimi(
  dns: Pick<Dns, 'query'>,
  domain: string,
  dmarc: DmarcFound,
  signal: AbortSignal,
): Promise<Bimi> {
  const own = await publishedRecord(dns, `default._bimi.${domain}`, version, signal);
  const above = dmarc.organizationalDomain;
  const { found, record, errors } =
    own.found === false && above !== domain
      ? await publishedRecord(dns, `default._bimi.${above}`, version, signal)
      : own;
  if (record === null) return { found, record, valid: null, logo_url: null, certificate_url: null, errors };
  const tags = readTags(record);
  const logo = tags.get('l') || null;
  const certificate = tags.get('a') || null;
  // Both empty: the domain declines to publish a logo.
  const declined = logo === null && certificate === null && tags.has('l');
  if (!declined) {
    if (logo === null || !isHttps(logo)) errors.push('l= is not an https address of an SVG file');
    else if (!/\.svgz?$/i.test(new URL(logo).pathname)) errors.push('l= does not end in .svg');
    if (certificate !== null && !isHttps(certificate)) errors.push('a= is not an https address');
    const enforced = dmarc.effective === 'reject' || dmarc.effective === 'quarantine';
    if (!enforced || dmarc.record?.testing || (dmarc.record?.pct ?? 100) < 100)
      errors.push('the DMARC policy is not enforced, so no receiver shows the logo');
  }
  return {
    found,
    record,
    valid: errors.length === 0,
    logo_url: logo,
    certificate_url: certificate,
    errors,
  };
}

const isHttps = (url: string) => URL.parse(url)?.protocol === 'https:';
