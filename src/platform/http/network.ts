import ipaddr from 'ipaddr.js';

/** All unreadable addresses count as one network, so that malformed input never gets a fresh limit. */
const unknownNetwork = 'unknown';

/** Cache of recently seen addresses: parsing an address is slower than a lookup. */
const networks = new Map<string, string>();
const maxKnown = 4_096;
/** Upper bound on the length of an address, including what proxies add. */
const maxKnownLength = 64;

/**
 * The subject of limits per network: one IPv4 address, or the /64 that every IPv6 customer has at least.
 * Proxies may write the address with a port, in brackets or with a zone; all of these are the same network.
 */
export function toNetwork(ip: string): string {
  const cached = networks.get(ip);
  if (cached !== undefined) return cached;
  const network = readNetwork(ip);
  if (networks.size >= maxKnown) networks.clear();
  if (ip.length <= maxKnownLength) networks.set(ip, network);
  return network;
}

function readNetwork(ip: string): string {
  const address = parseAddress(ip);
  if (address === undefined) return unknownNetwork;
  if (address.kind() === 'ipv4') return address.toString();
  const prefix = address.toByteArray().fill(0, 8);
  return `${ipaddr.fromByteArray(prefix).toString()}/64`;
}

function parseAddress(ip: string): ipaddr.IPv4 | ipaddr.IPv6 | undefined {
  const text = ip.trim().replaceAll('"', '');
  const bare =
    /^\[([^\]]+)\](?::\d+)?$/.exec(text)?.[1] ?? /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(text)?.[1] ?? text;
  const withoutZone = bare.split('%', 1)[0] ?? '';
  // Only four decimal numbers: the library also accepts "1", "0x7f.1" and "010.0.0.1", each another spelling.
  if (ipaddr.IPv4.isValidFourPartDecimal(withoutZone)) return ipaddr.IPv4.parse(withoutZone);
  return ipaddr.IPv6.isValid(withoutZone) ? ipaddr.process(withoutZone) : undefined;
}
