import type {
  CaaRecord,
  MxRecord,
  NaptrRecord,
  RecordWithTtl,
  SoaRecord,
  SrvRecord,
  TlsaRecord,
} from 'node:dns';
import type { Resolver } from 'node:dns/promises';

export interface RecordsByType {
  A: RecordWithTtl;
  AAAA: RecordWithTtl;
  CAA: CaaRecord;
  CNAME: string;
  MX: MxRecord;
  NAPTR: NaptrRecord;
  NS: string;
  PTR: string;
  SOA: SoaRecord;
  SRV: SrvRecord;
  TLSA: TlsaRecord;
  /** The character strings of a record, not yet joined. */
  TXT: string[];
}

export type RecordType = keyof RecordsByType;

/**
 * Why there are no records. Only `nxdomain` and `nodata` are statements about the name; the others mean that
 * nothing is known, and must never be reported as absence.
 */
export type DnsFailure =
  | 'nxdomain'
  | 'nodata'
  | 'servfail'
  | 'refused'
  | 'timeout'
  | 'unreachable'
  | 'bad_name'
  | 'bad_response'
  | 'overloaded'
  | 'cancelled';

export type DnsAnswer<Found> =
  | { readonly ok: true; readonly records: readonly Found[] }
  | { readonly ok: false; readonly reason: DnsFailure };

/** Addresses of a host. A family that DNS failed to answer for is named: its addresses are unknown, not absent. */
export type AddressAnswer =
  | {
      readonly ok: true;
      readonly records: readonly string[];
      readonly unanswered?: { readonly type: 'A' | 'AAAA'; readonly reason: DnsFailure };
    }
  | { readonly ok: false; readonly reason: DnsFailure };

type Ask = { readonly [T in RecordType]: (resolver: Resolver, name: string) => Promise<RecordsByType[T][]> };

export const ask: Ask = {
  A: (resolver, name) => resolver.resolve4(name, { ttl: true }),
  AAAA: (resolver, name) => resolver.resolve6(name, { ttl: true }),
  CAA: (resolver, name) => resolver.resolveCaa(name),
  CNAME: (resolver, name) => resolver.resolveCname(name),
  MX: (resolver, name) => resolver.resolveMx(name),
  NAPTR: (resolver, name) => resolver.resolveNaptr(name),
  NS: (resolver, name) => resolver.resolveNs(name),
  PTR: (resolver, name) => resolver.resolvePtr(name),
  SOA: async (resolver, name) => [await resolver.resolveSoa(name)],
  SRV: (resolver, name) => resolver.resolveSrv(name),
  TLSA: (resolver, name) => resolver.resolveTlsa(name),
  TXT: (resolver, name) => resolver.resolveTxt(name),
};
