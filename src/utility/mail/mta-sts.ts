import type { Dns } from '../../platform/outbound/dns.ts';
import { OutboundError } from '../../platform/outbound/error.ts';
import type { SkillCall } from '../catalogue/call.ts';
import { publishedRecord, readTags } from './text-records.ts';

export interface MtaSts {
  readonly found: boolean | null;
  readonly record: string | null;
  /** Null if there is no policy, or if it could not be fetched for now. */
  readonly valid: boolean | null;
  readonly mode: string | null;
  readonly mx: string[];
  readonly max_age: number | null;
  readonly errors: string[];
}

interface Policy {
  readonly mode: string | null;
  readonly mx: string[];
  readonly maxAge: number | null;
  readonly errors: string[];
}

const policyBytes = 64 * 1_024;
const policyMs = 5_000;
const maxAgeS = 31_557_600;
const noPolicy = { mode: null, mx: [], max_age: null };

/** Fetches a policy; implemented by the page fetcher. */
interface PolicyFetcher {
  get(
    url: string,
    call: SkillCall,
    options: { accept: string; maxBytes: number; maxRedirects: number; timeoutMs: number },
  ): Promise<{ readonly status: number; readonly mediaType: string; readonly body: Buffer }>;
}

interface MtaStsDependencies {
  readonly dns: Pick<Dns, 'query'>;
  readonly fetcher: PolicyFetcher;
}

/**
 * Whether senders must use TLS with a domain's mail hosts (RFC 8461): the record, and the policy it
 * announces.
 */
export async function findMtaSts(
  { dns, fetcher }: MtaStsDependencies,
  domain: string,
  mailHosts: readonly string[] | null,
  call: SkillCall,
): Promise<MtaSts> {
  const name = `_mta-sts.${domain}`;
  const { found, record, errors } = await publishedRecord(dns, name, /^v=STSv1\s*;/, call.signal);
  if (record === null) return { found, record, valid: null, ...noPolicy, errors };
  if (!/^[a-z0-9]{1,32}$/i.test(readTags(record).get('id') ?? ''))
    errors.push('id= is not 1 to 32 letters and digits');
  const policy = await fetchPolicy(fetcher, domain, call);
  if ('unknown' in policy)
    return {
      found,
      record,
      valid: errors.length > 0 ? false : null,
      ...noPolicy,
      errors: [...errors, policy.unknown],
    };
  if ('fault' in policy)
    return { found, record, valid: false, ...noPolicy, errors: [...errors, policy.fault] };
  const { mode, mx, maxAge } = policy;
  const uncovered = (mailHosts ?? []).filter((host) => !mx.some((pattern) => covers(pattern, host)));
  const all = [...errors, ...policy.errors];
  if (mode !== 'none' && uncovered.length > 0)
    all.push(`the policy does not name the mail host ${uncovered.join(', ')}`);
  // Without the mail hosts it is unknown whether the policy covers them.
  const uncompared = mailHosts === null && mode !== 'none';
  const valid = all.length > 0 ? false : uncompared ? null : true;
  return { found, record, valid, mode, mx, max_age: maxAge, errors: all };
}

/** Fetched as senders do: over TLS with a valid certificate and without redirects. */
async function fetchPolicy(
  fetcher: PolicyFetcher,
  domain: string,
  call: SkillCall,
): Promise<Policy | { readonly fault: string } | { readonly unknown: string }> {
  const url = `https://mta-sts.${domain}/.well-known/mta-sts.txt`;
  try {
    const answer = await fetcher.get(url, call, {
      maxRedirects: 0,
      maxBytes: policyBytes,
      timeoutMs: policyMs,
      accept: 'text/plain',
    });
    if (answer.status === 429 || answer.status >= 500)
      return { unknown: `${url} answered with status ${answer.status}` };
    if (answer.status !== 200) return { fault: `${url} answered with status ${answer.status}` };
    if (answer.mediaType !== 'text/plain') return { fault: `${url} is not text/plain` };
    return readPolicy(answer.body.toString('utf8'));
  } catch (error) {
    if (!(error instanceof OutboundError) || error.reason === 'aborted') throw error;
    // A host that refuses connections may accept them in a minute.
    const lasting = ['name_not_found', 'tls_failed', 'too_large', 'not_public'];
    const reason = `${url} could not be fetched: ${error.message}`;
    return lasting.includes(error.reason) ? { fault: reason } : { unknown: reason };
  }
}

function readPolicy(text: string): Policy {
  const errors: string[] = [];
  const pairs = text.split(/\r?\n/).flatMap((line) => {
    const at = line.indexOf(':');
    return at < 1 ? [] : [[line.slice(0, at).trim().toLowerCase(), line.slice(at + 1).trim()] as const];
  });
  const one = (name: string) => pairs.find(([key]) => key === name)?.[1];
  if (one('version') !== 'STSv1') errors.push('the policy has no version: STSv1');
  const mode = ['enforce', 'testing', 'none'].find((each) => each === one('mode')) ?? null;
  if (mode === null) errors.push('the policy has no mode of enforce, testing or none');
  const mx = pairs.filter(([key]) => key === 'mx').map(([, value]) => value.toLowerCase());
  if (mx.length === 0 && mode !== 'none') errors.push('the policy names no mx');
  const age = one('max_age') ?? '';
  const maxAge = /^\d{1,10}$/.test(age) && Number(age) <= maxAgeS ? Number(age) : null;
  if (maxAge === null) errors.push(`the policy has no max_age from 0 to ${maxAgeS}`);
  return { mode, mx, maxAge, errors };
}

/** `*.example.com` matches exactly one label. */
function covers(pattern: string, host: string): boolean {
  return pattern.startsWith('*.') ? host.slice(host.indexOf('.')) === pattern.slice(1) : host === pattern;
}

export interface TlsReporting {
  readonly found: boolean | null;
  readonly record: string | null;
  readonly valid: boolean | null;
  readonly rua: string[];
  readonly errors: string[];
}

/** Where a domain receives reports about failed TLS connections for its mail (RFC 8460). */
export async function findTlsReporting(
  dns: Pick<Dns, 'query'>,
  domain: string,
  signal: AbortSignal,
): Promise<TlsReporting> {
  const name = `_smtp._tls.${domain}`;
  const { found, record, errors } = await publishedRecord(dns, name, /^v=TLSRPTv1\s*;/, signal);
  if (record === null) return { found, record, valid: null, rua: [], errors };
  const entries = (readTags(record).get('rua') ?? '').split(',').map((each) => each.trim());
  const rua = entries.filter((each) => /^mailto:[^\s@]+@[^\s@]+$/i.test(each) || isHttps(each));
  if (rua.length < entries.length)
    errors.push('rua= contains an entry that is neither a mailto: nor an https: address');
  return { found, record, valid: errors.length === 0, rua, errors };
}

const isHttps = (url: string) => URL.parse(url)?.protocol === 'https:';
