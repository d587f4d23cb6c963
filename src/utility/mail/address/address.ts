import { isIPv4, isIPv6 } from 'node:net';
import { domainToASCII } from 'node:url';

type EmailSyntax =
  | {
      readonly valid: true;
      readonly local: string;
      /** In lower-case ASCII; an address literal keeps its brackets. */
      readonly domain: string;
      readonly literal: boolean;
      /** Requires a mail server that supports internationalised addresses (RFC 6531). */
      readonly utf8: boolean;
    }
  | { readonly valid: false; readonly reason: string };

const maxLocalLength = 64;
const maxDomainLength = 255;
const maxAddressLength = 254;
// biome-ignore lint/suspicious/noControlCharactersInRegex: matches everything beyond ASCII by excluding ASCII
const beyondAscii = /[^\x00-\x7f]/;
const atom = /^(?:[a-z0-9!#$%&'*+\-/=?^_`{|}~]|[^\p{ASCII}\p{White_Space}\p{C}])+$/iu;
const label = /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/i;

/**
 * Parses a mailbox as SMTP accepts it (RFC 5321, 4.1.2; RFC 6531 beyond ASCII): no comments, no folded white
 * space.
 */
export function readEmail(sent: string): EmailSyntax {
  const text = sent.replaceAll(/^[ \t]+|[ \t]+$/g, '');
  const at = endOfLocal(text);
  if (typeof at === 'string') return invalid(at);
  const local = text.slice(0, at).normalize('NFC');
  const domainText = text.slice(at + 1);
  const localFault = faultOfLocal(local);
  if (localFault) return invalid(localFault);
  if (domainText === '') return invalid('there is nothing after the @');
  const literal = domainText.startsWith('[');
  const domain = literal ? domainText : asciiDomain(domainText);
  const domainFault = literal ? faultOfLiteral(domainText) : faultOfDomain(domain);
  if (domainFault) return invalid(domainFault);
  if (Buffer.byteLength(local) + 1 + domain.length > maxAddressLength)
    return invalid(`it is longer than ${maxAddressLength} characters`);
  return { valid: true, local, domain, literal, utf8: beyondAscii.test(local) };
}

const invalid = (reason: string) => ({ valid: false, reason }) as const;

/** Index of the @ that ends the local part (a quoted local part may contain one too); or what is wrong. */
function endOfLocal(text: string): number | string {
  if (text.startsWith('"')) {
    for (let at = 1; at < text.length; at += 1) {
      if (text[at] === '\\') at += 1;
      else if (text[at] === '"')
        return text[at + 1] === '@' ? at + 1 : 'there is no @ after the closing quote';
    }
    return 'the quote is not closed';
  }
  const at = text.indexOf('@');
  if (at < 0) return 'there is no @';
  return text.includes('@', at + 1) && !text.slice(at + 1).startsWith('[') ? 'there is more than one @' : at;
}

function faultOfLocal(local: string): string | null {
  if (local === '') return 'there is nothing before the @';
  if (Buffer.byteLength(local) > maxLocalLength)
    return `the part before the @ is longer than ${maxLocalLength} bytes`;
  if (local.startsWith('"')) return faultOfQuoted(local.slice(1, -1));
  if (local.startsWith('.') || local.endsWith('.') || local.includes('..'))
    return 'the part before the @ has a dot at its start, at its end, or two in a row';
  const bad = local.split('.').find((each) => !atom.test(each));
  return bad === undefined ? null : 'the part before the @ contains a character that needs quotes';
}

function faultOfQuoted(text: string): string | null {
  for (let at = 0; at < text.length; at += 1) {
    const escaped = text[at] === '\\';
    if (escaped) at += 1;
    const code = text.charCodeAt(at);
    if (code < 0x20 || code === 0x7f || (escaped && code > 0x7e) || (code >= 0x80 && code < 0xa0))
      return 'the quoted part contains an invalid character';
  }
  return null;
}

/** Empty if it is not a domain. Full stops of other scripts do not count as dots, as in mail servers. */
function asciiDomain(written: string): string {
  if (!beyondAscii.test(written)) return written.toLowerCase();
  return domainToASCII(written).toLowerCase();
}

function faultOfDomain(domain: string): string | null {
  if (domain === '') return 'the domain is not a valid DNS name';
  if (domain.length > maxDomainLength) return `the domain is longer than ${maxDomainLength} characters`;
  const labels = domain.split('.');
  if (labels.includes('')) return 'the domain has a dot at its start, at its end, or two in a row';
  if (labels.some((each) => each.length > 63)) return 'a part of the domain is longer than 63 characters';
  if (labels.some((each) => each.startsWith('-') || each.endsWith('-')))
    return 'a part of the domain begins or ends with a hyphen';
  return labels.every((each) => label.test(each)) ? null : 'the domain contains an invalid character';
}

function faultOfLiteral(written: string): string | null {
  const inside = /^\[([^\][\\]*)\]$/.exec(written)?.[1];
  if (inside === undefined) return 'the address literal is not closed';
  if (isIPv4(inside)) return null;
  const six = /^IPv6:(.*)$/i.exec(inside)?.[1];
  return six !== undefined && isIPv6(six) && !six.includes('%')
    ? null
    : 'the brackets do not contain an IP address';
}

/** Local parts that name a function and not a person: RFC 2142, and common names in several languages. */
const roles = new Set(
  (
    'abuse accounting accounts ads all admin administracion administration administrator admissions anfrage api ' +
    'bewerbung bestellung bestellingen billing boekhouding booking bookings buchhaltung careers cert ciso ' +
    'commercial communication community compliance comptabilite contact contacto contactus customercare ' +
    'customerservice data datenschutz demo dev devnull devops direction dns donotreply dpo editor email ' +
    'employment engineering enquiries enquiry events everyone export facturation facturen factuur fbl feedback ' +
    'finance ftp gdpr general hallo hello help helpdesk hi hiring hostmaster hr ik-zoek impressum info ' +
    'informatie information inoc inquiries inquiry internet invest investors investorrelations invoice invoices ' +
    'ispfeedback ispsupport it jobs klantendienst klantenservice kontakt lead leads legal list listserv logistics ' +
    'mail mailer-daemon mailerdaemon mailing marketing media moderator netadmin network news newsletter no-reply ' +
    'no_reply nobody noc noreply notification notifications null office operations ops order orders partner ' +
    'partners payments payroll personeel phish phishing post postbus postmaster pr presse press privacy ' +
    'procurement purchasing rechnung reception receptie recrutement recruiting recruitment redactie redaktion ' +
    'registrar remove reply request reservations returns root sales schule secretariaat secretariat sekretariat ' +
    'security service servicedesk shipping shop soc spam staff subscribe support survey sysadmin system team tech ' +
    'technical test trouble undisclosed-recipients unsubscribe usenet uucp ventas vente ventes verkauf verkoop ' +
    'vertrieb web webadmin webmaster website webteam welcome winkel www'
  ).split(' '),
);

/** A tag after + does not change the owner of a mailbox. */
export function isRoleAccount(local: string): boolean {
  const name = local.replaceAll('"', '').split('+')[0]?.toLowerCase() ?? '';
  return roles.has(name) || name.startsWith('owner-') || /-(?:owner|request|bounces?)$/.test(name);
}

const maxLength = 1_000;

/**
 * The address that a malformed text probably means: without a display name, without `mailto:` and with typos such as
 * `ada@mail,com` corrected. Null if the rest is not an address either.
 */
export function suggestAddress(sent: string): string | null {
  if (sent.length > maxLength || sent.includes('"')) return null;
  const inner = /<([^<>]+)>/.exec(sent)?.[1] ?? sent;
  const [head = ''] = inner.replace(/^\s*mailto:/i, '').split('?');
  const tidy = head
    .replaceAll(/\s*(?:\(at\)|\[at\]| at )\s*/gi, '@')
    .replaceAll(/\s*(?:\(dot\)|\[dot\]| dot )\s*/gi, '.')
    .replaceAll(/\s+/g, '')
    .replaceAll(/[,;](?=[^@]*$)/g, '.')
    .replaceAll(/@{2,}/g, '@')
    .replaceAll(/\.{2,}/g, '.')
    .replaceAll(/\.?@\.?/g, '@')
    .replace(/^[.<'`]+|[.>'`]+$/g, '');
  const syntax = readEmail(tidy);
  return syntax.valid && !syntax.literal && tidy !== sent.trim() ? `${syntax.local}@${syntax.domain}` : null;
}
