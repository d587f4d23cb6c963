import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startWorld } from '../../../fixtures/utility/world.ts';
import { assertRefused } from '../../../harness/refused.ts';

const soa = {
  nsname: 'ns1.shop.test',
  hostmaster: 'dns.shop.test',
  serial: 2026111501,
  refresh: 7200,
  retry: 900,
  expire: 1209600,
  minttl: 300,
};
const zone = {
  'shop.test': {
    A: ['192.0.2.7', '192.0.2.5'],
    AAAA: ['2001:db8::5'],
    MX: [
      { exchange: 'b.mail.test', priority: 20 },
      { exchange: 'a.mail.test', priority: 10 },
    ],
    TXT: [['v=spf1 ', '-all']],
    NS: ['ns1.shop.test'],
    SOA: soa,
    ttl: 3600,
  },
  'www.shop.test': { CNAME: 'shop.test', ttl: 30 },
  'cdn.shop.test': { CNAME: 'www.shop.test' },
  'ring.test': { CNAME: 'round.test' },
  'round.test': { CNAME: 'ring.test' },
  'gone.shop.test': { CNAME: 'nowhere.test' },
  '_sip._tcp.shop.test': { SRV: [{ priority: 10, weight: 5, port: 5060, name: 'sip.shop.test' }] },
  '5.2.0.192.in-addr.arpa': { PTR: ['shop.test'] },
  '5.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.8.b.d.0.1.0.0.2.ip6.arpa': { PTR: ['Shop.test'] },
  'caa.test': { CAA: [{ flags: 128, tag: 'issue', value: 'ca.test; policy=ev' }] },
  'long.test': { TXT: Array.from({ length: 40 }, (_, index) => `${index}-${'x'.repeat(200)}`) },
  'dead.test': 'servfail',
  'closed.test': 'refused',
} as const;

test('dns-lookup', async (t) => {
  const { utility, ally, dns } = await startWorld(t, { zone });
  const lookUp = (query: string) => utility.get(`/dns-lookup?domain=${query}`, { ally });

  await t.test('common record types, sorted, with TTLs; absent types are empty lists', async () => {
    const { status, json, headers } = await lookUp('Shop.TEST.');
    assert.equal(status, 200);
    assert.equal(headers['x-kith-paid-by'], 'ally');
    assert.equal(headers['ratelimit-remaining'], '99');
    const { nsname: mname, hostmaster: rname, minttl: minimum, ...times } = soa;
    assert.deepEqual(json, {
      domain: 'shop.test',
      exists: true,
      rcode: 'NOERROR',
      types: ['A', 'AAAA', 'MX', 'TXT', 'NS', 'CNAME', 'CAA', 'SOA'],
      records: {
        A: ['192.0.2.5', '192.0.2.7'],
        AAAA: ['2001:db8::5'],
        MX: [
          { exchange: 'a.mail.test', priority: 10 },
          { exchange: 'b.mail.test', priority: 20 },
        ],
        TXT: ['v=spf1 -all'],
        NS: ['ns1.shop.test'],
        CNAME: [],
        CAA: [],
        SOA: [{ mname, rname, ...times, minimum }],
      },
      ttl: { A: 3600, AAAA: 3600, MX: 3600, TXT: 3600, NS: 3600, CNAME: 300, CAA: 300, SOA: 3600 },
      authenticated: false,
      errors: {},
      not_read: {},
    });
  });

  await t.test('a name that does not exist differs from one without records', async () => {
    const absent = await lookUp('nobody.test');
    assert.deepEqual(
      [absent.status, absent.json.exists, absent.json.rcode, absent.json.records.A, absent.json.errors],
      [200, false, 'NXDOMAIN', [], {}],
    );
    const empty = (await lookUp('_tcp.shop.test&type=A')).json;
    assert.deepEqual([empty.exists, empty.rcode, empty.records], [true, 'NOERROR', { A: [] }]);
    const alias = (await lookUp('gone.shop.test&type=cname,a')).json;
    assert.deepEqual([alias.exists, alias.records], [true, { A: [], CNAME: ['nowhere.test'] }]);
    assert.deepEqual([alias.rcode, alias.aliases], ['NXDOMAIN', ['nowhere.test']]);
  });

  await t.test('the names that an alias leads to are listed, and a loop is seen as one', async () => {
    const chain = (await lookUp('cdn.shop.test&type=A')).json;
    assert.deepEqual(
      [chain.aliases, chain.records.A],
      [
        ['www.shop.test', 'shop.test'],
        ['192.0.2.5', '192.0.2.7'],
      ],
    );
    const loop = (await lookUp('ring.test&type=A')).json;
    assert.deepEqual([loop.aliases, loop.records.A], [['round.test', 'ring.test'], []]);
    assert.ok(!('aliases' in (await lookUp('shop.test&type=A')).json));
  });

  await t.test('type= queries those types only', async () => {
    const before = dns.asked.length;
    const alias = (await lookUp('www.shop.test&type=A')).json;
    assert.deepEqual(
      [alias.types, alias.records, alias.ttl],
      [['A'], { A: ['192.0.2.5', '192.0.2.7'] }, { A: 30 }],
    );
    assert.deepEqual(
      dns.asked.slice(before).map(({ type }) => type),
      ['A'],
    );
    const srv = (await lookUp('_sip._tcp.shop.test&type=SRV')).json;
    assert.deepEqual(srv.records.SRV, [{ target: 'sip.shop.test', port: 5060, priority: 10, weight: 5 }]);
    const caa = (await lookUp('caa.test&type=CAA')).json;
    assert.deepEqual(caa.records.CAA, [{ critical: true, tag: 'issue', value: 'ca.test; policy=ev' }]);
    for (const address of ['192.0.2.5', '2001:db8::5', '[2001:db8::5]'])
      assert.deepEqual((await lookUp(`${address}&type=ptr`)).json.records, { PTR: ['shop.test'] }, address);
  });

  await t.test('a response too long for UDP is read over TCP', async () => {
    const before = dns.asked.length;
    assert.equal((await lookUp('long.test&type=TXT')).json.records.TXT.length, 40);
    assert.deepEqual(
      dns.asked.slice(before).map(({ transport }) => transport),
      ['udp', 'tcp'],
    );
  });

  await t.test('no response is a DNS failure, and refused calls are free', async () => {
    const left = async () => Number((await lookUp('shop.test')).headers['ratelimit-remaining']);
    const before = await left();
    for (const name of ['dead.test', 'closed.test'])
      assertRefused(await lookUp(name), 502, 'upstream_failed', name);
    for (const wrong of ['', 'localhost', '127.0.0.1', 'a..b', '-a.test', `${'a'.repeat(64)}.test`])
      assertRefused(await lookUp(wrong), 400, 'invalid_field', wrong);
    for (const wrong of ['ANY', ',', 'A,FOO'])
      assertRefused(await lookUp(`shop.test&type=${wrong}`), 400, 'invalid_field', wrong);
    assert.equal(await left(), before - 1);
  });
});
