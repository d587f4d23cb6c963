import { decodeObject, unreadable } from '../../../platform/decode.ts';
import {
  type AbuseContact,
  abuseContact,
  mostListed,
  type Registration,
} from '../registration/registration.ts';

type Json = Record<string, unknown>;

const objects = (value: unknown): Json[] =>
  Array.isArray(value) ? value.filter((each): each is Json => typeof each === 'object' && each !== null) : [];

const words = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [];

const textOf = (value: unknown): string | null =>
  typeof value === 'string' && value.trim() !== '' ? value.trim().slice(0, 500) : null;

/** Parses a domain object of RFC 9083; null if the bytes are not one. */
export function readRdap(bytes: Buffer): Registration | null {
  const domain = decodeObject(bytes);
  if (domain === unreadable || (domain.objectClassName !== 'domain' && typeof domain.ldhName !== 'string'))
    return null;
  const events = objects(domain.events);
  const dateOf = (action: string) => {
    const event = events.find((each) => String(each.eventAction).toLowerCase() === action);
    const date = new Date(String(event?.eventDate));
    return event && !Number.isNaN(date.getTime()) ? date.toISOString() : null;
  };
  const registrar = objects(domain.entities).find((each) => words(each.roles).includes('registrar'));
  const [secure] = objects([domain.secureDNS ?? domain.secureDns]);
  return {
    registered: true,
    createdAt: dateOf('registration'),
    expiresAt: dateOf('expiration'),
    updatedAt: dateOf('last changed'),
    registrar: registrar ? nameOf(registrar) : null,
    registrarIanaId: registrar ? ianaIdOf(registrar) : null,
    abuse: abuseOf(domain),
    status: words(domain.status).slice(0, mostListed),
    nameservers: objects(domain.nameservers)
      .flatMap(({ ldhName, unicodeName }) => textOf(ldhName) ?? textOf(unicodeName) ?? [])
      .map((name) => name.toLowerCase().replace(/\.$/, ''))
      .slice(0, mostListed),
    dnssec: typeof secure?.delegationSigned === 'boolean' ? secure.delegationSigned : null,
    redacted: objects(domain.redacted)
      .flatMap(({ name }) => objects([name]))
      .flatMap(({ description, type }) => textOf(description) ?? textOf(type) ?? [])
      .slice(0, mostListed),
  };
}

/** Abuse contacts are nested in the registrar, and at some registries in the domain itself. */
function abuseOf(domain: Json): AbuseContact | null {
  const entities = objects(domain.entities);
  const all = [...entities, ...entities.flatMap((each) => objects(each.entities))];
  const contact = all.find((each) => words(each.roles).includes('abuse'));
  if (!contact) return null;
  const property = propertiesOf(contact);
  return abuseContact(property('email'), property('tel')?.replace(/^tel:/i, '') ?? null);
}

/** Reads the properties of an entity's card (jCard, RFC 7095). */
function propertiesOf({ vcardArray }: Json): (name: string) => string | null {
  const [, card] = Array.isArray(vcardArray) ? vcardArray : [];
  const rows = (Array.isArray(card) ? card : []).filter((row): row is unknown[] => Array.isArray(row));
  return (property) => {
    const value = rows.find(([name]) => name === property)?.[3];
    return textOf(Array.isArray(value) ? value[0] : value);
  };
}

/** The name on the card, otherwise the organization, otherwise the handle. */
function nameOf(entity: Json): string | null {
  const property = propertiesOf(entity);
  return property('fn') ?? property('org') ?? textOf(entity.handle);
}

function ianaIdOf({ publicIds }: Json): string | null {
  const id = objects(publicIds).find(({ type }) => /iana/i.test(String(type)));
  return textOf(id?.identifier);
}
