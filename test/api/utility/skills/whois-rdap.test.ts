import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startRegistry } from '../../../counterparts/registry-servers.ts';
import { startWorld } from '../../../fixtures/utility/world.ts';
import { assertRefused } from '../../../harness/refused.ts';

const event = (eventAction: string, eventDate: string) => ({ eventAction, eventDate });

const rdap = {
  'shop.com': {
    objectClassName: 'domain',
    ldhName: 'SHOP.COM',
    status: ['client transfer prohibited', 'active'],
    events: [
      event('registration', '2001-05-06T07:08:09Z'),
      event('expiration', '2031-05-06T07:08:09+02:00'),
      event('last changed', 'yesterday'),
    ],
    entities: [
      { roles: ['registrant'], vcardArray: ['vcard', [['fn', {}, 'text', 'Somebody']]] },
      {
        roles: ['sponsor', 'registrar'],
        publicIds: [{ type: 'IANA Registrar ID', identifier: '1251' }],
        vcardArray: [
          'vcard',
          [
            ['version', {}, 'text', '4.0'],
            ['fn', {}, 'text', 'Good Names Ltd'],
          ],
        ],
        entities: [
          {
            roles: ['abuse'],
            vcardArray: [
              'vcard',
              [
                ['email', {}, 'text', 'abuse@names.test'],
                ['tel', { type: 'voice' }, 'uri', 'tel:+32.21234567'],
              ],
            ],
          },
        ],
      },
    ],
    nameservers: [{ ldhName: 'NS1.Shop.com.' }, { ldhName: 'ns2.shop.com' }, 7],
    secureDNS: { delegationSigned: true },
    redacted: [{ name: { description: 'Registrant Name' } }],
  },
  'moved.com': { status: 302, location: './shop.com' },
  'limited.com': { status: 429 },
  'lost.com': { status: 404, type: 'text/html', body: '<h1>404 Not Found</h1><hr>nginx' },
  'page.com': { status: 200, body: '<html>hello</html>' },
  'thing.com': { objectClassName: 'entity', handle: 'X' },
};

const whois = {
  'dns.be': `% .be Whois Server 6.1\r
\r
Domain:\tdns.be\r
Status:\tNOT AVAILABLE\r
Registered:\tMon Nov 27 2000\r
\r
Registrant:\r
\tNot shown, please visit www.dnsbelgium.be\r
\r
Registrar Technical Contacts:\r
\tcreated: 1999-01-01\r
\r
Registrar:\r
\tName:\tDNS Belgium vzw\r
\tWebsite:\thttps://www.dnsbelgium.be\r
\r
Nameservers:\r
\tns1.dns.be (194.0.6.1)\r
\tns2.dns.be\r
\r
Flags:\r
\tclientTransferProhibited\r
`,
  'free.be': 'Domain:\tfree.be\nStatus:\tAVAILABLE\n',
  'nobody.eu': '% EURid\nDomain: nobody.eu\nScript: LATIN\nStatus: AVAILABLE\n',
  'plain.eu':
    'Domain Name: PLAIN.EU\nRegistrar: Plain Registrar\nRegistrar IANA ID: 9\nCreation Date: 2019-02-03T04:05:06Z\n' +
    'Registry Expiry Date: 2029-02-03\nUpdated Date: 05-Mar-2024\nDomain Status: ok https://icann.org/epp#ok\n' +
    'Name Server: NS1.PLAIN.EU\nDNSSEC: unsigned\nRegistrar Abuse Contact Email: abuse@plain.eu\n' +
    'Registrar Abuse Contact Phone: \n',
  'busy.eu': '% Query limit exceeded for your network\n',
  'gone.eu': 'No match for "GONE.EU".\n',
  'bomb.eu': `${' '.repeat(60_000)}\n${'a'.repeat(30_000)}:${' .'.repeat(10_000)}\n`,
};

