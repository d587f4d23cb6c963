import type { Config } from '../../app/settings.ts';
import { createDns } from '../../platform/outbound/dns.ts';
import { createOutbound } from '../../platform/outbound/outbound.ts';
import { version } from '../../version.ts';
import { type DoctorFinding, describeError } from './finding.ts';

const timeoutMs = 8_000;

/** Looks up a registry that skills use anyway, so that no third party is contacted needlessly. */
export async function checkDns(config: Config): Promise<DoctorFinding> {
  const what = 'DNS';
  const name = new URL(config.rdapBootstrapUrl).hostname;
  const resolverName = config.dnsServers
    ? `KITH_DNS_SERVERS ${config.dnsServers.join(', ')}`
    : "the system's resolver";
  const resolver = createDns({ servers: config.dnsServers, timeoutMs });
  try {
    const answer = await resolver.resolveAddresses(name);
    if (answer.ok) return { what, state: 'ok', found: `${resolverName} knows ${name}` };
    const advice = 'skills that look up hosts need it: check the resolver, or set KITH_DNS_SERVERS';
    return {
      what,
      state: 'bad',
      found: `${resolverName} does not resolve ${name}: ${answer.reason}`,
      advice,
    };
  } finally {
    resolver.close();
  }
}

/** Uses the same outbound client as every skill. */
export async function checkInternet(config: Config): Promise<DoctorFinding> {
  const what = 'internet';
  const resolver = createDns({ servers: config.dnsServers, timeoutMs });
  const outbound = createOutbound({
    dns: resolver,
    userAgent: `kith/${version}`,
    allow: config.outboundAllow,
  });
  const { hostname } = new URL(config.rdapBootstrapUrl);
  try {
    const { status, timings } = await outbound.fetch(config.rdapBootstrapUrl, { timeoutMs });
    return {
      what,
      state: 'ok',
      found: `${hostname} returned ${status} in ${Math.round(timings.totalMs)} ms`,
    };
  } catch (error) {
    const advice = 'the city works without internet access; skills, watches and payments do not';
    return { what, state: 'bad', found: `${hostname} cannot be reached: ${describeError(error)}`, advice };
  } finally {
    outbound.close();
    resolver.close();
  }
}
