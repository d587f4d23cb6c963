import assert from 'node:assert/strict';
import { randomInt } from 'node:crypto';
import { test } from 'node:test';
import { type Certificate, makeCertificate } from '../../../counterparts/certificate.ts';
import { serveHttp, serveHttps, serveTcp } from '../../../counterparts/servers.ts';
import { trust } from '../../../counterparts/trust.ts';
import { noWebPorts } from '../../../fixtures/utility/internet.ts';
import { startWorld } from '../../../fixtures/utility/world.ts';

const dayMs = 86_400_000;
const inDays = (days: number) => new Date(Date.now() + days * dayMs);

function trusted(certificate: Certificate): Certificate {
  trust(certificate.cert);
  return certificate;
}

const oldTls = { minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' } as const;

/** Sites with valid TLS, and what is reported about it. */
const good: Record<string, [Parameters<typeof serveHttps>[1], Record<string, unknown>]> = {
  'rsa.test': [
    trusted(makeCertificate(['rsa.test'], inDays(-10), inDays(90), 'RSA')),
    { key: 'RSA 2048', protocol: 'TLSv1.3', days_left: 89 },
  ],
  'p256.test': [
    trusted(makeCertificate(['p256.test', '*.p256.test'], inDays(-10), inDays(90))),
    { key: 'EC 256', names: ['p256.test', '*.p256.test'] },
  ],
  'p384.test': [
    trusted(makeCertificate(['p384.test'], inDays(-10), inDays(0.5), 'P-384')),
    { key: 'EC 384', days_left: 0 },
  ],
  'ed.test': [trusted(makeCertificate(['ed.test'], inDays(-10), inDays(90), 'Ed25519')), { key: 'ED25519' }],
  'old.test': [
    { ...trusted(makeCertificate(['old.test'], inDays(-10), inDays(90), 'RSA')), maxVersion: 'TLSv1.2' },
    { protocol: 'TLSv1.2', key: 'RSA 2048' },
  ],
};

/** Sites with untrusted TLS, with the reason, and whether the certificate is at fault. */
const bad: Record<string, [Parameters<typeof serveHttps>[1] | null, RegExp, string]> = {
  'expired.test': [
    trusted(makeCertificate(['expired.test'], inDays(-100), inDays(-3))),
    /certificate has expired/,
    'hsts-invalid-cert',
  ],
  'early.test': [
    trusted(makeCertificate(['early.test'], inDays(3), inDays(100))),
    /certificate is not valid yet/,
    'hsts-invalid-cert',
  ],
  'self.test': [makeCertificate(['self.test']), /certificate is self-signed/, 'hsts-invalid-cert'],
  'wrong.test': [
    trusted(makeCertificate(['other.test'])),
    /certificate is for another host/,
    'hsts-invalid-cert',
  ],
  'ancient.test': [
    { ...trusted(makeCertificate(['ancient.test'], inDays(-1), inDays(9), 'RSA')), ...oldTls },
    /not support TLS 1\.2 or later/,
    'hsts-not-implemented-no-https',
  ],
  'plain.test': [null, /does not speak TLS/, 'hsts-not-implemented-no-https'],
};

test('TLS and certificate of a site, good and bad', { skip: noWebPorts }, async (t) => {
  const addresses = new Map<string, string>();
  const pick = () => `127.${randomInt(2, 250)}.${randomInt(0, 250)}.${randomInt(2, 250)}`;
  const ok = (_: unknown, response: import('node:http').ServerResponse) =>
    void response.writeHead(200, { 'content-type': 'text/html' }).end('<title>Here</title>');
  for (const [host, [tls]] of [...Object.entries(good), ...Object.entries(bad)]) {
    const address = pick();
    addresses.set(host, address);
    await serveHttp(t, ok, address, 80);
    if (tls) await serveHttps(t, tls, ok, address, 443);
    else await serveTcp(t, (socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'), address, 443);
  }
  const zone = Object.fromEntries([...addresses].map(([host, address]) => [host, { A: [address] }]));
  const { utility, ally } = await startWorld(t, { zone });
  const grade = async (host: string) => {
    const answer = await utility.get(`/security-headers?url=https://${host}/`, { ally });
    assert.equal(answer.status, 200, answer.text);
    return answer.json;
  };
  for (const [host, [, facts]] of Object.entries(good))
    await t.test(host, async () => {
      const { tls, tls_error } = await grade(host);
      const found = Object.fromEntries(Object.keys(facts).map((name) => [name, tls?.[name]]));
      assert.deepEqual([found, tls_error], [facts, null]);
    });
  for (const [host, [, reason, result]] of Object.entries(bad))
    await t.test(host, async () => {
      const { tls, tls_error, tests } = await grade(host);
      assert.equal(tls, null);
      assert.match(tls_error, reason);
      const transport = tests.find((each: { name: string }) => each.name === 'strict-transport-security');
      assert.equal(transport.result, result);
    });
});
