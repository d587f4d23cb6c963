import ipaddr from 'ipaddr.js';
import type { AutonomousSystem } from './asn-table.ts';

/** Networks that announce all their addresses from many locations: CDNs and name servers. */
const anycastNetworks = new Set([
  // Cloudflare, Fastly, Imperva, Sucuri, CacheFly, Gcore, Edgio.
  13335, 209242, 54113, 19551, 30148, 30081, 199524, 15133,
  // Quad9, OpenDNS, AdGuard, NextDNS, CleanBrowsing, UltraDNS, NS1, Dyn, PCH DNS.
  19281, 36692, 212772, 34939, 205157, 12008, 19905, 62597, 33517, 42,
  // Root servers: ISC, RIPE NCC, Netnod, Verisign.
  3557, 25152, 8674, 397203, 26415, 36617,
]);

/** Anycast ranges of networks that are otherwise unicast. */
const anycastRanges = (
  '8.8.4.0/24 8.8.8.0/24 2001:4860:4860::/48 ' + // Google Public DNS
  '205.251.192.0/19 2600:9000:5300::/40 ' + // Route 53
  '75.2.0.0/17 99.83.128.0/17 76.76.21.0/24 ' + // AWS Global Accelerator, Vercel
  '13.107.0.0/16 150.171.0.0/16 2620:1ec::/36 ' + // Azure Front Door and Microsoft's edge
  '192.0.78.0/24 192.0.66.0/24'
) // WordPress.com
  .split(' ')
  .map((range) => ipaddr.parseCIDR(range));

/** True if an address is known to be anycast; null if unknown. */
export function isAnycast(ip: string, network: AutonomousSystem | null): true | null {
  if (network && anycastNetworks.has(network.asn)) return true;
  const address = ipaddr.parse(ip);
  const listed = anycastRanges.some(
    ([base, bits]) => base.kind() === address.kind() && address.match(base, bits),
  );
  return listed ? true : null;
}
