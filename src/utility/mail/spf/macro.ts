import ipaddr from 'ipaddr.js';

export interface Mail {
  readonly ip: string;
  /** The envelope sender; empty for a bounce, which is checked by its HELO name. */
  readonly sender: string;
  readonly helo: string;
  readonly receiver: string;
  readonly at: Date;
}

/** The properties of a mail that SPF checks. */
export interface SpfSubject extends Omit<Mail, 'ip' | 'sender'> {
  readonly address: ipaddr.IPv4 | ipaddr.IPv6;
  readonly family: 4 | 6;
  readonly local: string;
  readonly senderDomain: string;
  /** The address in the format of the macros `i` and `c`. */
  readonly dotted: string;
  readonly readable: string;
}

export function toSubject({ ip, sender, ...rest }: Mail): SpfSubject {
  // An IPv4-mapped IPv6 address is checked as IPv4 (RFC 7208, 5).
  const address = ipaddr.process(ip);
  const four = address instanceof ipaddr.IPv4;
  const from = sender === '' ? rest.helo : sender;
  const at = from.lastIndexOf('@');
  return {
    ...rest,
    address,
    family: four ? 4 : 6,
    local: at > 0 ? from.slice(0, at) : 'postmaster',
    senderDomain: from.slice(at + 1),
    dotted: four ? address.toString() : nibbles(address),
    readable: address.toString(),
  };
}

/** The name under which an address has its PTR records. */
export function reverseSubjectName({ address, dotted, family }: SpfSubject): string {
  const labels = family === 4 ? address.toString().split('.') : dotted.split('.');
  return `${labels.reverse().join('.')}.${family === 4 ? 'in-addr' : 'ip6'}.arpa`;
}

function nibbles(address: ipaddr.IPv4 | ipaddr.IPv6): string {
  const hex = address.toByteArray().map((byte) => byte.toString(16).padStart(2, '0'));
  return [...hex.join('').toUpperCase()].join('.');
}

/** A parsed macro-string of RFC 7208, section 7: literal text and macros to expand. */
export type MacroPart = string | MacroExpand;

interface MacroExpand {
  readonly letter: string;
  /** Upper-case letters request the value in URL encoding. */
  readonly escaped: boolean;
  readonly keep: number;
  readonly reversed: boolean;
  readonly delimiters: string;
}

const expand = /^\{([slodiphcrtv])(\d*)(r?)([.\-+,/_=]*)\}/i;
const literalEscapes: Record<string, string> = { '%': '%', _: ' ', '-': '%20' };

/** Null if the text breaks the grammar. `c`, `r` and `t` are allowed in explanations only. */
export function readMacros(text: string, where: 'domain' | 'explanation'): MacroPart[] | null {
  const parts: MacroPart[] = [];
  let literal = '';
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (character !== '%') {
      const code = character.charCodeAt(0);
      if (code < (where === 'explanation' ? 0x20 : 0x21) || code > 0x7e) return null;
      literal += character;
      continue;
    }
    const literally = literalEscapes[text.charAt(at + 1)];
    if (literally !== undefined) {
      literal += literally;
      at += 1;
      continue;
    }
    const found = expand.exec(text.slice(at + 1, at + 64));
    if (!found) return null;
    const [whole, letter = '', digits = '', reversed = '', delimiters = ''] = found;
    if (where === 'domain' && /[crt]/i.test(letter)) return null;
    if (digits !== '' && Number(digits) === 0) return null;
    if (literal !== '') parts.push(literal);
    literal = '';
    parts.push({
      letter: letter.toLowerCase(),
      escaped: letter !== letter.toLowerCase(),
      keep: digits === '' ? Number.POSITIVE_INFINITY : Number(digits),
      reversed: reversed !== '',
      delimiters: delimiters || '.',
    });
    at += whole.length;
  }
  if (literal !== '') parts.push(literal);
  return parts;
}

const topLabel = /\.(?=[a-z0-9-]*[a-z-])[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.?$/i;

/** A domain-spec ends in a macro or in a label that can be a top-level domain. */
export function readDomainSpec(text: string): MacroPart[] | null {
  const parts = text === '' ? null : readMacros(text, 'domain');
  if (!parts) return null;
  const last = parts.at(-1);
  return typeof last === 'object' || topLabel.test(text) ? parts : null;
}

const maxNameLength = 253;

/**
 * `validated` finds the validated name of the sender's address. It costs lookups, so it is called only if a
 * macro needs it.
 */
export async function expandMacros(
  parts: readonly MacroPart[],
  subject: SpfSubject,
  domain: string,
  validated: () => Promise<string>,
): Promise<string> {
  let text = '';
  for (const part of parts) {
    if (typeof part === 'string') text += part;
    else text += transform(part, await valueFor(part.letter, subject, domain, validated));
  }
  return text;
}

/** Names longer than DNS allows lose labels from the left (RFC 7208, 7.3). */
export function truncateName(name: string): string {
  let fit = name.replace(/\.$/, '');
  while (fit.length > maxNameLength && fit.includes('.')) fit = fit.slice(fit.indexOf('.') + 1);
  return fit;
}

function transform({ escaped, keep, reversed, delimiters }: MacroExpand, value: string): string {
  let pieces = [value];
  for (const delimiter of delimiters) pieces = pieces.flatMap((each) => each.split(delimiter));
  if (reversed) pieces.reverse();
  const lastLabels = pieces.slice(-Math.min(keep, pieces.length)).join('.');
  return escaped ? encodeURIComponent(lastLabels).replaceAll(/[!'()*]/g, escapeCharacter) : lastLabels;
}

const escapeCharacter = (character: string) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`;

async function valueFor(
  letter: string,
  subject: SpfSubject,
  domain: string,
  validated: () => Promise<string>,
): Promise<string> {
  switch (letter) {
    case 's':
      return `${subject.local}@${subject.senderDomain}`;
    case 'l':
      return subject.local;
    case 'o':
      return subject.senderDomain;
    case 'd':
      return domain;
    case 'i':
      return subject.dotted;
    case 'c':
      return subject.readable;
    case 'p':
      return validated();
    case 'v':
      return subject.family === 4 ? 'in-addr' : 'ip6';
    case 'h':
      return subject.helo;
    case 'r':
      return subject.receiver;
    default:
      return String(Math.floor(subject.at.getTime() / 1_000));
  }
}
