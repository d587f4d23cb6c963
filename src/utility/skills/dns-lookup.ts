import { Type } from 'typebox';
import type { Dns } from '../../platform/outbound/dns.ts';
import type { DnsFailure } from '../../platform/outbound/dns-record.ts';
import { upstreamFailed, upstreamTimeout } from '../catalogue/errors.ts';
import { domainParam, readDomain } from '../catalogue/params.ts';
import { skill } from '../catalogue/skill.ts';

interface Tools {
  readonly dns: Dns;
}

const strings = Type.Array(Type.String());

export const dnsLookup = skill<Tools>()({
  id: 'dns-lookup',
  priceUsd: '0.003',
  does: 'A, AAAA, MX, TXT, NS, CNAME and CAA records of a name.',
  params: Type.Object({ domain: domainParam }),
  value: 'domain',
  example: { domain: 'example.com' },
  output: Type.Object({
    domain: Type.String(),
    records: Type.Object({
      A: strings,
      AAAA: strings,
      MX: Type.Array(Type.Object({ exchange: Type.String(), priority: Type.Integer() })),
      TXT: strings,
      NS: strings,
      CNAME: strings,
      CAA: Type.Array(Type.Object({ critical: Type.Boolean(), tag: Type.String(), value: Type.String() })),
    }),
    errors: Type.Record(Type.String(), Type.String(), {
      description:
        'Types that could not be read, and why; a type that is absent is an empty list, not an error.',
    }),
  }),
  run: async ({ domain }, { dns }, { signal }) => {
    const name = readDomain(domain);
    const failures: Record<string, DnsFailure> = {};
    const records = async <T extends 'A' | 'AAAA' | 'MX' | 'TXT' | 'NS' | 'CNAME' | 'CAA'>(type: T) => {
      const answer = await dns.query(name, type, signal);
      if (answer.ok) return answer.records;
      if (answer.reason !== 'nodata' && answer.reason !== 'nxdomain') failures[type] = answer.reason;
      return [];
    };
    const [a, aaaa, mx, txt, ns, cname, caa] = await Promise.all([
      records('A'),
      records('AAAA'),
      records('MX'),
      records('TXT'),
      records('NS'),
      records('CNAME'),
      records('CAA'),
    ]);
    const failed = Object.entries(failures);
    if (failed.length === 7) {
      const [[, reason] = ['', 'servfail']] = failed;
      const told = reason === 'timeout' ? upstreamTimeout : upstreamFailed;
      throw told(`DNS gave no answer for ${name}: ${reason}`, 'Retry later; nothing was charged.');
    }
    return {
      domain: name,
      records: {
        A: a.map(({ address }) => address).sort(),
        AAAA: aaaa.map(({ address }) => address).sort(),
        MX: mx
          .map(({ exchange, priority }) => ({ exchange, priority }))
          .sort((left, right) => left.priority - right.priority || (left.exchange < right.exchange ? -1 : 1)),
        TXT: txt.map((strings) => strings.join('')).sort(),
        NS: [...ns].sort(),
        CNAME: [...cname],
        CAA: caa.map(caaOf),
      },
      errors: failures,
    };
  },
});

/** Node gives the tag as the name of the field that holds the value. */
function caaOf({ critical, ...rest }: { critical: number } & object) {
  const [tag = '', value = ''] = Object.entries(rest).find(([name]) => name !== 'type') ?? [];
  return { critical: critical !== 0, tag, value: String(value) };
}
