import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeCertificate } from '../../../counterparts/certificate.ts';
import { serveHttps } from '../../../counterparts/servers.ts';
import { trust } from '../../../counterparts/trust.ts';
import { startSite } from '../../../fixtures/utility/site.ts';
import { assertRefused } from '../../../harness/refused.ts';

const trusted = makeCertificate(['graded.test']);
trust(trusted.cert);

test('a site is requested as the tests need, and graded', async (t) => {
  const world = await startSite(t, {
    '/': (request, response) => {
      response.setHeader('access-control-allow-origin', request.headers.origin ?? 'none');
      response.setHeader('access-control-allow-credentials', 'true');
      response.setHeader('x-frame-options', 'DENY');
      response.setHeader('content-type', 'text/html');
      response.end(`<meta http-equiv="Content-Security-Policy" content="default-src 'none'">
        <meta name="referrer" content="no-referrer"><script src="https://cdn.other.test/a.js"></script>`);
    },
    '/robots.txt': (_, response) =>
      response.setHeader('set-cookie', 'session=1; HttpOnly').end('user-agent: *'),
    '/to': (_, response) => response.writeHead(302, { location: '/' }).end(),
    '/round': (_, response) => response.writeHead(302, { location: '/round' }).end(),
  });
  const { status, json } = await world.call('security-headers', '/to');
  assert.equal(status, 200, JSON.stringify(json));
  assert.deepEqual([json.url, json.final_url, json.status], [world.at('/to'), world.at('/'), 200]);
  const results = Object.fromEntries(
    json.tests.map((each: { name: string; result: string }) => [each.name, each.result]),
  );
  assert.deepEqual(results, {
    'content-security-policy': 'csp-implemented-with-no-unsafe-default-src-none',
    cookies: 'cookies-session-without-secure-flag',
    'cross-origin-resource-sharing': 'cross-origin-resource-sharing-implemented-with-universal-access',
    redirection: 'redirection-not-to-https',
    'referrer-policy': 'referrer-policy-private',
    'strict-transport-security': 'hsts-not-implemented-no-https',
    'subresource-integrity': 'sri-not-implemented-but-external-scripts-loaded-securely',
    'x-content-type-options': 'x-content-type-options-not-implemented',
    'x-frame-options': 'x-frame-options-sameorigin-or-deny',
    'cross-origin-resource-policy': 'corp-not-implemented',
    'cross-origin-embedder-policy': 'coep-not-implemented',
    'cross-origin-opener-policy': 'coop-not-implemented',
  });
  // -40 cookies, -50 sharing, -20 redirects, -20 transport, -5 scripts, -5 type.
  assert.deepEqual([json.grade, json.score, json.recommendations.length], ['F', 0, 6]);
  assert.ok(world.asked.includes('OPTIONS /'));
  assert.ok(json.recommendations.every((each: string) => each.length > 20));

  assertRefused(await world.call('security-headers', '/round'), 502, 'upstream_failed');
  assertRefused(await world.call('security-headers', 'http://nobody.example/'), 502, 'upstream_failed');
  assertRefused(await world.call('security-headers', 'ftp://site.test/'), 400, 'invalid_field');

  const strict = {
    'strict-transport-security': 'max-age=63072000',
    'content-security-policy': "default-src 'none'",
  };
  const secure = await serveHttps(
    t,
    trusted,
    (_, response) => void response.writeHead(200, strict).end('ok'),
  );
  const untrusted = await serveHttps(
    t,
    makeCertificate(['site.test']),
    (_, response) => void response.end('ok'),
  );
  const graded = (await world.call('security-headers', `https://graded.test:${secure.port}/`)).json;
  const resultOf = (name: string) => graded.tests.find((each: { name: string }) => each.name === name).result;
  assert.equal(resultOf('strict-transport-security'), 'hsts-implemented-max-age-at-least-six-months');
  assert.equal(resultOf('redirection'), 'redirection-not-needed-no-http');
  assert.deepEqual(graded.unknown, ['graded.test'], 'the preload list cannot be queried here');
  const { days_left, valid_from_at, valid_until_at, ...tls } = graded.tls;
  assert.deepEqual(tls, {
    protocol: 'TLSv1.3',
    cipher: 'TLS_AES_256_GCM_SHA384',
    issuer: 'graded.test',
    subject: 'graded.test',
    names: ['graded.test'],
    key: 'EC 256',
  });
  assert.ok(valid_from_at < new Date().toISOString() && valid_until_at > new Date().toISOString());
  assert.equal(days_left, Math.floor((Date.parse(valid_until_at) - Date.now()) / 86_400_000));
  assert.deepEqual([graded.tls_error, json.tls, typeof json.tls_error], [null, null, 'string']);
  // Nothing for type and framing: -25.
  assert.deepEqual([graded.score, graded.grade], [75, 'B']);
  const behind = await world.call('security-headers', `https://site.test:${untrusted.port}/`);
  assertRefused(behind, 502, 'upstream_failed');
});

test('headers that an application and its proxy both send are read as browsers do', async (t) => {
  const { call } = await startSite(t, {
    '/': (_, response) => {
      response.setHeader('content-type', 'text/html');
      response.setHeader('x-content-type-options', ['nosniff, nosniff']);
      response.setHeader('x-frame-options', ['SAMEORIGIN, SAMEORIGIN']);
      response.end('<!doctype html><title>Clocks</title><p>We make clocks.');
    },
  });
  const { json } = await call('security-headers', '/');
  const passed = Object.fromEntries(
    json.tests.map(({ name, pass }: { name: string; pass: boolean }) => [name, pass]),
  );
  assert.deepEqual([passed['x-content-type-options'], passed['x-frame-options']], [true, true]);
});
