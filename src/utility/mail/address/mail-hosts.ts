import type { DnsQuerier } from '../../../platform/outbound/dns.ts';
import type { DnsFailure } from '../../../platform/outbound/dns-record.ts';

export interface MailHosts {
  /** Null if the DNS lookup failed. */
  readonly found: boolean | null;
  /** The domain declares that it accepts no mail (RFC 7505). */
  readonly nullMx: boolean | null;
  /** No MX record, but an address record: mail goes there (RFC 5321, 5.1). Null if the DNS lookup failed. */
  readonly implicit: boolean | null;
  readonly records: { exchange: string; priority: number }[];
  readonly takesMail: 'yes' | 'no' | 'unknown';
  readonly reason: string;
}

const maxHostsQueried = 4;

const isAbsence = (reason: DnsFailure) =>
  reason === 'nxdomain' || reason === 'nodata' || reason === 'bad_name';

/** Finds where mail for a domain goes, and whether any of these hosts exists. */
export async function findMailHosts(
  dns: DnsQuerier,
  domain: string,
  signal?: AbortSignal,
): Promise<MailHosts> {
  const nothing = { found: false, nullMx: false, implicit: false, records: [] };
  const answer = await dns.query(domain, 'MX', signal);
  if (!answer.ok) {
    if (answer.reason === 'nxdomain')
      return { ...nothing, takesMail: 'no', reason: 'The domain does not exist.' };
    if (!isAbsence(answer.reason)) {
      const reason = `The DNS lookup of the mail hosts failed: ${answer.reason}.`;
      return { ...nothing, found: null, nullMx: null, implicit: null, takesMail: 'unknown', reason };
    }
    const address = await hasAddress(dns, domain, signal);
    if (address === null)
      return {
        ...nothing,
        implicit: null,
        takesMail: 'unknown',
        reason: 'The DNS lookup of the address of the domain failed.',
      };
    return address
      ? {
          ...nothing,
          implicit: true,
          takesMail: 'yes',
          reason: 'There is no MX; mail goes to the domain itself.',
        }
      : { ...nothing, takesMail: 'no', reason: 'The domain has neither MX nor address.' };
  }
  const records = answer.records
    .map(({ exchange, priority }) => ({ exchange: exchange.toLowerCase().replace(/\.$/, ''), priority }))
    .toSorted((a, b) => a.priority - b.priority || (a.exchange < b.exchange ? -1 : 1));
  if (records.every(({ exchange }) => exchange === ''))
    return {
      ...nothing,
      nullMx: true,
      takesMail: 'no',
      reason: 'The domain declares that it accepts no mail (null MX).',
    };
  const found = { found: true, nullMx: false, implicit: false, records };
  const hosts = records.map(({ exchange }) => exchange).filter((exchange) => exchange !== '');
  const reached = await Promise.all(
    hosts.slice(0, maxHostsQueried).map((host) => hasAddress(dns, host, signal)),
  );
  if (reached.includes(true)) return { ...found, takesMail: 'yes', reason: 'The domain has mail hosts.' };
  if (reached.includes(null) || hosts.length > maxHostsQueried)
    return {
      ...found,
      takesMail: 'unknown',
      reason: 'The DNS lookup of the addresses of the mail hosts failed.',
    };
  return { ...found, takesMail: 'no', reason: 'None of the mail hosts has an address.' };
}

/** Null if the DNS lookup failed. */
async function hasAddress(dns: DnsQuerier, host: string, signal?: AbortSignal): Promise<boolean | null> {
  const [four, six] = await Promise.all([dns.query(host, 'A', signal), dns.query(host, 'AAAA', signal)]);
  if (four.ok || six.ok) return true;
  return isAbsence(four.reason) && isAbsence(six.reason) ? false : null;
}
