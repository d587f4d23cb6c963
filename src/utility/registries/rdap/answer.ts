import { decodeObject, unreadable } from '../../../platform/decode.ts';
import {
  type AbuseContact,
  abuseContact,
  maxListed,
  type Registration,
} from '../registration/registration.ts';

type Json = Record<string, unknown>;

const objectsIn = (value: unknown): Json[] =>
  Array.isArray(value) ? value.filter((each): each is Json => typeof each === 'object' && each !== null) : [];

const stringsIn = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [];

const toText = (value: unknown): string | null =>
  typeof value === 'string' && value.trim() !== '' ? value.trim().slice(0, 500) : null;

/** Parses a domain object of RFC 9083; null if the bytes are not one. */
export function readRdap(bytes: Buffer): Registration | null {
  const domain = decodeObject(bytes);
  if (domain === unreadable || (domain.objectClassName !== 'domain' && typeof domain.ldhName !== 'string'))
    return null;
  const events = objectsIn(domain.events);
  const findDate = (action: string) => {
    const event = events.find((each) => String(each.eventAction).toLowerCase() === action);
    const date = new Date(String(event?.eventDate));
    return event && !Number.isNaN(date.getTime()) ? date.toISOString() : null;
  };
  const registrar = objectsIn(domain.entities).find((each) => stringsIn(each.roles).includes('registrar'));
  const [secure] = objectsIn([domain.secureDNS ?? domain.secureDns]);
  return {
    registered: true,
    createdAt: findDate('registration'),
    expiresAt: findDate('expiration'),
    updatedAt: findDate('last changed'),
    registrar: registrar ? findName(registrar) : null,
    registrarIanaId: registrar ? findIanaId(registrar) : null,
    abuse: findAbuseContact(domain),
    status: stringsIn(domain.status).slice(0, maxListed),
    nameservers: objectsIn(domain.nameservers)
      .flatMap(({ ldhName, unicodeName }) => toText(ldhName) ?? toText(unicodeName) ?? [])
      .map((name) => name.toLowerCase().replace(/\.$/, ''))
      .slice(0, maxListed),
    dnssec: typeof secure?.delegationSigned === 'boolean' ? secure.delegationSigned : null,
    redacted: objectsIn(domain.redacted)
      .flatMap(({ name }) => objectsIn([name]))
      .flatMap(({ description, type }) => toText(description) ?? toText(type) ?? [])
      .slice(0, maxListed),
  };
}

/** Abuse contacts are nested in the registrar, and at some registries in the domain itself. */
function findAbuseContact(domain: Json): AbuseContact | null {
  const entities = objectsIn(domain.entities);
  const all = [...entities, ...entities.flatMap((each) => objectsIn(each.entities))];
  const contact = all.find((each) => stringsIn(each.roles).includes('abuse'));
  if (!contact) return null;
  const property = vcardReader(contact);
  return abuseContact(property('email'), property('tel')?.replace(/^tel:/i, '') ?? null);
}

/** Reads the properties of an entity's card (jCard, RFC 7095). */
function vcardReader({ vcardArray }: Json): (name: string) => string | null {
  const [, card] = Array.isArray(vcardArray) ? vcardArray : [];
  const rows = (Array.isArray(card) ? card : []).filter((row): row is unknown[] => Array.isArray(row));
  return (property) => {
    const value = rows.find(([name]) => name === property)?.[3];
    return toText(Array.isArray(value) ? value[0] : value);
  };
}

/** The name on the card, otherwise the organization, otherwise the handle. */
function findName(entity: Json): string | null {
  const property = vcardReader(entity);
  return property('fn') ?? property('org') ?? toText(entity.handle);
}

function findIanaId({ publicIds }: Json): string | null {
  const id = objectsIn(publicIds).find(({ type }) => /iana/i.test(String(type)));
  return toText(id?.identifier);
}
