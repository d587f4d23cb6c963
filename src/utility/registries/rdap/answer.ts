import { decodeObject, unreadable } from '../../../platform/decode.ts';
import {
  type AbuseContact,
  abuseContact,
  maxListed,
  notRegistered,
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
  // Some servers send the error of an unregistered name with status 200.
  if (domain !== unreadable && Number(domain.errorCode) === 404) return notRegistered;
  if (domain === unreadable || (domain.objectClassName !== 'domain' && typeof domain.ldhName !== 'string'))
    return null;
  const events = objectsIn(domain.events);
  const findDate = (action: string) => {
    const event = events.find((each) => String(each.eventAction).toLowerCase() === action);
    const date = new Date(String(event?.eventDate));
    // An earlier year is a placeholder for an unknown date, such as 0001-01-01.
    return event && date.getTime() >= firstDomain ? date.toISOString() : null;
  };
  const registrar = objectsIn(domain.entities).find((each) => hasRole(each, 'registrar'));
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

/** The first domain names were registered in 1985. */
const firstDomain = Date.UTC(1985, 0);

const hasRole = ({ roles }: Json, role: string): boolean =>
  stringsIn(roles).some((each) => each.toLowerCase() === role);

/** Abuse contacts are nested in the registrar, and at some registries in the domain itself. */
function findAbuseContact(domain: Json): AbuseContact | null {
  const entities = objectsIn(domain.entities);
  const registrars = entities.filter((each) => hasRole(each, 'registrar'));
  const nested = [...registrars, ...entities].flatMap((each) => objectsIn(each.entities));
  for (const contact of [...nested, ...entities].filter((each) => hasRole(each, 'abuse'))) {
    const property = vcardReader(contact);
    const email = property('email')?.replace(/^mailto:/i, '') ?? null;
    const found = abuseContact(email, property('tel')?.replace(/^tel:/i, '') ?? null);
    if (found) return found;
  }
  return null;
}

/** Reads the properties of an entity's card (jCard, RFC 7095, or JSContact, RFC 9553). */
function vcardReader({ vcardArray, jscard, jscard_0 }: Json): (name: string) => string | null {
  const [, card] = Array.isArray(vcardArray) ? vcardArray : [];
  const rows = (Array.isArray(card) ? card : []).filter((row): row is unknown[] => Array.isArray(row));
  const [contact] = objectsIn([jscard ?? jscard_0]);
  return (property) => {
    const ofProperty = rows.filter(([name]) => String(name).toLowerCase() === property);
    const value = (ofProperty.find(([, details]) => !isFax(details)) ?? ofProperty[0])?.[3];
    const text = toText(Array.isArray(value) ? value.flat().find((each) => toText(each)) : value);
    return text ?? (contact ? contactProperty(contact, property) : null);
  };
}

/** `tel` is listed for voice and fax; only voice is useful. */
const isFax = (details: unknown): boolean =>
  /\bfax\b/i.test(JSON.stringify(objectsIn([details])[0]?.type ?? ''));

function contactProperty(contact: Json, property: string): string | null {
  const [group, field] = contactFields[property] ?? [];
  if (group === undefined || field === undefined) return null;
  const [named] = objectsIn([contact[group]]);
  if (!named) return null;
  return (
    toText(named[field]) ??
    objectsIn(Object.values(named))
      .map((each) => toText(each[field]))
      .find(Boolean) ??
    null
  );
}

const contactFields: Readonly<Record<string, [group: string, field: string]>> = {
  fn: ['name', 'full'],
  org: ['organizations', 'name'],
  email: ['emails', 'address'],
  tel: ['phones', 'number'],
};

/** The name on the card, otherwise the organization, otherwise the handle. */
function findName(entity: Json): string | null {
  const property = vcardReader(entity);
  return property('fn') ?? property('org') ?? toText(entity.handle);
}

function findIanaId({ publicIds }: Json): string | null {
  const id = objectsIn(publicIds).find(({ type }) => /iana/i.test(String(type)));
  return toText(id?.identifier);
}
