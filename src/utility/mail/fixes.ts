import type { Bimi } from './bimi.ts';
import type { DkimSurvey } from './dkim/selectors.ts';
import { dmarcFixes } from './dmarc/fixes.ts';
import type { RecordFix } from './fix.ts';
import type { MtaSts } from './mta-sts.ts';
import type { Posture } from './posture.ts';
import { spfFixes } from './spf/fixes.ts';
import type { TlsReporting } from './tls-rpt.ts';

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
