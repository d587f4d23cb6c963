import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gradeVisit } from '../../../../../src/utility/sites/security-headers/grade.ts';
import type { SeenResponse, Visit } from '../../../../../src/utility/sites/security-headers/seen-response.ts';

type Headers = Record<string, string | string[]>;

const seen = (url: string, headers: Headers = {}, status = 200): SeenResponse => ({
  url: new URL(url),
  status,
  headers,
});

function visitOf(headers: Headers = {}, more: Partial<Visit> = {}): Visit {
  const main = seen('https://site.test/', headers);
  return {
    host: 'site.test',
    http: [seen('http://site.test/', {}, 301), main],
    httpUntrusted: false,
    https: [main],
    httpsUntrusted: false,
    main,
    page: { policies: [], referrer: null, scripts: [] },
    cookies: [headers['set-cookie'] ?? []].flat().map((header) => ({ from: 'site.test', header })),
    cors: null,
    corsOrigin: 'https://stranger.invalid',
    preloaded: () => false,
    ...more,
  };
}

const resultOf = (visit: Visit, name: string) =>
  gradeVisit(visit).tests.find((each) => each.name === name)!.result;

const strong = {
  'content-security-policy': "default-src 'none'; script-src 'self'; frame-ancestors 'none'",
  'strict-transport-security': 'max-age=63072000; includeSubDomains; preload',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-embedder-policy': 'require-corp',
  'set-cookie': ['a=1; Secure; SameSite=Lax'],
};

test('grade and score match, with bonus points only from a full base score', () => {
  const bare = gradeVisit(visitOf());
  // No policy -25, no HSTS -20, no nosniff -5, may be framed -20.
  assert.deepEqual([bare.grade, bare.score], ['D', 30]);
  assert.equal(bare.recommendations.length, 4);
  const best = gradeVisit(visitOf(strong));
  // +10 policy, +5 cookies, +5 referrer, +5 framing, +10 for each of the three cross-origin headers.
  assert.deepEqual([best.grade, best.score, best.recommendations], ['A+', 155, []]);
  const { 'x-content-type-options': _, ...nearly } = strong;
  assert.equal(gradeVisit(visitOf(nearly)).score, 150);
  const lacking = gradeVisit(
    visitOf({ ...nearly, 'content-security-policy': "default-src 'self' 'unsafe-eval'" }),
  );
  // 100 - 5 - 10 - 20 is below 90: bonuses do not count.
  assert.deepEqual([lacking.score, lacking.grade], [65, 'B-']);
  const worst = gradeVisit({
    ...visitOf({ 'set-cookie': 'session=1' }),
    http: [seen('http://site.test/')],
    https: null,
    main: seen('http://site.test/'),
  });
  assert.deepEqual([worst.score, worst.grade], [0, 'F']);
});

test('content security policies are graded', () => {
  const csp = (policy: string | string[], more: Partial<Visit> = {}) =>
    resultOf(visitOf({ 'content-security-policy': policy }, more), 'content-security-policy').replace(
      /^csp-/,
      '',
    );
  const cases: [string | string[], string][] = [
    ["default-src 'none'", 'implemented-with-no-unsafe-default-src-none'],
    ["default-src 'self'", 'implemented-with-no-unsafe'],
    ["default-src 'self'; style-src 'unsafe-inline'", 'implemented-with-unsafe-inline-in-style-src-only'],
    ["default-src 'self'; img-src http:", 'implemented-with-insecure-scheme-in-passive-content-only'],
    ["default-src 'self'; script-src 'unsafe-eval'", 'implemented-with-unsafe-eval'],
    ["default-src 'self'; connect-src http://a.test", 'implemented-with-insecure-scheme'],
    ["default-src 'self' 'unsafe-inline'", 'implemented-with-unsafe-inline'],
    ["script-src 'self'", 'implemented-with-unsafe-inline'],
    ['default-src https:', 'implemented-with-unsafe-inline'],
    [
      "object-src 'none'; script-src 'nonce-abc' 'unsafe-inline' 'strict-dynamic' https:; style-src 'self'",
      'implemented-with-no-unsafe',
    ],
    ["default-src 'none'; script-src 'strict-dynamic'", 'header-invalid'],
    ["default-src 'none'; default-src 'self'", 'header-invalid'],
    ["default-src 'none'; report-uri /a; report-uri /b", 'implemented-but-duplicate-directives'],
    ['abc', 'header-invalid'],
    [["default-src 'self' https:", "default-src 'self'"], 'implemented-with-no-unsafe'],
    ["default-src 'self' https:, default-src 'self'", 'implemented-with-no-unsafe'],
  ];
  for (const [policy, wanted] of cases) assert.equal(csp(policy), wanted, String(policy));
  assert.equal(
    resultOf(
      visitOf({ 'content-security-policy-report-only': "default-src 'none'" }),
      'content-security-policy',
    ),
    'csp-not-implemented-but-reporting-enabled',
  );
  const meta = (policy: string) => visitOf({}, { page: { policies: [policy], referrer: null, scripts: [] } });
  assert.equal(
    resultOf(meta("default-src 'none'"), 'content-security-policy'),
    'csp-implemented-with-no-unsafe-default-src-none',
  );
  assert.equal(resultOf(meta("frame-ancestors 'none'"), 'content-security-policy'), 'csp-not-implemented');
});

