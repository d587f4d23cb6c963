import { isIPv4, isIPv6 } from 'node:net';
import ipaddr from 'ipaddr.js';

type Address = ipaddr.IPv4 | ipaddr.IPv6;

/** A range of addresses, such as 10.0.0.0/8. */
export interface Network {
  readonly base: Address;
  readonly bits: number;
}

/**
 * Strict: accepts only what node:net accepts, so that no spelling means one thing here and another to the
 * socket. IPv6 goes through the URL parser first, because ipaddr.js reads `::127.0.0.1` as
 * `::ffff:127.0.0.1`. An address with a zone (`fe80::1%eth0`) is rejected.
 */
export function parseAddress(text: string): Address | null {
  if (isIPv4(text)) return ipaddr.IPv4.parse(text);
  if (!isIPv6(text) || text.includes('%')) return null;
  return ipaddr.IPv6.parse(new URL(`http://[${text}]`).hostname.slice(1, -1));
}

/** Parses `10.0.0.0/8`, `fd00::/8`, or a single address. Throws on anything else. */
export function parseNetwork(text: string): Network {
  const [address = '', prefix, ...rest] = text.trim().split('/');
  const base = parseAddress(address);
  if (base === null || rest.length > 0) throw new Error(`"${text}" is not a network such as 10.0.0.0/8.`);
  const width = base.kind() === 'ipv4' ? 32 : 128;
  if (prefix === undefined) return { base, bits: width };
  if (!/^\d{1,3}$/.test(prefix) || Number(prefix) > width) {
    throw new Error(`"${text}" is not a network: the part after the slash must be 0 to ${width}.`);
  }
  return { base, bits: Number(prefix) };
}

export function contains(network: Network, address: Address): boolean {
  return network.base.kind() === address.kind() && address.match(network.base, network.bits);
}
