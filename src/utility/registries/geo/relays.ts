import ipaddr from 'ipaddr.js';
import type { AutonomousSystem } from './asn-table.ts';

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