test('whois-rdap: RDAP by the bootstrap list, WHOIS where there is none', async (t) => {
  const registry = await startRegistry(t, {
    rdap,
    whois,
    rdapTlds: ['com'],
    whoisTlds: ['be', 'eu'],
  });
  const { utility, ally } = await startWorld(t, { env: { KITH_RDAP_BOOTSTRAP_URL: registry.bootstrapUrl } });
  const lookUp = (domain: string, more = '') =>
    utility.get(`/whois-rdap?domain=${encodeURIComponent(domain)}${more}`, { ally });

  await t.test('the domain object, for any name below it', async () => {
    const { status, json } = await lookUp('https://www.shop.com/page');
    assert.equal(status, 200, JSON.stringify(json));
    const { age_days, ...rest } = json;
    assert.ok(age_days > 9_000 && Number.isInteger(age_days));
    assert.deepEqual(rest, {
      domain: 'shop.com',
      registered: true,
      created_at: '2001-05-06T07:08:09.000Z',
      expires_at: '2031-05-06T05:08:09.000Z',
      updated_at: null,
      registrar: 'Good Names Ltd',
      registrar_iana_id: '1251',
      abuse_contact: { email: 'abuse@names.test', phone: '+32.21234567' },
      status: ['client transfer prohibited', 'active'],
      nameservers: ['ns1.shop.com', 'ns2.shop.com'],
      dnssec: true,
      redacted: ['Registrant Name'],
      rdap_server: registry.rdapUrl,
      source: { protocol: 'rdap', server: registry.rdapUrl },
    });
    assert.equal((await lookUp('moved.com')).json.registrar, 'Good Names Ltd');
  });

  await t.test('unregistered differs from no answer', async () => {
    for (const domain of ['nobody.com', 'free.be', 'nobody.eu', 'gone.eu']) {
      const { status, json } = await lookUp(domain);
      assert.deepEqual(
        [status, json.registered, json.created_at, json.age_days],
        [200, false, null, null],
        domain,
      );
    }
    for (const domain of [
      'limited.com',
      'lost.com',
      'page.com',
      'thing.com',
      'busy.eu',
      'silent.eu',
      'bomb.eu',
    ])
      assertRefused(await lookUp(domain), 502, 'upstream_failed', domain);
    assert.match((await lookUp('busy.eu')).json.error, /Query limit exceeded for your network$/);
  });

  await t.test('the wordings of WHOIS servers are understood', async () => {
    const belgian = (await lookUp('dns.be')).json;
    assert.deepEqual(
      [belgian.created_at, belgian.expires_at, belgian.registrar, belgian.nameservers, belgian.status],
      [
        '2000-11-27T00:00:00.000Z',
        null,
        'DNS Belgium vzw',
        ['ns1.dns.be', 'ns2.dns.be'],
        ['NOT AVAILABLE', 'clientTransferProhibited'],
      ],
    );
    assert.deepEqual([belgian.rdap_server, belgian.source.protocol], [null, 'whois']);
    const plain = (await lookUp('plain.eu')).json;
    assert.deepEqual(
      [plain.created_at, plain.expires_at, plain.updated_at, plain.registrar, plain.status, plain.dnssec],
      [
        '2019-02-03T04:05:06.000Z',
        '2029-02-03T00:00:00.000Z',
        '2024-03-05T00:00:00.000Z',
        'Plain Registrar',
        ['ok'],
        false,
      ],
    );
    assert.deepEqual(plain.abuse_contact, { email: 'abuse@plain.eu', phone: null });
  });

  await t.test('a recent answer is cached, unless freshness is required', async () => {
    const before = registry.asked.length;
    const again = await lookUp('plain.eu');
    assert.ok(Number(again.headers.age) >= 0);
    assert.equal(registry.asked.length, before);
    await lookUp('plain.eu', '&max_age=0');
    assert.deepEqual(registry.asked.slice(before), ['plain.eu']);
    assert.equal(registry.asked.filter((each) => each === '/dns.json').length, 1);
  });

  await t.test('names that cannot be registered are refused', async () => {
    for (const domain of ['co.uk', 'localhost', '192.0.2.1', ''])
      assertRefused(await lookUp(domain), 400, 'invalid_field', domain);
  });
});
