import type { Dns } from '../../platform/outbound/dns.ts';
import { publishedRecord, readTags } from './text-records.ts';

export interface TlsReporting {
  readonly found: boolean | null;
  readonly record: string | null;
  readonly valid: boolean | null;
  readonly rua: string[];
  readonly errors: string[];
}

/** Where a domain receives reports about failed TLS connections for its mail (RFC 8460). */
export async function findTlsReporting(
  dns: Pick<Dns, 'query'>,
  domain: string,
  signal: AbortSignal,
): Promise<TlsReporting> {
  const name = `_smtp._tls.${domain}`;
  const { found, record, errors } = await publishedRecord(dns, name, /^v=TLSRPTv1\s*;/, signal);
  if (record === null) return { found, record, valid: null, rua: [], errors };
  const entries = (readTags(record).get('rua') ?? '').split(',').map((each) => each.trim());
  const rua = entries.filter((each) => /^mailto:[^\s@]+@[^\s@]+$/i.test(each) || isHttps(each));
  if (rua.length < entries.length)
    errors.push('rua= contains an entry that is neither a mailto: nor an https: address');
  return { found, record, valid: errors.length === 0, rua, errors };
}

const isHttps = (url: string) => URL.parse(url)?.protocol === 'https:';
