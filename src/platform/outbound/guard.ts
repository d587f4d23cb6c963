import { isIP } from 'node:net';
import { mayReach, type Network } from './address.ts';
import type { Deadline } from './deadline.ts';
import type { Dns } from './dns.ts';
import type { DnsFailure } from './dns-record.ts';
import { OutboundError } from './error.ts';
import { isLocalhostName } from './target.ts';

/** A name with hundreds of addresses must not cause hundreds of connections. */
const MAX_ADDRESSES_DIALLED = 6;

const LOOPBACK = ['127.0.0.1', '::1'];

/**
 * The addresses that may be dialled for a host: all are checked, and nothing is resolved again afterwards.
 * Only a host configured by the operator (`trusted`) may be private.
 */
export type Guard = (host: string, deadline: Deadline, trusted?: boolean) => Promise<readonly string[]>;

export function createGuard(dns: Dns, allow: readonly Network[]): Guard {
  return async (host, deadline, trusted = false) => {
    if (isIP(host) !== 0) return checkAddresses(host, [host], trusted);
    if (isLocalhostName(host)) {
      const allowed = LOOPBACK.filter((address) => trusted || mayReach(address, allow));
      if (allowed.length === 0) throw notPublic(host);
      return allowed;
    }
    const answer = await deadline.race(dns.resolveAddresses(host, deadline.signal));
    if (!answer.ok) throw toResolutionError(host, answer.reason);
    return checkAddresses(host, answer.records, trusted);
  };

  /** One private address among public ones is an attack or a mistake; either way none of them is dialled. */
  function checkAddresses(host: string, addresses: readonly string[], trusted: boolean): readonly string[] {
    if (!trusted && !addresses.every((address) => mayReach(address, allow))) throw notPublic(host);
    return addresses.slice(0, MAX_ADDRESSES_DIALLED);
  }
}

/** Does not reveal the address: callers must not learn what a private name resolves to. */
function notPublic(host: string): OutboundError {
  return new OutboundError('not_public', `${host} is not a public address, so it is not fetched.`);
}

function toResolutionError(host: string, reason: DnsFailure): OutboundError {
  switch (reason) {
    case 'nxdomain':
    case 'nodata':
      return new OutboundError('name_not_found', `The name ${host} has no address.`);
    case 'bad_name':
      return new OutboundError('bad_url', `${host} is not a valid host name.`);
    case 'overloaded':
      return new OutboundError('overloaded', 'Too many DNS lookups are queued; retry in a moment.');
    default:
      return new OutboundError('dns_failure', `The name ${host} could not be resolved (${reason}).`);
  }
}
