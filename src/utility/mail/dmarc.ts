import type { DnsQuerier } from '../../platform/outbound/dns.ts';
import type { DnsFailure } from '../../platform/outbound/dns-record.ts';

/** Longer names are walked from their last seven labels: at most eight queries (RFC 9989, 4.10). */
const maxLabels = 8;

export interface DmarcFound {
  readonly record: DmarcRecord | null;
  /** Where the record was found: the domain itself, or a parent. */
  readonly at: string | null;
  readonly organizationalDomain: string;
  /** The policy requested for mail that fails authentication. */
  readonly effective: DmarcPolicy | null;
  readonly errors: readonly string[];
}

/** DNS failed during the walk, so whether a record exists is unknown. */
export class DmarcUnknown extends Error {
  readonly asked: string;
  readonly reason: DnsFailure;

  constructor(asked: string, reason: DnsFailure) {
    super(`the DNS lookup of ${asked} failed: ${reason}`);
    this.asked = asked;
    this.reason = reason;
  }
}

interface Step {
  readonly domain: string;
  readonly record: DmarcRecord;
}

/**
 * The DNS tree walk of RFC 9989: finds the record that applies to a domain, and its organizational domain.
 */
export async function findDmarc(dns: DnsQuerier, domain: string, signal?: AbortSignal): Promise<DmarcFound> {
  const errors: string[] = [];
  const steps: Step[] = [];
  for (const name of namesToQuery(domain)) {
    const record = await recordAt(dns, name, errors, signal);
    if (!record) continue;
    steps.push({ domain: name, record });
    if (record.psd !== 'u') break;
  }
  const organizationalDomain = findOrganization(domain, steps);
  const last = steps.at(-1);
  const ruling =
    steps.find((each) => each.domain === domain) ??
    steps.find((each) => each.domain === organizationalDomain) ??
    (last?.record.psd === 'y' ? last : undefined);
  if (!ruling) return { record: null, at: null, organizationalDomain, effective: null, errors };
  const { record, domain: at } = ruling;
  const effective = at === domain ? record.policy : await findInheritedRecord(dns, domain, record, signal);
  return { record, at, organizationalDomain, effective, errors: [...errors, ...record.errors] };
}

/** Names to query, the domain first. */
function namesToQuery(domain: string): string[] {
  const labels = domain.split('.');
  const start = labels.length >= maxLabels ? labels.length - (maxLabels - 1) : 1;
  return [domain, ...labels.slice(start).map((_, index) => labels.slice(start + index).join('.'))];
}

async function recordAt(
  dns: DnsQuerier,
  domain: string,
  errors: string[],
  signal: AbortSignal | undefined,
): Promise<DmarcRecord | null> {
  const name = `_dmarc.${domain}`;
  const answer = await dns.query(name, 'TXT', signal);
  if (!answer.ok) {
    // A name too long for DNS has no records.
    if (['nxdomain', 'nodata', 'bad_name'].includes(answer.reason)) return null;
    throw new DmarcUnknown(`${name} TXT`, answer.reason);
  }
  const texts = answer.records.map((strings) => strings.join('')).filter(isDmarc);
  const [text] = texts;
  if (text === undefined) return null;
  if (texts.length > 1) {
    errors.push(`${name} has more than one DMARC record, so receivers ignore them`);
    return null;
  }
  const record = readDmarc(text);
  const policy = /;\s*p\s*=\s*([^;\s]{1,40})/i.exec(text)?.[1];
  if (!record)
    errors.push(
      policy === undefined
        ? `${name} has a record without a policy and without an address for reports`
        : `${name} has p=${policy}, which is not one of none, quarantine, reject, so the record has no effect`,
    );
  return record;
}

function findOrganization(domain: string, steps: readonly Step[]): string {
  for (const step of steps) {
    if (step.record.psd === 'n') return step.domain;
    if (step.record.psd === 'y' && step.domain !== domain) {
      const labels = domain.split('.');
      return labels.slice(-(step.domain.split('.').length + 1)).join('.');
    }
  }
  return steps.at(-1)?.domain ?? domain;
}

