import type { Bimi } from './bimi.ts';
import type { DkimSurvey } from './dkim.ts';
import type { DmarcRecord } from './dmarc.ts';
import type { MtaSts, TlsReporting } from './mta-sts.ts';
import type { Posture } from './posture.ts';
import { maxLookups } from './spf/dns-lookups.ts';
import { readSpf } from './spf/record.ts';
import type { SpfSurvey } from './spf/survey.ts';
import { readTags } from './text-records.ts';

/** A record to publish to correct a fault. */
interface RecordFix {
  readonly about: 'spf' | 'dmarc' | 'dkim' | 'mta_sts' | 'tls_rpt' | 'bimi';
  /** A fault weakens an existing record; advice adds a missing one. */
  readonly severity: 'fault' | 'advice';
  readonly fault: string;
  /** DNS name of the record. */
  readonly name: string;
  /** Content of the TXT record; null if only the owner can know it. */
  readonly value: string | null;
  readonly note: string | null;
}

interface MailFindings {
  readonly domain: string;
  readonly posture: Posture;
  readonly dkim: DkimSurvey;
  readonly bimi: Bimi;
  readonly mtaSts: MtaSts;
  readonly tlsRpt: TlsReporting;
  /** Null if the DNS lookup failed; empty if the domain accepts no mail. */
  readonly mailHosts: readonly string[] | null;
  readonly now: Date;
}

/** One fix per fault found. Nothing is advised where the current state is unknown. */
export function fixesFor(findings: MailFindings): RecordFix[] {
  const { domain, posture, mailHosts } = findings;
  const takesMail = mailHosts === null || mailHosts.length > 0;
  return [
    ...spfFixes(domain, posture.spf, takesMail),
    ...dmarcFixes(domain, posture, takesMail),
    ...dkimFixes(findings),
    ...(takesMail ? transportFixes(findings) : []),
    ...bimiFixes(findings),
  ];
}

const weakestRsa = 2_048;

function dkimFixes({ domain, dkim }: MailFindings): RecordFix[] {
  const unreadable = dkim.selectors
    .filter(({ found, key_type, bits }) => found && /^(?:rsa|ed25519)$/.test(key_type ?? '') && bits === null)
    .map(
      ({ selector, key_type }): RecordFix => ({
        about: 'dkim',
        severity: 'fault',
        fault: `the key of ${selector} is not a readable ${key_type} key, so no signature by it can be checked`,
        name: `${selector}._domainkey.${domain}`,
        value: null,
        note: 'Publish the record again as the signing service shows it: keys are often cut off at 255 characters.',
      }),
    );
  return [...unreadable, ...weakKeyFixes(domain, dkim)];
}

function weakKeyFixes(domain: string, dkim: DkimSurvey): RecordFix[] {
  return dkim.selectors
    .filter(({ found, key_type, bits }) => found && key_type === 'rsa' && bits !== null && bits < weakestRsa)
    .map(({ selector, bits }) => ({
      about: 'dkim',
      severity: (bits ?? 0) < 1_024 ? 'fault' : 'advice',
      fault: `the key of ${selector} has ${bits} bits; receivers require ${weakestRsa}`,
      name: `${selector}._domainkey.${domain}`,
      value: null,
      note: `Create a key of ${weakestRsa} bits where the mail is signed, publish it under a new selector, then empty p= here.`,
    }));
}

function transportFixes({ domain, mtaSts, tlsRpt, mailHosts, now }: MailFindings): RecordFix[] {
  const fixes: RecordFix[] = [];
  const id = now.toISOString().replaceAll(/\D/g, '').slice(0, 14);
  const hosts = (mailHosts ?? []).map((host) => `mx: ${host}`);
  const file = ['version: STSv1', 'mode: testing', ...hosts, 'max_age: 604800'].join('\n');
  if (mtaSts.found === false || mtaSts.valid === false)
    fixes.push({
      about: 'mta_sts',
      severity: mtaSts.found ? 'fault' : 'advice',
      fault: mtaSts.errors[0] ?? 'there is no MTA-STS record',
      name: `_mta-sts.${domain}`,
      value: `v=STSv1; id=${id}`,
      note: `Serve at https://mta-sts.${domain}/.well-known/mta-sts.txt as text/plain:\n${file}`,
    });
  if (tlsRpt.found === false || tlsRpt.valid === false)
    fixes.push({
      about: 'tls_rpt',
      severity: tlsRpt.found ? 'fault' : 'advice',
      fault: tlsRpt.errors[0] ?? 'there is no TLS-RPT record',
      name: `_smtp._tls.${domain}`,
      value: `v=TLSRPTv1; rua=${tlsRpt.rua.join(',') || `mailto:tls-reports@${domain}`}`,
      note: null,
    });
  return fixes;
}

function bimiFixes({ domain, bimi }: MailFindings): RecordFix[] {
  if (bimi.valid !== false) return [];
  const certificate = bimi.certificate_url?.startsWith('https:') ? ` a=${bimi.certificate_url}` : '';
  const logo = bimi.logo_url?.startsWith('https:') && /\.svgz?$/i.test(bimi.logo_url) ? bimi.logo_url : null;
  return [
    {
      about: 'bimi',
      severity: 'fault',
      fault: bimi.errors.join('; '),
      name: `default._bimi.${domain}`,
      value: `v=BIMI1; l=${logo ?? `https://${domain}/logo.svg`};${certificate}`,
      note: 'Receivers show a logo only under an enforced DMARC policy, in SVG Tiny PS.',
    },
  ];
}

