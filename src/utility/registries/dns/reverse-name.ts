import ipaddr from 'ipaddr.js';

/** The name under which an address has its PTR records: in-addr.arpa (RFC 1035) or ip6.arpa (RFC 3596). */
export function reverseName(address: string): string {
  const bytes = ipaddr.process(address).toByteArray();
  if (bytes.length === 4) return `${bytes.toReversed().join('.')}.in-addr.arpa`;
  const digits = bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return `${[...digits].toReversed().join('.')}.ip6.arpa`;
}
