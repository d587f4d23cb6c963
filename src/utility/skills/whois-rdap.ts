import { getDomain } from 'tldts';
import { Type } from 'typebox';
import { dayMs } from '../../platform/duration.ts';
import { invalidField } from '../../platform/http/errors.ts';
import { nullable } from '../../platform/http/schema.ts';
import { domainParam, readDomain } from '../catalogue/params.ts';
import { skill } from '../catalogue/skill.ts';
import type { SkillTools } from './tools.ts';

const text = Type.String();
const maybe = nullable(text);
const textOrUnpublished = nullable(
  Type.String({ description: 'Null if the registry does not publish it, or the domain is not registered.' }),
);

export const whoisRdap = skill<Pick<SkillTools, 'registries' | 'clock'>>()({
  id: 'whois-rdap',
  priceUsd: '0.004',
  does: 'Registration and expiry dates, registrar, status and name servers of a domain, from its registry.',
  params: Type.Object({ domain: domainParam }),
  value: 'domain',
  example: { domain: 'example.com' },
  output: Type.Object({
    domain: Type.String({ description: 'The registrable domain: for a subdomain, its parent.' }),
    registered: Type.Boolean({ description: 'False if the registry says that it is not registered.' }),
    created_at: textOrUnpublished,
    expires_at: textOrUnpublished,
    updated_at: textOrUnpublished,
    age_days: nullable(Type.Integer()),
    registrar: textOrUnpublished,
    registrar_iana_id: textOrUnpublished,
    abuse_contact: nullable(
      Type.Object(
        { email: maybe, phone: maybe },
        { description: 'Contact for reports of abuse; null if the registry publishes none.' },
      ),
    ),
    status: Type.Array(text, { description: 'Empty if the registry publishes none.' }),
    nameservers: Type.Array(text, { description: 'Empty if the registry publishes none.' }),
    dnssec: nullable(Type.Boolean({ description: 'Null if the registry does not publish it.' })),
    redacted: Type.Array(text, { description: 'Fields that the registry redacts, as it names them.' }),
    rdap_server: nullable(Type.String({ description: 'Null if the registry has only WHOIS.' })),
    source: Type.Object({ protocol: Type.String({ enum: ['rdap', 'whois'] }), server: text }),
  }),
  run: async ({ domain }, { registries, clock }, call) => {
    const name = readDomain(domain);
    const registrable = getDomain(name);
    if (!registrable) {
      throw invalidField(
        `domain is the public suffix ${name}, not a registrable domain`,
        'Send a name like example.com: ?domain=example.com',
      );
    }
    const { registration, protocol, server } = await registries.findRegistration(registrable, call);
    const { createdAt } = registration;
    return {
      domain: registrable,
      registered: registration.registered,
      created_at: createdAt,
      expires_at: registration.expiresAt,
      updated_at: registration.updatedAt,
      age_days:
        createdAt === null ? null : Math.floor((clock.now().getTime() - Date.parse(createdAt)) / dayMs),
      registrar: registration.registrar,
      registrar_iana_id: registration.registrarIanaId,
      abuse_contact: registration.abuse && { ...registration.abuse },
      status: [...registration.status],
      nameservers: [...registration.nameservers],
      dnssec: registration.dnssec,
      redacted: [...registration.redacted],
      rdap_server: protocol === 'rdap' ? server : null,
      source: { protocol, server },
    };
  },
});