async function findInheritedRecord(
  dns: DnsQuerier,
  domain: string,
  { policy, subdomainPolicy, nonexistentPolicy }: DmarcRecord,
  signal: AbortSignal | undefined,
): Promise<DmarcPolicy> {
  const existing = subdomainPolicy ?? policy;
  if (!nonexistentPolicy || nonexistentPolicy === existing) return existing;
  const answer = await dns.query(domain, 'A', signal);
  if (answer.ok || answer.reason === 'nodata') return existing;
  if (answer.reason === 'nxdomain') return nonexistentPolicy;
  throw new DmarcUnknown(`${domain} A`, answer.reason);
}

export type DmarcPolicy = 'none' | 'quarantine' | 'reject';

export interface DmarcRecord {
  readonly text: string;
  readonly policy: DmarcPolicy;
  readonly subdomainPolicy: DmarcPolicy | null;
  /** Policy for non-existent subdomains. */
  readonly nonexistentPolicy: DmarcPolicy | null;
  /** RFC 7489 only; receivers that follow RFC 9989 ignore it. */
  readonly pct: number;
  readonly psd: 'y' | 'n' | 'u';
  readonly testing: boolean;
  readonly adkim: 'r' | 's';
  readonly aspf: 'r' | 's';
  readonly rua: readonly string[];
  readonly ruf: readonly string[];
  readonly errors: readonly string[];
}

const version = /^v[ \t]*=[ \t]*DMARC1[ \t]*(?:;|$)/;
const maxAddresses = 20;

/**
 * Whether a text is a DMARC record at all: the version comes first and must match exactly (RFC 9989, 4.8).
 */
const isDmarc = (text: string) => version.test(text);

/** Null if the record has no effect: no policy and no report address. */
function readDmarc(text: string): DmarcRecord | null {
  const errors: string[] = [];
  const tags = readTags(text, errors);
  const oneOf = <T extends string>(tag: string, values: readonly T[]): T | null => {
    const tagValue = tags.get(tag);
    if (tagValue === undefined) return null;
    const value = values.find((each) => each === tagValue.toLowerCase());
    if (!value) errors.push(`${tag}=${tagValue.slice(0, 40)} is not one of ${values.join(', ')}`);
    return value ?? null;
  };
  const policies = ['none', 'quarantine', 'reject'] as const;
  const policy = oneOf('p', policies);
  const rua = addresses(tags.get('rua'), 'rua', errors);
  if (!policy && rua.length === 0) return null;
  if (!policy && !tags.has('p')) errors.push('there is no p= tag, so the policy is none');
  if (tags.has('pct')) errors.push('pct= is obsolete: RFC 9989 receivers ignore it');
  return {
    text,
    policy: policy ?? 'none',
    subdomainPolicy: oneOf('sp', policies),
    nonexistentPolicy: oneOf('np', policies),
    pct: parsePercent(tags.get('pct'), errors),
    psd: oneOf('psd', ['y', 'n', 'u']) ?? 'u',
    testing: oneOf('t', ['y', 'n']) === 'y',
    adkim: oneOf('adkim', ['r', 's']) ?? 'r',
    aspf: oneOf('aspf', ['r', 's']) ?? 'r',
    rua,
    ruf: addresses(tags.get('ruf'), 'ruf', errors),
    errors,
  };
}

function readTags(text: string, errors: string[]): Map<string, string> {
  const tags = new Map<string, string>();
  for (const part of text.split(';')) {
    if (part.trim() === '') continue;
    const at = part.indexOf('=');
    const tag = part.slice(0, at).trim().toLowerCase();
    if (at < 0 || !/^[a-z][a-z0-9_]*$/.test(tag))
      errors.push(`${JSON.stringify(part.trim().slice(0, 40))} is not a tag`);
    else if (tags.has(tag)) errors.push(`${tag}= occurs twice; the first counts`);
    else tags.set(tag, part.slice(at + 1).trim());
  }
  return tags;
}

function parsePercent(given: string | undefined, errors: string[]): number {
  if (given === undefined) return 100;
  if (/^\d{1,3}$/.test(given) && Number(given) <= 100) return Number(given);
  errors.push('pct is not a number from 0 to 100');
  return 100;
}

function addresses(given: string | undefined, tag: string, errors: string[]): string[] {
  const uris = (given ?? '')
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '');
  const good = uris.filter((each) => /^mailto:[^\s@]+@[^\s@]+$/i.test(each));
  if (good.length < uris.length) errors.push(`${tag}= contains an entry that is not a mailto: address`);
  return good.slice(0, maxAddresses);
}
