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
