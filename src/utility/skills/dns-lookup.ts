import { isIP } from 'node:net';
import { Type } from 'typebox';
import { invalidField } from '../../platform/http/errors.ts';
import { nullable } from '../../platform/http/schema.ts';
import type { DnsFailure } from '../../platform/outbound/dns-record.ts';
import { notReadField } from '../catalogue/call.ts';
import { dnsRefusal } from '../catalogue/errors.ts';
import { domainParam, readDomain } from '../catalogue/params.ts';
import { skill } from '../catalogue/skill.ts';
import {
  type LookupType,
  lookUpName,
  type NameRecords,
  recordTypes,
  reverseName,
} from '../registries/dns/lookup.ts';
import type { SkillTools } from './tools.ts';

const strings = Type.Array(Type.String());
const integer = Type.Integer();

/** Types looked up by default; SRV and PTR records are at names of their own. */
const usualTypes = ['A', 'AAAA', 'MX', 'TXT', 'NS', 'CNAME', 'CAA', 'SOA'] as const satisfies LookupType[];

export const dnsLookup = skill<Pick<SkillTools, 'dns'>>()({
  id: 'dns-lookup',
  priceUsd: '0.003',
  does: 'A, AAAA, MX, TXT, NS, CNAME, CAA, SOA, SRV and PTR records of a name, with response code and TTLs.',
  params: Type.Object({
    domain: domainParam,
    type: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 100,
        description: `Record types, separated by commas: ${recordTypes.join(', ')}. Default: all except SRV and PTR. With PTR, domain may be an IP address.`,
      }),
    ),
  }),
  value: 'domain',
  example: { domain: 'example.com' },
  output: Type.Object({
    domain: Type.String(),
    records: Type.Object(
      {
        A: Type.Optional(strings),
        AAAA: Type.Optional(strings),
        MX: Type.Optional(Type.Array(Type.Object({ exchange: Type.String(), priority: integer }))),
        TXT: Type.Optional(strings),
        NS: Type.Optional(strings),
        CNAME: Type.Optional(strings),
        CAA: Type.Optional(
          Type.Array(Type.Object({ critical: Type.Boolean(), tag: Type.String(), value: Type.String() })),
        ),
        SOA: Type.Optional(
          Type.Array(
            Type.Object({
              mname: Type.String({ description: 'The primary name server.' }),
              rname: Type.String({
                description: 'The mailbox of the zone administrator, with a dot instead of @.',
              }),
              serial: integer,
              refresh: integer,
              retry: integer,
              expire: integer,
              minimum: integer,
            }),
          ),
        ),
        SRV: Type.Optional(
          Type.Array(
            Type.Object({ target: Type.String(), port: integer, priority: integer, weight: integer }),
          ),
        ),
        PTR: Type.Optional(strings),
      },
      {
        description:
          'One list per type that was looked up: empty if there are no records, absent if the lookup failed.',
      },
    ),
    exists: nullable(
      Type.Boolean({
        description: 'False if the name does not exist (NXDOMAIN); an existing name may have no records.',
      }),
    ),
    rcode: Type.String({ description: 'NOERROR, NXDOMAIN, or the code of the resolver that failed.' }),
    aliases: Type.Optional(
      Type.Array(Type.String(), {
        description:
          'Where CNAME records lead, in order. The records and rcode are those of the last name: with NXDOMAIN the alias leads to a name that does not exist. A name that comes twice ends a loop.',
      }),
    ),
    types: Type.Array(Type.String(), { description: 'The types that were looked up.' }),
    ttl: Type.Record(Type.String(), integer, {
      description: 'Lowest TTL of the records of each type, in seconds.',
    }),
    authenticated: Type.Boolean({
      description: 'Whether the resolver validated every response with DNSSEC.',
    }),
    errors: Type.Record(Type.String(), Type.String(), {
      description: 'Types that could not be read, and why; not_read says the same.',
    }),
    not_read: notReadField,
  }),
  run: async ({ domain, type }, { dns }, { signal }) => {
    const types = readTypes(type);
    const name = parseName(domain, types);
    const found = await Promise.all(types.map((each) => lookUpName(dns, name, each, signal)));
    const failed = found.filter((each) => 'reason' in each);
    const succeeded = found.filter((each): each is NameRecords => !('reason' in each));
    const [first] = failed;
    if (first && succeeded.length === 0) throw dnsRefusal(name, first.reason);
    const errors: Record<string, DnsFailure> = Object.fromEntries(
      failed.map((each) => [each.type, each.reason]),
    );
    const aliases = succeeded.map((each) => each.aliases).reduce((a, b) => (b.length > a.length ? b : a), []);
    const denied = succeeded.some(({ exists }) => !exists);
    return {
      domain: name,
      records: Object.assign({}, ...succeeded.map(({ type: key, records }) => ({ [key]: records }))),
      exists: !denied,
      rcode: succeeded.find(({ rcode }) => rcode !== 'NOERROR')?.rcode ?? 'NOERROR',
      ...(aliases.length > 0 && { aliases: [...aliases] }),
      types,
      ttl: Object.fromEntries(
        succeeded.flatMap(({ type: key, ttl }) => (ttl === null ? [] : [[key, ttl] as const])),
      ),
      authenticated: failed.length === 0 && succeeded.every((each) => each.authenticated),
      errors,
      not_read: Object.fromEntries(
        failed.map((each) => [`records.${each.type}`, `the DNS lookup failed: ${each.reason}`]),
      ),
    };
  },
});

function readTypes(sent: string | undefined): LookupType[] {
  if (sent === undefined) return [...usualTypes];
  const requestedTypes = [...new Set(sent.split(',').map((each) => each.trim().toUpperCase()))].filter(
    Boolean,
  );
  const types = recordTypes.filter((each) => requestedTypes.includes(each));
  if (types.length === requestedTypes.length && types.length > 0) return types;
  const unknown = requestedTypes.find((each) => !recordTypes.some((known) => known === each)) ?? '';
  throw invalidField(
    `type contains an unsupported record type: ${unknown.slice(0, 40)}`,
    `Send one or more of ${recordTypes.join(', ')}: ?type=MX,TXT`,
  );
}

/** The name in the reverse tree for an IP address, if PTR records are requested. */
function parseName(sent: string, types: readonly LookupType[]): string {
  const text = sent.trim().replaceAll(/^\[|\]$/g, '');
  if (isIP(text) === 0 || text.includes('%')) return readDomain(sent);
  if (types.length === 1 && types[0] === 'PTR') return reverseName(text);
  throw invalidField(
    'domain is an IP address, which has only PTR records',
    `To get its names: ?domain=${text}&type=PTR`,
  );
}
