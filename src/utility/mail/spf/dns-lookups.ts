import type { DnsQuerier } from '../../../platform/outbound/dns.ts';
import type { DnsFailure, RecordsByType } from '../../../platform/outbound/dns-record.ts';
import { isSpf } from './record.ts';

export const maxLookups = 10;
export const maxVoidLookups = 2;
/** Maximum number of hosts behind one `mx` or `ptr`. */
export const maxHosts = 10;

/** Aborts a check: the record exceeds a limit, or DNS failed. */
export class SpfAborted extends Error {
  readonly result: 'permerror' | 'temperror';
  /** How DNS failed; null if a limit was exceeded. */
  readonly reason: DnsFailure | null;

  constructor(result: 'permerror' | 'temperror', why: string, reason: DnsFailure | null = null) {
    super(why);
    this.result = result;
    this.reason = reason;
  }
}

/** DNS within the limits of one check: ten terms with lookups, two void lookups (RFC 7208, 4.6.4). */
export class DnsLookups {
  readonly #dns: DnsQuerier;
  readonly #signal: AbortSignal | undefined;
  #terms = 0;
  #voids = 0;

  constructor(dns: DnsQuerier, signal?: AbortSignal) {
    this.#dns = dns;
    this.#signal = signal;
  }

  get terms(): number {
    return this.#terms;
  }

  countTerm(): void {
    this.#terms += 1;
    if (this.#terms > maxLookups) throw new SpfAborted('permerror', `more than ${maxLookups} DNS lookups`);
  }

  /** The records, possibly none; a failing server aborts the check. */
  async records<T extends 'A' | 'AAAA' | 'MX' | 'TXT' | 'PTR'>(
    name: string,
    type: T,
  ): Promise<readonly RecordsByType[T][]> {
    const answer = await this.#dns.query(name, type, this.#signal);
    if (answer.ok) return answer.records;
    // A name that cannot be queried cannot have records either.
    if (['nxdomain', 'nodata', 'bad_name'].includes(answer.reason)) return [];
    throw new SpfAborted(
      'temperror',
      `the DNS lookup of ${name} ${type} failed: ${answer.reason}`,
      answer.reason,
    );
  }

  /** For the terms of a record: void lookups count towards the limit. */
  async queryCounted<T extends 'A' | 'AAAA' | 'MX' | 'TXT' | 'PTR'>(
    name: string,
    type: T,
  ): Promise<readonly RecordsByType[T][]> {
    const records = await this.records(name, type);
    if (records.length === 0) this.#voids += 1;
    if (this.#voids > maxVoidLookups)
      throw new SpfAborted('permerror', `more than ${maxVoidLookups} lookups found nothing`);
    return records;
  }

  /** The SPF records of a name; more than one is a mistake of its owner. */
  async spfTexts(name: string): Promise<string[]> {
    const texts = (await this.records(name, 'TXT')).map((strings) => strings.join(''));
    return texts.filter(isSpf);
  }
}
