import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startRegistry } from '../../../counterparts/registry-servers.ts';
import { serveHttp } from '../../../counterparts/servers.ts';
import { startWorld } from '../../../fixtures/utility/world.ts';
import { assertRefused } from '../../../harness/refused.ts';

const localAddress = { A: ['127.0.0.1'] };
const zone = {
  'shop.com': {
    ...localAddress,
    MX: [{ exchange: 'shop-com.mail.protection.outlook.com', priority: 10 }],
    NS: ['kim.ns.cloudflare.com'],
    TXT: ['v=spf1 include:mail.test -all', 'MS=ms123', 'google-site-verification=abc', 'something else'],
  },
  'www.shop.com': localAddress,
  'mail.test': { TXT: ['v=spf1 ip4:192.0.2.1 -all'] },
  'shop-com.mail.protection.outlook.com': { A: ['192.0.2.9'] },
  '_dmarc.shop.com': { TXT: ['v=DMARC1; p=reject'] },
  'selector1._domainkey.shop.com': {
    TXT: ['v=DKIM1; k=ed25519; p=AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA='],
  },
  'bare.com': { A: ['192.0.2.1'] },
  'dead.com': 'servfail',
} as const;

test('domain-intel combines the other skills, and says what it could not read', async (t) => {
  const registry = await startRegistry(t, {
    rdap: {
      'shop.com': {
        objectClassName: 'domain',
        events: [{ eventAction: 'registration', eventDate: new Date().toISOString() }],
      },
      'bare.com': { status: 500 },
    },
    whois: {},
    rdapTlds: ['com'],
    whoisTlds: [],
  });
  const { port } = await serveHttp(t, (_, response) => {
    response.setHeader('content-type', 'text/html');
    response.setHeader('server', 'nginx/1.27');
    response.setHeader('cf-ray', '1234-BRU');
    response.end(
      '<html lang=nl><title>De winkel</title><meta name=generator content="WordPress 6.9"><meta name=description content="Alles">',
    );
  });
  const { utility, ally } = await startWorld(t, {
    zone,
    env: { KITH_RDAP_BOOTSTRAP_URL: registry.bootstrapUrl },
  });
  const ask = (domain: string) => utility.get(`/domain-intel?domain=${encodeURIComponent(domain)}`, { ally });

  const { status, json } = await ask(`http://www.shop.com:${port}/`);
  assert.equal(status, 200, JSON.stringify(json));
  assert.deepEqual(
    [json.domain, json.registrable_domain, json.mail_provider, json.dns_provider],
    ['www.shop.com', 'shop.com', 'Microsoft 365', 'Cloudflare DNS'],
  );
  assert.deepEqual(json.deliverability, { mx: true, spf: true, dmarc: 'reject', dkim: true, grade: 'A' });
  const stack = json.tech_stack.map(
    ({ name, category }: { name: string; category: string }) => `${category} ${name}`,
  );
  assert.deepEqual(stack, [
    'cms WordPress',
    'cdn Cloudflare',
    'server nginx',
    'language PHP',
    'service Microsoft 365',
    'service Google Search Console',
  ]);
  const { json: detected } = await utility.get(`/tech-detect?url=http%3A%2F%2Fwww.shop.com%3A${port}%2F`, {
    ally,
  });
  assert.deepEqual(json.tech_stack.slice(0, detected.technologies.length), detected.technologies);
  assert.equal(json.tech_stack[0].version, '6.9');
  assert.deepEqual(
    [json.metadata.title, json.metadata.description, json.metadata.lang, json.metadata.status],
    ['De winkel', 'Alles', 'nl', 200],
  );
  assert.equal(json.registration.registered, true);
  assert.ok(json.signals.some((each: string) => /less than 90 days/.test(each)));
  assert.deepEqual(json.not_read, {});

  const bare = (await ask('bare.com')).json;
  assert.deepEqual(bare.deliverability, { mx: true, spf: false, dmarc: null, dkim: false, grade: 'F' });
  assert.deepEqual(
    [bare.metadata, bare.tech_stack, bare.registration, bare.mail_provider],
    [{}, [], null, null],
  );
  assert.ok(bare.signals.some((each: string) => /RDAP server answered with status 500/.test(each)));

  assert.deepEqual(Object.keys(bare.not_read), ['tech_stack', 'metadata', 'registration']);
  assert.match(bare.not_read.registration, /status 500/);

  assertRefused(await ask('dead.com'), 502, 'upstream_failed');
  assertRefused(await ask('localhost'), 400, 'invalid_field');
});
