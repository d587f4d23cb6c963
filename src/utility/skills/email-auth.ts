import { isIP } from 'node:net';
import { Type } from 'typebox';
import type { Clock } from '../../platform/clock.ts';
import { invalidField } from '../../platform/http/errors.ts';
import { nullable } from '../../platform/http/schema.ts';
import type { Dns } from '../../platform/outbound/dns.ts';
import { type NotRead, notReadField } from '../catalogue/call.ts';
import { domainParam, readDomain } from '../catalogue/params.ts';
import { skill } from '../catalogue/skill.ts';
import { type Bimi, findBimi } from '../mail/bimi.ts';
import { type DkimSurvey, surveyDkim } from '../mail/dkim.ts';
import { fixesFor } from '../mail/fixes.ts';
import { findMtaSts, findTlsReporting, type MtaSts, type TlsReporting } from '../mail/mta-sts.ts';
import { checkPosture } from '../mail/posture.ts';
import { checkSpf } from '../mail/spf/check.ts';
import type { SpfSurvey } from '../mail/spf/survey.ts';
import type { SkillTools } from './tools.ts';

const text = Type.String();
const strings = Type.Array(text);
const maybe = nullable(text);
const maxSelectors = 10;

const booleanOrNullIf = (what: string) => nullable(Type.Boolean({ description: `Null if ${what}.` }));
const published = {
  found: booleanOrNullIf('the DNS lookup failed'),
  record: maybe,
  valid: booleanOrNullIf('there is none, or a part of it could not be read for now'),
  errors: strings,
};