test('cookies, transport and redirects are graded', () => {
  const hsts = { 'strict-transport-security': 'max-age=15552000' };
  const cookie = (header: string, more: Headers = {}) =>
    resultOf(visitOf({ 'set-cookie': header, ...more }), 'cookies').replace(/^cookies-/, '');
  assert.equal(cookie('a=1; Secure; SameSite=Lax'), 'secure-with-httponly-sessions-and-samesite');
  assert.equal(cookie('a=1; Secure'), 'secure-with-httponly-sessions');
  assert.equal(cookie('a=1'), 'without-secure-flag');
  assert.equal(cookie('a=1', hsts), 'without-secure-flag-but-protected-by-hsts');
  assert.equal(cookie('SESSID=1', hsts), 'session-without-httponly-flag');
  assert.equal(cookie('SESSID=1; HttpOnly', hsts), 'session-without-secure-flag-but-protected-by-hsts');
  assert.equal(cookie('SESSID=1; HttpOnly'), 'session-without-secure-flag');
  assert.equal(cookie('a=1; Secure; SameSite=Maybe'), 'samesite-flag-invalid');
  assert.equal(cookie('csrf=1; Secure'), 'anticsrf-without-samesite-flag');
  assert.equal(cookie('a=1; Domain=other.test'), 'not-found');

  const transport = (header: string) =>
    resultOf(visitOf({ 'strict-transport-security': header }), 'strict-transport-security');
  assert.equal(transport('max-age=15552000'), 'hsts-implemented-max-age-at-least-six-months');
  assert.equal(transport('max-age=300'), 'hsts-implemented-max-age-less-than-six-months');
  assert.equal(transport('includeSubDomains'), 'hsts-header-invalid');
  assert.equal(transport('max-age=1, max-age=2'), 'hsts-header-invalid');
  assert.equal(
    resultOf(visitOf({}, { preloaded: () => true }), 'strict-transport-security'),
    'hsts-preloaded',
  );
  assert.equal(
    resultOf(visitOf({}, { https: null }), 'strict-transport-security'),
    'hsts-not-implemented-no-https',
  );
  assert.equal(
    resultOf(visitOf({}, { https: null, httpsUntrusted: true }), 'strict-transport-security'),
    'hsts-invalid-cert',
  );

  const route = (...urls: string[]) =>
    resultOf(visitOf({}, { http: urls.map((each) => seen(each)) }), 'redirection').replace(
      'redirection-',
      '',
    );
  assert.equal(route('http://a.test/', 'https://a.test/'), 'to-https');
  assert.equal(route('http://a.test/'), 'missing');
  assert.equal(route('http://a.test/', 'http://b.test/'), 'not-to-https');
  assert.equal(
    route('http://a.test/', 'http://www.a.test/', 'https://www.a.test/'),
    'not-to-https-on-initial-redirection',
  );
  assert.equal(route('http://a.test/', 'https://www.a.test/'), 'off-host-from-http');
  assert.equal(resultOf(visitOf({}, { http: null }), 'redirection'), 'redirection-not-needed-no-http');
});

