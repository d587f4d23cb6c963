import type { Dns } from '../../../platform/outbound/dns.ts';
import type { DnsFailure, RecordsByType } from '../../../platform/outbound/dns-record.ts';
import { isSpf } from './record.ts';

type Asker = Pick<Dns, 'query'>;
export const mostLookUps = 10;
const mostVoid = 2;
/** Of the hosts behind one `mx` or `ptr`. */
export const mostHosts = 10;

/** Ends a check: the record asks for too much, or DNS gave no answer. */
export class SpfEnd extends Error {
  readonly result: 'permerror' | 'temperror';
  /** How DNS failed, if it did. */
  readonly reason: DnsFailure | null;

  constructor(result: 'permerror' | 'temperror', why: string, reason: DnsFailure | null = null) {
    super(why);
    this.result = result;
    this.reason = reason;
  }
}

/** DNS as one check may use it: ten terms that look up, two empty answers (RFC 7208, 4.6.4). */
export class LookUps {
  readonly #dns: Asker;
  readonly #signal: AbortSignal | undefined;
  #terms = 0;
  #voids = 0;

  constructor(dns: Asker, signal?: AbortSignal) {
    this.#dns = dns;
    this.#signal = signal;
  }

  get terms(): number {
    return this.#terms;
  }

  countTerm(): void {
    this.#terms += 1;
    if (this.#terms > mostLookUps) throw new SpfEnd('permerror', `more than ${mostLookUps} DNS look-ups`);
  }

  /** The records, none where there are none; a server that fails ends the check. */
  async records<T extends 'A' | 'AAAA' | 'MX' | 'TXT' | 'PTR'>(
    name: string,
    type: T,
  ): Promise<readonly RecordsByType[T][]> {
    const answer = await this.#dns.query(name, type, this.#signal);
    if (answer.ok) return answer.records;
    // A name that cannot be asked for cannot have records either.
    if (['nxdomain', 'nodata', 'bad_name'].includes(answer.reason)) return [];
    throw new SpfEnd('temperror', `DNS gave no answer for ${name} ${type}: ${answer.reason}`, answer.reason);
  }

  /** For the terms of a record: an empty answer counts. */
  async counted<T extends 'A' | 'AAAA' | 'MX' | 'TXT' | 'PTR'>(
    name: string,
    type: T,
  ): Promise<readonly RecordsByType[T][]> {
    const records = await this.records(name, type);
    if (records.length === 0) this.#voids += 1;
    if (this.#voids > mostVoid) throw new SpfEnd('permerror', `more than ${mostVoid} look-ups found nothing`);
    return records;
  }

  /** The SPF records of a name: none, one, or a mistake of its owner. */
  async spfTexts(name: string): Promise<string[]> {
    const texts = (await this.records(name, 'TXT')).map((strings) => strings.join(''));
    return texts.filter(isSpf);
  }
}