export const emailAuth = skill<Pick<SkillTools, 'dns' | 'clock' | 'fetcher'>>()({
  id: 'email-auth',
  priceUsd: '0.006',
  does: 'SPF, DMARC, DKIM, BIMI, MTA-STS and TLS-RPT of a domain, whether others can forge mail from it, and the records to publish.',
  params: Type.Object({
    domain: domainParam,
    selector: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 400,
        description: 'DKIM selectors to look up besides the common ones, separated by commas.',
      }),
    ),
    ip: Type.Optional(
      Type.String({
        minLength: 2,
        maxLength: 45,
        description: 'An IP address, to check whether SPF allows it to send.',
      }),
    ),
  }),
  value: 'domain',
  example: { domain: 'example.com' },
  output: Type.Object({
    domain: text,
    spf: Type.Object({
      record: maybe,
      valid: nullable(Type.Boolean({ description: 'Null if a part of it could not be read for now.' })),
      all: nullable(Type.String({ description: 'Result for all other servers: -all, ~all, ?all or +all.' })),
      lookups: Type.Integer({ description: 'DNS lookups needed, including all includes; ten are allowed.' }),
      includes: strings,
      errors: strings,
      check: nullable(
        Type.Object(
          { ip: text, result: text, matched: maybe, explanation: maybe },
          { description: 'RFC 7208 result for mail from ip.' },
        ),
      ),
    }),
    dmarc: Type.Object({
      record: maybe,
      valid: Type.Boolean(),
      found_at: nullable(
        Type.String({ description: 'The name that has the record: the domain or a parent of it.' }),
      ),
      organizational_domain: text,
      policy: nullable(Type.String({ description: 'The policy that applies to this name.' })),
      subdomain_policy: maybe,
      nonexistent_policy: maybe,
      pct: nullable(Type.Integer()),
      testing: Type.Boolean(),
      alignment: Type.Object({ dkim: text, spf: text }),
      rua: strings,
      ruf: strings,
      errors: strings,
    }),
    dkim: Type.Object({
      selectors: Type.Array(
        Type.Object({
          selector: text,
          found: nullable(Type.Boolean({ description: 'Null if the DNS lookup failed.' })),
          key_type: maybe,
          bits: nullable(Type.Integer()),
          revoked: Type.Boolean(),
        }),
        {
          description:
            'Selectors that were found, were revoked, or that you named. Finding none does not mean that there is none.',
        },
      ),
      checked: Type.Integer({ description: 'Number of selectors looked up.' }),
      unanswered: Type.Array(text, { description: 'Common selectors whose lookup failed.' }),
      wildcard: nullable(
        Type.Boolean({
          description:
            'Whether a wildcard record answers for every selector; such records are not counted. Null if the lookup failed.',
        }),
      ),
    }),
    bimi: Type.Object({
      ...published,
      logo_url: maybe,
      certificate_url: maybe,
    }),
    mta_sts: Type.Object({
      ...published,
      mode: nullable(Type.String({ description: 'enforce, testing or none, from the policy.' })),
      mx: strings,
      max_age: nullable(Type.Integer()),
    }),
    tls_rpt: Type.Object({ ...published, rua: strings }),
    fixes: Type.Array(
      Type.Object({
        about: Type.String({ enum: ['spf', 'dmarc', 'dkim', 'mta_sts', 'tls_rpt', 'bimi'] }),
        severity: Type.String({
          enum: ['fault', 'advice'],
          description:
            'fault: a record is wrong or lets mail be forged; advice: a record that could be added.',
        }),
        fault: text,
        name: Type.String({ description: 'The name to publish the TXT record at.' }),
        value: nullable(
          Type.String({
            description: 'The TXT record to publish; null if only you can know it, and note says how.',
          }),
        ),
        note: maybe,
      }),
    ),
    spoofable: Type.Boolean(),
    verdict: Type.String({ enum: ['protected', 'partly_protected', 'spoofable'] }),
    reasons: strings,
    not_read: notReadField,
  }),
  run: async ({ domain, selector, ip }, { dns, clock, fetcher }, call) => {
    const { signal } = call;
    const name = readDomain(domain);
    if (ip !== undefined && isIP(ip) === 0)
      throw invalidField('ip is not an IP address', 'Send one like 192.0.2.1.');
    const selectors = readSelectors(selector);
    const [posture, dkim, check, tlsRpt, { hosts: mailHosts, isMissing }] = await Promise.all([
      checkPosture(dns, name, signal),
      surveyDkim(dns, name, selectors, signal),
      ip === undefined ? null : checkSender(dns, name, ip, clock, signal),
      findTlsReporting(dns, name, signal),
      lookUpMailHosts(dns, name, signal),
    ]);
    const [bimi, mtaSts] = await Promise.all([
      findBimi(dns, name, posture.dmarc, signal),
      findMtaSts({ dns, fetcher }, name, mailHosts, call),
    ]);
    const { spf, dmarc, spoofable, verdict, reasons } = posture;
    const { record } = dmarc;
    return {
      domain: name,
      spf: {
        record: spf.record,
        valid: spf.valid,
        all: spf.all,
        lookups: spf.lookups,
        includes: [...spf.includes],
        errors: [...spf.errors],
        check,
      },
      dmarc: {
        record: record?.text ?? null,
        valid: record !== null,
        found_at: dmarc.at,
        organizational_domain: dmarc.organizationalDomain,
        policy: dmarc.effective,
        subdomain_policy: record && (record.subdomainPolicy ?? record.policy),
        nonexistent_policy: record && (record.nonexistentPolicy ?? record.subdomainPolicy ?? record.policy),
        pct: record?.pct ?? null,
        testing: record?.testing ?? false,
        alignment: { dkim: alignmentName(record?.adkim), spf: alignmentName(record?.aspf) },
        rua: [...(record?.rua ?? [])],
        ruf: [...(record?.ruf ?? [])],
        errors: record || dmarc.errors.length > 0 ? [...dmarc.errors] : ['there is no DMARC record'],
      },
      dkim,
      bimi,
      mta_sts: mtaSts,
      tls_rpt: tlsRpt,
      // Nothing can be published below a name that does not exist.
      fixes: isMissing
        ? []
        : fixesFor({ domain: name, posture, dkim, bimi, mtaSts, tlsRpt, mailHosts, now: clock.now() }),
      spoofable,
      verdict,
      reasons: isMissing ? ['The domain does not exist.', ...reasons] : reasons,
      not_read: listNotRead({ spf, dkim, bimi, mtaSts, tlsRpt }),
    };
  },
});