/** The record to publish so that receivers reject mail that fails, one careful step at a time. */
function dmarcFixes(domain: string, { dmarc, spf }: Posture, takesMail: boolean): RecordFix[] {
  const { record, at, errors } = dmarc;
  const fix = (fault: string, value: string, note: string | null = null): RecordFix => ({
    about: 'dmarc',
    severity: 'fault',
    fault,
    name: `_dmarc.${at ?? domain}`,
    value,
    note,
  });
  if (!record) {
    const silent = !takesMail && spf.all === '-all';
    const fault = errors[0] ?? 'there is no DMARC record';
    const reports = `rua=mailto:dmarc-reports@${domain}`;
    return [
      silent
        ? fix(fault, 'v=DMARC1; p=reject')
        : fix(
            fault,
            `v=DMARC1; p=none; ${reports}`,
            'Read the reports until all of your own mail passes, then publish p=quarantine and finally p=reject.',
          ),
    ];
  }
  const faults = [
    ...(record.policy === 'none' ? ['the policy is none: mail that fails the check is delivered'] : []),
    ...(record.testing ? ['the policy is in test mode (t=y)'] : []),
    ...record.errors,
  ];
  if (faults.length > 0) return [fix(faults.join('; '), repairRecord(record, at ?? domain))];
  if (record.policy === 'quarantine')
    return [
      {
        ...fix(
          'the policy is quarantine: mail that fails the check goes to junk',
          repairRecord(record, at ?? domain, 'reject'),
        ),
        severity: 'advice',
      },
    ];
  return [];
}

/** Tags to keep; t= and pct= weaken a policy, so they are dropped. */
const preservedTags = ['sp', 'np', 'adkim', 'aspf', 'fo', 'psd', 'ruf'];

function repairRecord(record: DmarcRecord, domain: string, policy?: string): string {
  const tags = readTags(record.text);
  const next = policy ?? (record.policy === 'none' ? 'quarantine' : record.policy);
  const rua = record.rua.length > 0 ? record.rua : [`mailto:dmarc-reports@${domain}`];
  const preserved = preservedTags.flatMap((tag) => {
    const value = tag === 'ruf' ? record.ruf.join(',') : tags.get(tag);
    const usable = !(tag === 'sp' || tag === 'np') || ['none', 'quarantine', 'reject'].includes(value ?? '');
    return value && usable ? [`${tag}=${value}`] : [];
  });
  return ['v=DMARC1', `p=${next}`, ...preserved, `rua=${rua.join(',')}`].join('; ');
}

const allTerms = ['-all', '~all', '?all', '+all'];

/**
 * The record to publish in place of a faulty one: the valid terms, merged into one record with a definite
 * `all`.
 */
function spfFixes(domain: string, spf: SpfSurvey, takesMail: boolean): RecordFix[] {
  const fix = (fault: string, value: string | null, note: string | null = null): RecordFix => ({
    about: 'spf',
    severity: 'fault',
    fault,
    name: domain,
    value,
    note,
  });
  if (spf.record === null) {
    return [
      takesMail
        ? fix(
            'there is no SPF record',
            'v=spf1 mx ~all',
            'Add an include: of every service that sends for you.',
          )
        : fix(
            'there is no SPF record',
            'v=spf1 -all',
            'The domain accepts no mail; this declares that it sends none.',
          ),
    ];
  }
  const mended = mergeRecords(spf.texts);
  if (spf.texts.length > 1)
    return [
      fix(
        `there are ${spf.texts.length} SPF records, so receivers ignore them`,
        mended,
        'Remove the others.',
      ),
    ];
  const own = readSpf(spf.record).errors;
  if (own.length > 0) return [fix(own.join('; '), mended, 'Terms that are not valid SPF are left out.')];
  const fixes: RecordFix[] = [];
  if (spf.lookups > maxLookups) {
    const note = `Remove includes of services that no longer send for you, or name their addresses, until ${maxLookups} lookups are enough.`;
    fixes.push(fix(`it takes ${spf.lookups} DNS lookups; receivers stop at ${maxLookups}`, null, note));
  } else if (spf.valid === false) {
    const missing = spf.errors.flatMap(
      (error) => /^include:(\S+) (?:has no SPF record|leads back)/.exec(error)?.[1] ?? [],
    );
    fixes.push(fix(spf.errors.join('; '), missing.length > 0 ? removeIncludes(mended, missing) : null));
  }
  if (spf.all === '+all') fixes.push(fix('it ends in +all: every server may send', mended));
  else if (spf.all === '?all' || spf.all === null)
    fixes.push(fix('it does not say that other servers may not send', mended));
  return fixes;
}

/**
 * The valid terms of all records, each once, and the strictest `all` among them, or `~all` if there is none.
 */
function mergeRecords(texts: readonly string[]): string {
  const terms = texts.flatMap((text) => text.split(' ').slice(1)).filter((term) => term !== '');
  const good = terms.filter((term) => readSpf(`v=spf1 ${term}`).errors.length === 0);
  const ends = good.filter((term) => /^[-~?+]?all$/i.test(term)).map((term) => term.toLowerCase());
  const strictest = allTerms.slice(0, 2).find((all) => ends.includes(all));
  const redirect = good.find((term) => /^redirect=/i.test(term));
  const rest = [...new Set(good)].filter((term) => !/^(?:[-~?+]?all$|redirect=)/i.test(term));
  // A redirect applies only if there is no `all`.
  const end = strictest ?? (ends.length === 0 && redirect ? redirect : '~all');
  return ['v=spf1', ...rest, end].join(' ');
}

const removeIncludes = (record: string, includes: readonly string[]): string =>
  record
    .split(' ')
    .filter((term) => !includes.some((name) => term.toLowerCase().endsWith(`include:${name}`)))
    .join(' ');
