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
function parseAddress(text: string): Address | null {
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

function contains(network: Network, address: Address): boolean {
  return network.base.kind() === address.kind() && address.match(network.base, network.bits);
}

/**
 * Written out from the IANA special-purpose registries rather than left to a library's range names: the list
 * is the security boundary, so it should be readable in one place. If a special block contains small
 * reachable ranges, the whole block is refused.
 */
const SPECIAL_IPV4 = [
  '0.0.0.0/8', // this network; 0.0.0.0 reaches the machine itself
  '10.0.0.0/8',
  '100.64.0.0/10', // carrier-grade NAT; 100.100.100.200 is a cloud's metadata service
  '127.0.0.0/8',
  '168.63.129.16/32', // looks public, but is the host side of every Azure machine
  '169.254.0.0/16', // link-local, and the metadata service of most clouds
  '172.16.0.0/12',
  '192.0.0.0/24', // protocol assignments; 192.0.0.192 is a cloud's metadata service
  '192.0.2.0/24',
  '192.88.99.0/24', // 6to4 relays, deprecated
  '192.168.0.0/16',
  '198.18.0.0/15', // benchmarking
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4', // multicast
  '240.0.0.0/4', // reserved, and broadcast
].map(parseNetwork);

/** Everything outside it is loopback, mapped, compatible, translated, local, multicast or unallocated. */
const GLOBAL_IPV6 = parseNetwork('2000::/3');

const SPECIAL_IPV6 = [
  '2001::/23', // protocol assignments: Teredo, ORCHID, benchmarking
  '2001:db8::/32', // documentation
  '2002::/16', // 6to4 carries an IPv4 address and is deprecated
  '3fff::/20', // documentation
].map(parseNetwork);

/**
 * An IPv6-only host reaches the IPv4 internet here (DNS64), so this form is judged by the IPv4 address it
 * carries.
 */
const NAT64 = parseNetwork('64:ff9b::/96');

/** ISATAP can sit under any prefix: the interface identifier is [02]00:5efe and then the IPv4 address. */
function isIsatap(address: ipaddr.IPv6): boolean {
  const [, , , , high, low] = address.parts;
  return (high === 0 || high === 0x0200) && low === 0x5efe;
}

function isPublicIpv4(address: ipaddr.IPv4): boolean {
  return !SPECIAL_IPV4.some((network) => contains(network, address));
}

function isPublicIpv6(address: ipaddr.IPv6): boolean {
  if (contains(NAT64, address)) return isPublicIpv4(new ipaddr.IPv4(address.toByteArray().slice(12)));
  if (!contains(GLOBAL_IPV6, address) || isIsatap(address)) return false;
  return !SPECIAL_IPV6.some((network) => contains(network, address));
}

/** Whether an address belongs to the public internet. Anything that is not a valid address does not. */
export function isPublicAddress(ip: string): boolean {
  const address = parseAddress(ip);
  if (address === null) return false;
  return address instanceof ipaddr.IPv4 ? isPublicIpv4(address) : isPublicIpv6(address);
}

/**
 * Public, or in a network that the operator has allowed. Allowing an IPv4 network does not allow its
 * IPv6-embedded forms.
 */
export function mayReach(ip: string, allow: readonly Network[]): boolean {
  if (isPublicAddress(ip)) return true;
  const address = parseAddress(ip);
  return address !== null && allow.some((network) => contains(network, address));
}
