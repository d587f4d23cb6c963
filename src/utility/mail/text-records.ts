import type { Dns } from '../../platform/outbound/dns.ts';
import type { DnsFailure } from '../../platform/outbound/dns-record.ts';

/** The TXT records of a name, each joined to one string; or why they are unknown. */
export type TextRecords = { readonly texts: readonly string[] } | { readonly reason: DnsFailure };

export async function textRecordsAt(
  dns: Pick<Dns, 'query'>,
  name: string,
  signal: AbortSignal,
): Promise<TextRecords> {
  const answer = await dns.query(name, 'TXT', signal);
  if (answer.ok) return { texts: answer.records.map((strings) => strings.join('')) };
  // A name too long for DNS has no records.
  const absent = ['nxdomain', 'nodata', 'bad_name'].includes(answer.reason);
  return absent ? { texts: [] } : { reason: answer.reason };
}

/** Parses the `tag=value` pairs of a record, keyed by lower-case tag; the first of a repeated tag wins. */
export function readTags(text: string): Map<string, string> {
  const tags = new Map<string, string>();
  for (const part of text.split(';')) {
    const at = part.indexOf('=');
    const tag = part.slice(0, at).trim().toLowerCase();
    if (at > 0 && !tags.has(tag)) tags.set(tag, part.slice(at + 1).trim());
  }
  return tags;
}

/** A record that a domain publishes once under a dedicated name. */
export interface PublishedRecord {
  /** Null if the DNS lookup failed. */
  readonly found: boolean | null;
  readonly record: string | null;
  readonly errors: string[];
}

/** The only record of a version at a name: if there is more than one, none applies. */
export async function publishedRecord(
  dns: Pick<Dns, 'query'>,
  name: string,
  version: RegExp,
  signal: AbortSignal,
): Promise<PublishedRecord> {
  const lookup = await textRecordsAt(dns, name, signal);
  if ('reason' in lookup)
    return { found: null, record: null, errors: [`the DNS lookup of ${name} failed: ${lookup.reason}`] };
  const records = lookup.texts.filter((text) => version.test(text));
  const [record = null] = records;
  return {
    found: record !== null,
    record,
    errors: records.length > 1 ? [`${name} has ${records.length} records, so receivers ignore them`] : [],
  };
}
