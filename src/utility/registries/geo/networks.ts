import ipaddr from 'ipaddr.js';
import type { AutonomousSystem } from './asn-table.ts';

/** Networks of clouds, CDNs and hosting companies whose names do not all reveal it. */
const hostingNetworks = new Set([
  2635, 3223, 6724, 8075, 8560, 8972, 9009, 12876, 13335, 13414, 14061, 14618, 14907, 15169, 16276, 16509,
  16625, 19318, 19551, 20446, 20473, 20857, 20940, 21409, 22612, 24940, 25532, 26347, 26496, 28753, 29066,
  29802, 31898, 32244, 32475, 33070, 34762, 35916, 36351, 36352, 37963, 39572, 40509, 41436, 42831, 44273,
  45090, 45102, 46606, 47583, 48287, 49505, 49544, 49981, 50673, 51167, 53667, 53831, 54113, 55286, 55293,
  58061, 60068, 60781, 61317, 62240, 62567, 63018, 63949, 132203, 135377, 197540, 197695, 199524, 200019,
  200350, 202053, 205544, 206834, 209242, 210558, 212238, 396982, 398101,
]);
const hostingWords =
  /\b(?:hosting|hosted|host|cloud|data ?cent(?:er|re)s?|servers?|colo(?:cation)?|vps|cdn)\b/i;

/** Networks that connect people and offices. */
const accessWords =
  /\b(?:telecom\w*|telekom\w*|t[ée]l[ée]com\w*|telef[oó]nica|telia|telenor|telenet|proximus|broadband|cable(?:vision)?|mobile|wireless|cellular|adsl|dsl|fib(?:er|re|ra)|comcast|vodafone|orange|verizon|at&t|universit\w+|college|school|schule|hospital|ministry|belnet|surf)\b/i;

/** Whether a network hosts servers rather than end users; null if neither is known. */
export function isHosting({ asn, name }: AutonomousSystem): boolean | null {
  if (hostingNetworks.has(asn) || hostingWords.test(name)) return true;
  return accessWords.test(name) ? false : null;
}

/** Networks run by VPN services: Proton, Mullvad's 31173, Tefincom, PacketHub, Windscribe's host. */
const vpnNetworks = new Set([209103, 39351, 136787, 207137, 147049]);
const vpnName = /\bvpn\b|mullvad|nordvpn|expressvpn|surfshark|cyberghost|windscribe|private internet access/i;

/** Networks that forward other parties' traffic by design: Zscaler, Netskope, Opera, iboss. */
const proxyNetworks = new Set([22616, 53813, 62044, 55256, 39832, 21837, 137922]);
const proxyName = /\bprox(?:y|ies)\b|zscaler|netskope/i;

/** Egress ranges of iCloud Private Relay and WARP. */
const relayRanges =
  '104.28.0.0/16 172.224.0.0/13 146.75.128.0/17 140.248.0.0/16 2a09:bac0::/29 2a02:26f7::/32'
    .split(' ')
    .map((range) => ipaddr.parseCIDR(range));

/**
 * True if the network is known to belong to a VPN service; null otherwise, since most VPN servers are rented.
 */
export const isVpn = (network: AutonomousSystem | null): true | null =>
  network && (vpnNetworks.has(network.asn) || vpnName.test(network.name)) ? true : null;

/** True if the address is known to forward other parties' traffic; null otherwise. */
export function isProxy(ip: string, network: AutonomousSystem | null): true | null {
  if (network && (proxyNetworks.has(network.asn) || proxyName.test(network.name))) return true;
  const address = ipaddr.parse(ip);
  const listed = relayRanges.some(
    ([base, bits]) => base.kind() === address.kind() && address.match(base, bits),
  );
  return listed ? true : null;
}

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
