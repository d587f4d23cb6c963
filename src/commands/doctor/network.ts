import type { Config } from '../../app/settings.ts';
import { createDns } from '../../platform/outbound/dns.ts';
import { createOutbound } from '../../platform/outbound/outbound.ts';
import { version } from '../../version.ts';
import { type DoctorFinding, describeError } from './finding.ts';

const timeoutMs = 8_000;
/** Signatures with a time are accepted for minutes; a clock that is kept is right within one second. */
const clockToleranceMs = 30_000;

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
    const advice =
      'skills that look up hosts, watches and webhooks do not work: check the resolver, or set KITH_DNS_SERVERS';
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
  const { hostname } = new URL(config.rdapBootstrapUrl);
  try {
    const { status, timings } = await fetchRegistry(config);
    return {
      what,
      state: 'ok',
      found: `${hostname} returned ${status} in ${Math.round(timings.totalMs)} ms`,
    };
  } catch (error) {
    const advice =
      'the city, text skills and videos work without; other skills, watches and payments do not: allow outgoing connections';
    return { what, state: 'bad', found: `${hostname} cannot be reached: ${describeError(error)}`, advice };
  }
}

/** Compares with the registry's clock, whose header has whole seconds. */
export async function checkClock(config: Config): Promise<DoctorFinding> {
  const what = 'clock';
  try {
    const sentAt = Date.now();
    const { headers, timings } = await fetchRegistry(config);
    const offMs = Math.abs(Date.parse(String(headers.date)) - sentAt - timings.totalMs);
    if (Number.isNaN(offMs)) return { what, state: 'off', found: 'not compared: the registry sent no date' };
    const found = `${(offMs / 1_000).toFixed(0)} s from that of ${new URL(config.rdapBootstrapUrl).hostname}`;
    const advice =
      'receivers refuse webhooks, facilitators payments, and witnesses checkpoints: synchronise it (timedatectl set-ntp true)';
    return offMs > clockToleranceMs ? { what, state: 'warn', found, advice } : { what, state: 'ok', found };
  } catch {
    return { what, state: 'off', found: 'not compared: there is no internet access' };
  }
}

async function fetchRegistry(config: Config) {
  const resolver = createDns({ servers: config.dnsServers, timeoutMs });
  const outbound = createOutbound({
    dns: resolver,
    userAgent: `kith/${version}`,
    allow: config.outboundAllow,
  });
  try {
    return await outbound.fetch(config.rdapBootstrapUrl, { timeoutMs });
  } finally {
    outbound.close();
    resolver.close();
  }
}
