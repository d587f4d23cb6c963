import ipaddr from 'ipaddr.js';
import { localNetwork } from './policy.ts';

const localRanges = new Set(['loopback', 'private', 'uniqueLocal', 'linkLocal', 'unspecified']);

/**
 * The network that grants are counted by: an IPv4 /24, an IPv6 /48, or `local` for loopback and private
 * addresses.
 */
export function toGrantNetwork(ip: string): string {
  if (!ipaddr.isValid(ip)) return localNetwork;
  const address = ipaddr.process(ip);
  if (localRanges.has(address.range())) return localNetwork;
  const bits = address.kind() === 'ipv4' ? 24 : 48;
  const bytes = address.toByteArray().fill(0, bits / 8);
  return `${ipaddr.fromByteArray(bytes).toString()}/${bits}`;
}
