import ipaddr from 'ipaddr.js';

/** What limits count by: one IPv4 address, or the /64 that one IPv6 customer has at the least. */
export function networkOf(ip: string): string {
  if (!ipaddr.isValid(ip)) return ip;
  const address = ipaddr.process(ip);
  if (address.kind() === 'ipv4') return address.toString();
  const prefix = address.toByteArray().fill(0, 8);
  return `${ipaddr.fromByteArray(prefix).toString()}/64`;
}
