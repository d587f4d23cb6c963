import assert from 'node:assert/strict';
import type { FailureCase } from './case.ts';

const ofDomain = (domain: string) => () => ({ domain });

/** A part of the response that is read from a separate host, independent of DNS. */
const authPart = (domain: string, expected: readonly string[], unknown: object): FailureCase => ({
  skill: 'email-auth',
  upstream: `DNS of a part of ${domain}`,
  query: ofDomain(domain),
  expected,
  unknown: { ...unknown },
});

/** Skills that query DNS and registries. */
export const nameCases: readonly FailureCase[] = [
  ...['dns-lookup', 'email-auth', 'ip-geo', 'domain-intel'].map(
    (skill): FailureCase => ({
      skill,
      upstream: 'DNS',
      query: ofDomain('dark.com'),
      expected: 'refused',
    }),
  ),
  {
    skill: 'verify-email',
    upstream: 'DNS',
    query: () => ({ email: 'a@dark.com' }),
    expected: ['mx', 'deliverable', 'disposable'],
    unknown: { 'mx.found': null, deliverable: 'unknown', disposable: null },
  },
  {
    skill: 'verify-email',
    upstream: 'DNS of the mail host',
    query: () => ({ email: 'a@hosted.com' }),
    expected: ['deliverable'],
    unknown: { deliverable: 'unknown' },
  },
  authPart('spf.com', ['spf.lookups', 'spf.valid'], { 'spf.valid': null }),
  authPart('bimi.com', ['bimi'], { 'bimi.found': null }),
  authPart('sts.com', ['mta_sts'], { 'mta_sts.found': null }),
  authPart('rpt.com', ['tls_rpt'], { 'tls_rpt.found': null }),
  authPart('key.com', ['dkim.selectors'], {}),
  {
    skill: 'email-auth',
    upstream: 'the MTA-STS policy',
    query: ofDomain('policy.com'),
    faults: ['dead', 'silent', 'failing'],
    expected: ['mta_sts.mode'],
    unknown: { 'mta_sts.found': true, 'mta_sts.valid': null, 'mta_sts.mode': null },
  },
  {
    skill: 'email-auth',
    upstream: 'the MTA-STS policy',
    query: ofDomain('policy.com'),
    faults: ['garbage'],
    // It was read, and it is not a policy.
    expected: ({ mta_sts }) => assert.match(mta_sts.errors.join(), /the policy has no version/),
  },
  {
    skill: 'domain-intel',
    upstream: 'the home page, its registry and DNS of its keys',
    query: ofDomain('key.com'),
    expected: ['deliverability.dkim', 'deliverability.grade', 'metadata', 'tech_stack', 'registration'],
    unknown: { 'deliverability.dkim': null, 'deliverability.grade': null, registration: null },
  },
  { skill: 'whois-rdap', upstream: 'RDAP', query: ofDomain('dark.com'), expected: 'refused' },
  { skill: 'whois-rdap', upstream: 'WHOIS', query: ofDomain('dark.org'), expected: 'refused' },
  { skill: 'vies-check', upstream: 'VIES', query: () => ({ vat: 'IE6388047V' }), expected: 'refused' },
];