test('scripts, framing, referrer and origins are graded', () => {
  const scripts = (...all: [string | null, string | null][]) =>
    resultOf(
      visitOf(
        {},
        {
          page: {
            policies: [],
            referrer: null,
            scripts: all.map(([src, integrity]) => ({ src, integrity })),
          },
        },
      ),
      'subresource-integrity',
    ).replace('sri-', '');
  assert.equal(scripts(), 'not-implemented-but-no-scripts-loaded');
  assert.equal(
    scripts([null, null], ['/a.js', null]),
    'not-implemented-but-all-scripts-loaded-from-secure-origin',
  );
  assert.equal(
    scripts(['https://www.site.test/a.js', 'sha384-x']),
    'implemented-and-all-scripts-loaded-securely',
  );
  assert.equal(
    scripts(['https://cdn.other.test/a.js', 'sha384-x']),
    'implemented-and-external-scripts-loaded-securely',
  );
  assert.equal(
    scripts(['https://cdn.other.test/a.js', null]),
    'not-implemented-but-external-scripts-loaded-securely',
  );
  assert.equal(
    scripts(['//cdn.other.test/a.js', 'sha384-x']),
    'implemented-but-external-scripts-not-loaded-securely',
  );
  assert.equal(
    scripts(['http://cdn.other.test/a.js', null]),
    'not-implemented-and-external-scripts-not-loaded-securely',
  );

  const of = (name: string, headers: Headers) => resultOf(visitOf(headers), name);
  assert.equal(of('x-frame-options', { 'x-frame-options': 'Deny ' }), 'x-frame-options-sameorigin-or-deny');
  assert.equal(of('x-frame-options', { 'x-frame-options': 'ALLOWALL' }), 'x-frame-options-header-invalid');
  assert.equal(
    of('x-frame-options', { 'content-security-policy': "default-src 'self'; frame-ancestors 'self'" }),
    'x-frame-options-implemented-via-csp',
  );
  assert.equal(
    of('referrer-policy', { 'referrer-policy': 'unsafe-url, strict-origin' }),
    'referrer-policy-private',
  );
  assert.equal(of('referrer-policy', { 'referrer-policy': 'origin' }), 'referrer-policy-unsafe');
  assert.equal(of('referrer-policy', { 'referrer-policy': 'nope' }), 'referrer-policy-header-invalid');
  assert.equal(
    of('cross-origin-opener-policy', { 'cross-origin-opener-policy': 'same-origin; report-to="a"' }),
    'coop-implemented-with-same-origin',
  );
  assert.equal(
    of('cross-origin-opener-policy', { 'cross-origin-opener-policy': 'Same-Origin' }),
    'coop-header-invalid',
  );
  const cors = (headers: Headers) =>
    resultOf(visitOf({}, { cors: seen('https://site.test/', headers) }), 'cross-origin-resource-sharing');
  assert.match(cors({ 'access-control-allow-origin': '*' }), /public/);
  assert.match(cors({ 'access-control-allow-origin': 'https://stranger.invalid' }), /restricted/);
  assert.match(
    cors({
      'access-control-allow-origin': 'https://stranger.invalid',
      'access-control-allow-credentials': 'true',
    }),
    /universal/,
  );
});

test('cross-origin policies: duplicate headers do not count, and an invalid parameter is a fault', () => {
  const result = (name: string, value: string | string[]) => resultOf(visitOf({ [name]: value }), name);
  const corp = (value: string | string[]) => result('cross-origin-resource-policy', value);
  assert.equal(corp('Same-Origin'), 'corp-implemented-with-same-origin');
  for (const value of [
    ['same-origin', 'cross-origin'],
    ['same-origin', 'same-origin'],
    'same-origin, same-site',
    'same-origin;',
    'nobody',
  ])
    assert.equal(corp(value), 'corp-header-invalid', String(value));
  const coep = (value: string | string[]) => result('cross-origin-embedder-policy', value);
  for (const value of [
    'require-corp',
    'require-corp; report-to="main"',
    'require-corp;report-to="a b";x=1;y=?1',
    ' require-corp ',
  ])
    assert.equal(coep(value), 'coep-implemented-with-require-corp', value);
  for (const value of [
    ['require-corp', 'require-corp'],
    'Require-Corp',
    '"require-corp"',
    'require-corp, credentialless',
    'require-corp;',
    'require-corp; report-to=',
    'require-corp; report-to="main',
    'require-corp; Report-To="main"',
    'require-corp report-to="main"',
    'true',
  ])
    assert.equal(coep(value), 'coep-header-invalid', String(value));
});