interface Parts {
  readonly spf: SpfSurvey;
  readonly dkim: DkimSurvey;
  readonly bimi: Bimi;
  readonly mtaSts: MtaSts;
  readonly tlsRpt: TlsReporting;
}

/** SPF and DMARC of the domain itself are not listed: if they cannot be read, the call fails. */
function listNotRead({ spf, dkim, bimi, mtaSts, tlsRpt }: Parts): NotRead {
  const unanswered = [
    ...dkim.unanswered,
    ...dkim.selectors.flatMap(({ selector, found }) => (found === null ? [selector] : [])),
  ];
  const unread = (part: string, { found, errors }: { found: boolean | null; errors: readonly string[] }) =>
    found === null && { [part]: errors.join('; ') };
  return {
    ...(spf.unread.length > 0 && { 'spf.lookups': spf.unread.join('; ') }),
    ...(spf.allUnknown !== null && { 'spf.all': spf.allUnknown }),
    ...(spf.unread.length > 0 && spf.valid === null && { 'spf.valid': spf.unread.join('; ') }),
    ...(unanswered.length > 0 && { 'dkim.selectors': `the DNS lookup failed for ${unanswered.join(', ')}` }),
    ...(dkim.wildcard === null && { 'dkim.wildcard': 'the lookup of an unused selector failed' }),
    ...unread('bimi', bimi),
    ...unread('mta_sts', mtaSts),
    ...(mtaSts.found &&
      mtaSts.valid === null &&
      (mtaSts.mode === null
        ? { 'mta_sts.mode': mtaSts.errors.join('; ') }
        : {
            'mta_sts.valid':
              'the DNS lookup of the mail hosts failed, so the policy cannot be compared with them',
          })),
    ...unread('tls_rpt', tlsRpt),
  };
}

interface MailHostNames {
  /** Empty if the domain accepts no mail; null if the lookup failed. */
  readonly hosts: string[] | null;
  /** DNS says that there is no such name. */
  readonly isMissing: boolean;
}

async function lookUpMailHosts(dns: Dns, domain: string, signal: AbortSignal): Promise<MailHostNames> {
  const answer = await dns.query(domain, 'MX', signal);
  if (answer.ok) {
    const names = answer.records.map(({ exchange }) => exchange.toLowerCase().replace(/\.$/, ''));
    return { hosts: names.filter(Boolean), isMissing: false };
  }
  const isMissing = answer.reason === 'nxdomain';
  return { hosts: isMissing || answer.reason === 'nodata' ? [] : null, isMissing };
}

const alignmentName = (mode: 'r' | 's' | undefined) => (mode === 's' ? 'strict' : 'relaxed');

async function checkSender(dns: Dns, domain: string, ip: string, clock: Clock, signal: AbortSignal) {
  const mail = { ip, sender: `postmaster@${domain}`, helo: domain, receiver: 'unknown', at: clock.now() };
  const { result, matched, explanation } = await checkSpf(dns, mail, signal);
  return { ip, result, matched, explanation };
}

function readSelectors(sent: string | undefined): string[] {
  const names = (sent ?? '')
    .split(',')
    .map((each) => each.trim().toLowerCase())
    .filter((each) => each !== '');
  const bad = names.find((each) => !/^[a-z0-9_-]{1,63}(?:\.[a-z0-9_-]{1,63})*$/.test(each));
  if (bad !== undefined || names.length > maxSelectors) {
    throw invalidField(
      bad === undefined
        ? `selector names more than ${maxSelectors}`
        : `selector is not a DKIM selector: ${bad}`,
      'Send names like selector=google,s1',
    );
  }
  return names;
}
