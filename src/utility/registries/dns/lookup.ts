import type { Answer } from 'dns-packet';
import ipaddr from 'ipaddr.js';
import type { Dns } from '../../../platform/outbound/dns.ts';
import type { DnsFailure } from '../../../platform/outbound/dns-record.ts';

export const recordTypes = ['A', 'AAAA', 'MX', 'TXT', 'NS', 'CNAME', 'CAA', 'SOA', 'SRV', 'PTR'] as const;
export type LookupType = (typeof recordTypes)[number];

export interface NameRecords {
  readonly type: LookupType;
  readonly rcode: 'NOERROR' | 'NXDOMAIN';
  /** An alias exists even if its target does not. */
  readonly exists: boolean;
  readonly records: readonly unknown[];
  /** Names that CNAME records lead to, in order. */
  readonly aliases: readonly string[];
  /** TTL of the records; if there are none, of the negative response (RFC 2308). */
  readonly ttl: number | null;
  readonly authenticated: boolean;
}

interface Unknown {
  readonly type: LookupType;
  readonly reason: DnsFailure;
}

const failures: Readonly<Record<string, DnsFailure>> = { SERVFAIL: 'servfail', REFUSED: 'refused' };

/** The records of one type, in a stable order. */
export async function lookUpName(
  dns: Pick<Dns, 'reply'>,
  name: string,
  type: LookupType,
  signal: AbortSignal,
): Promise<NameRecords | Unknown> {
  const reply = await dns.reply({ name, type }, signal);
  if ('reason' in reply) return { type, reason: reply.reason };
  const { rcode, answers, authorities, authenticated } = reply;
  if (rcode !== 'NOERROR' && rcode !== 'NXDOMAIN') return { type, reason: failures[rcode] ?? 'bad_response' };
  const found = answers.filter((each) => each.type === type);
  const aliases = followAliases(answers, name);
  return {
    type,
    rcode,
    exists: rcode === 'NOERROR' || aliases.length > 0,
    records: found.flatMap(toRecord).toSorted(compareAsText),
    aliases,
    ttl: found.length > 0 ? Math.min(...answers.map(ttlOf)) : negativeTtl(authorities),
    authenticated,
  };
}

/** A name that occurs a second time ends a loop, and is listed. */
function followAliases(answers: readonly Answer[], name: string): string[] {
  const targets = new Map(
    answers.flatMap((each) =>
      each.type === 'CNAME' ? [[normalizeName(each.name), normalizeName(each.data)] as const] : [],
    ),
  );
  const chain: string[] = [];
  let at = targets.get(normalizeName(name));
  while (at !== undefined) {
    const isLoop = chain.includes(at) || at === normalizeName(name);
    chain.push(at);
    at = isLoop ? undefined : targets.get(at);
  }
  return chain;
}

const normalizeName = (name: string) => name.toLowerCase().replace(/\.$/, '');
const ttlOf = (answer: Answer): number => ('ttl' in answer ? (answer.ttl ?? 0) : 0);

function negativeTtl(authorities: readonly Answer[]): number | null {
  const soa = authorities.find((each) => each.type === 'SOA');
  return soa?.type === 'SOA' ? Math.min(ttlOf(soa), soa.data.minimum ?? 0) : null;
}

const compareAsText = (a: unknown, b: unknown): number => {
  const [left, right] = [a, b].map(sortKey);
  return (left ?? '') < (right ?? '') ? -1 : Number((left ?? '') > (right ?? ''));
};

/** Sorts records that have a priority by it. */
function sortKey(record: unknown): string {
  const priority =
    typeof record === 'object' && record !== null && 'priority' in record ? Number(record.priority) : 0;
  return `${String(priority).padStart(5, '0')} ${JSON.stringify(record)}`;
}

function toRecord(answer: Answer): unknown[] {
  switch (answer.type) {
    case 'A':
    case 'AAAA':
      return [answer.data];
    case 'NS':
    case 'CNAME':
    case 'PTR':
      return [normalizeName(answer.data)];
    case 'TXT':
      return [
        [answer.data]
          .flat()
          .map((part) => part.toString())
          .join(''),
      ];
    case 'MX':
      return [{ exchange: normalizeName(answer.data.exchange), priority: answer.data.preference ?? 0 }];
    case 'CAA':
      return [
        {
          critical: ((answer.data.flags ?? 0) & 0x80) !== 0 || answer.data.issuerCritical === true,
          tag: answer.data.tag,
          value: answer.data.value,
        },
      ];
    case 'SRV': {
      const { target, port, priority = 0, weight = 0 } = answer.data;
      return [{ target: normalizeName(target), port, priority, weight }];
    }
    case 'SOA': {
      const { mname, rname, serial = 0, refresh = 0, retry = 0, expire = 0, minimum = 0 } = answer.data;
      return [
        { mname: normalizeName(mname), rname: normalizeName(rname), serial, refresh, retry, expire, minimum },
      ];
    }
    default:
      return [];
  }
}

/** The name under which an address has its PTR records: in-addr.arpa (RFC 1035) or ip6.arpa (RFC 3596). */
export function reverseName(address: string): string {
  const bytes = ipaddr.process(address).toByteArray();
  if (bytes.length === 4) return `${bytes.toReversed().join('.')}.in-addr.arpa`;
  const digits = bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return `${[...digits].toReversed().join('.')}.ip6.arpa`;
}
