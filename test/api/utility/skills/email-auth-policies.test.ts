import assert from 'node:assert/strict';
import { randomInt } from 'node:crypto';
import { test } from 'node:test';
import { makeCertificate } from '../../../counterparts/certificate.ts';
import type { Zone } from '../../../counterparts/dns-server.ts';
import { serveHttps } from '../../../counterparts/servers.ts';
import { trust } from '../../../counterparts/trust.ts';
import { noWebPorts } from '../../../fixtures/utility/internet.ts';
import { startWorld } from '../../../fixtures/utility/world.ts';

/** MTA-STS policies are served only on port 443. */
const policyHost = `127.${randomInt(2, 250)}.${randomInt(0, 250)}.${randomInt(2, 250)}`;
const mx = (...hosts: string[]) => hosts.map((exchange, index) => ({ exchange, priority: index }));

const zone: Zone = {
  'full.test': { TXT: ['v=spf1 -all'], MX: mx('mx1.full.test', 'a.mail.test') },
  '_dmarc.full.test': { TXT: ['v=DMARC1; p=reject; rua=mailto:d@full.test'] },
  'default._bimi.full.test': { TXT: ['v=BIMI1; l=https://full.test/logo.svg; a=https://full.test/vmc.pem'] },
  '_mta-sts.full.test': { TXT: ['v=STSv1; id=20261115'] },
  'mta-sts.full.test': { A: [policyHost] },
  '_smtp._tls.full.test': { TXT: ['v=TLSRPTv1; rua=mailto:tls@full.test,https://full.test/tls'] },
  'worse.test': { TXT: ['v=spf1 -all'], MX: mx('mx.worse.test') },
  '_dmarc.worse.test': { TXT: ['v=DMARC1; p=none; sp=reject; ruf=mailto:f@worse.test'] },
  'default._bimi.worse.test': { TXT: ['v=BIMI1; l=http://worse.test/logo.png'] },
  '_mta-sts.worse.test': { TXT: ['v=STSv1; id=1'] },
  'mta-sts.worse.test': { A: [policyHost] },
  '_smtp._tls.worse.test': { TXT: ['v=TLSRPTv1; rua=tls@worse.test'] },
  'mute.test': { TXT: ['v=spf1 mx -all'], MX: mx('mx.mute.test') },
  '_dmarc.mute.test': { TXT: ['v=DMARC1; p=reject; rua=mailto:d@mute.test'] },
  'default._bimi.mute.test': 'servfail',
  '_mta-sts.mute.test': 'servfail',
  '_smtp._tls.mute.test': 'servfail',
};

test('email-auth: BIMI, MTA-STS and TLS-RPT are read', { skip: noWebPorts }, async (t) => {
  const { utility, ally } = await startWorld(t, { zone });
  const ask = async (domain: string) => {
    const { status, json } = await utility.get(`/email-auth?domain=${domain}`, { ally });
    assert.equal(status, 200, JSON.stringify(json));
    return json;
  };
  const certificate = makeCertificate(['mta-sts.full.test', 'mta-sts.worse.test']);
  trust(certificate.cert);
  await serveHttps(
    t,
    certificate,
    (request, response) => {
      const good = request.headers.host === 'mta-sts.full.test';
      const policy =
        'version: STSv1\r\nmode: enforce\r\nmx: mx1.full.test\r\nmx: *.mail.test\r\nmax_age: 86400\r\n';
      response.writeHead(good ? 200 : 301, {
        'content-type': 'text/plain; charset=utf-8',
        ...(!good && { location: 'https://mta-sts.full.test/.well-known/mta-sts.txt' }),
      });
      response.end(request.url === '/.well-known/mta-sts.txt' ? policy : '');
    },
    policyHost,
    443,
  );
  const full = await ask('full.test');
  assert.deepEqual(full.mta_sts, {
    found: true,
    record: 'v=STSv1; id=20261115',
    valid: true,
    mode: 'enforce',
    mx: ['mx1.full.test', '*.mail.test'],
    max_age: 86_400,
    errors: [],
  });
  assert.deepEqual(
    [full.bimi.valid, full.bimi.logo_url, full.bimi.certificate_url],
    [true, 'https://full.test/logo.svg', 'https://full.test/vmc.pem'],
  );
  assert.deepEqual(
    [full.tls_rpt.valid, full.tls_rpt.rua],
    [true, ['mailto:tls@full.test', 'https://full.test/tls']],
  );
  assert.deepEqual(full.fixes, []);

  const worse = await ask('worse.test');
  assert.deepEqual(
    [worse.mta_sts.valid, worse.bimi.valid, worse.tls_rpt.valid],
    [false, false, false],
    JSON.stringify(worse),
  );
  assert.match(worse.mta_sts.errors[0], /status 301/);
  const values = Object.fromEntries(
    worse.fixes.map(({ about, value }: { about: string; value: string }) => [about, value]),
  );
  assert.equal(
    values.dmarc,
    'v=DMARC1; p=quarantine; sp=reject; ruf=mailto:f@worse.test; rua=mailto:dmarc-reports@worse.test',
  );
  assert.equal(values.tls_rpt, 'v=TLSRPTv1; rua=mailto:tls-reports@worse.test');
  assert.match(values.mta_sts, /^v=STSv1; id=\d{14}$/);
  assert.equal(values.bimi, 'v=BIMI1; l=https://worse.test/logo.svg;');

  const unanswered = await ask('mute.test');
  assert.deepEqual(
    [unanswered.bimi.found, unanswered.mta_sts.found, unanswered.tls_rpt.found, unanswered.fixes],
    [null, null, null, []],
    'what DNS does not answer is neither absent nor to be fixed',
  );
});
