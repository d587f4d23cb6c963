import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startWorld } from '../../../fixtures/utility/world.ts';
import { assertRefused } from '../../../harness/refused.ts';

const zone = {
  'dns.test': { A: ['8.8.8.8'], AAAA: ['2001:4860:4860::8888'] },
  'home.test': { A: ['10.1.2.3', '192.168.1.1'] },
  'mixed.test': { A: ['192.168.1.1', '193.190.130.15'] },
  'empty.test': { TXT: ['x'] },
  'dead.test': 'servfail',
} as const;

test('ip-geo: local data, public addresses only', async (t) => {
  const { utility, ally } = await startWorld(t, { zone });
  const ask = (domain: string) => utility.get(`/ip-geo?domain=${encodeURIComponent(domain)}`, { ally });
  const geo = async (domain: string) => {
    const { status, json } = await ask(domain);
    assert.equal(status, 200, JSON.stringify(json));
    return json;
  };

  await t.test('location and network of a name, with the source of the data', async () => {
    const { city, region, latitude, longitude, source, ...rest } = await geo('https://dns.test/x');
    assert.deepEqual(rest, {
      domain: 'dns.test',
      ip: '8.8.8.8',
      ips: ['8.8.8.8', '2001:4860:4860::8888'],
      public: true,
      country: 'United States',
      country_code: 'US',
      asn: 15169,
      isp: rest.isp,
      org: rest.isp,
      hosting: true,
      anycast: true,
      vpn: null,
      proxy: null,
      not_read: {},
    });
    assert.match(rest.isp, /Google/);
    assert.deepEqual([city, region, latitude, longitude], [null, null, null, null], 'anycast has no city');
    assert.equal(
      (await geo('185.107.56.1')).hosting,
      null,
      'a network name that says neither is reported as unknown',
    );
    const placed = await geo('193.190.130.15');
    for (const place of [placed.city, placed.region]) assert.ok(place.length > 2);
    assert.ok(Math.abs(placed.latitude) <= 90 && Math.abs(placed.longitude) <= 180);
    assert.deepEqual([placed.anycast, placed.vpn, placed.proxy], [null, null, null]);
    assert.match(source.name, /DB-IP/);
    assert.match(source.as_of, /^20\d\d-/);
  });

  await t.test('addresses of both families are located', async () => {
    const six = await geo('2001:4860:4860::8888');
    assert.deepEqual([six.ip, six.asn], ['2001:4860:4860::8888', 15169]);
    const mapped = await geo('::ffff:8.8.8.8');
    assert.deepEqual([mapped.ip, mapped.asn, mapped.country_code], ['8.8.8.8', 15169, 'US']);
    assert.equal((await geo('http://[2001:4860:4860::8888]/')).asn, 15169);
  });

  await t.test('anycast, VPN and proxy networks are flagged, and unknown is null', async () => {
    const flags = async (ip: string) => {
      const { anycast, vpn, proxy, city } = await geo(ip);
      return [anycast, vpn, proxy, city === null];
    };
    for (const ip of [
      '1.1.1.1',
      '2606:4700:4700::1111',
      '9.9.9.9',
      '151.101.1.69',
      '205.251.192.1',
      '76.76.21.21',
    ])
      assert.deepEqual(await flags(ip), [true, null, null, true], ip);
    assert.deepEqual((await flags('193.138.218.74')).slice(0, 3), [null, true, null]);
    assert.deepEqual((await flags('185.159.157.1')).slice(0, 3), [null, true, null]);
    assert.deepEqual((await flags('136.226.0.1')).slice(0, 3), [null, null, true]);
    assert.deepEqual((await flags('172.224.226.1')).slice(0, 3), [null, null, true]);
  });

  await t.test('nothing is known of a special range', async () => {
    for (const target of [
      'home.test',
      '192.168.1.1',
      '127.0.0.1',
      'fe80::1',
      '224.0.0.1',
      '255.255.255.255',
      '::',
    ]) {
      const { public: known, country_code, city, latitude, asn, hosting } = await geo(target);
      assert.deepEqual(
        [known, country_code, city, latitude, asn, hosting],
        [false, null, null, null, null, null],
        target,
      );
    }
    const mixed = await geo('mixed.test');
    assert.deepEqual([mixed.ip, mixed.country_code, mixed.asn], ['193.190.130.15', 'BE', 2611]);
  });

  await t.test('a name without an address, and one that DNS cannot resolve', async () => {
    assertRefused(await ask('empty.test'), 400, 'bad_target');
    assertRefused(await ask('nobody.test'), 400, 'bad_target');
    assertRefused(await ask('dead.test'), 502, 'upstream_failed');
    assertRefused(await ask('fe80::1%eth0'), 400, 'invalid_field');
  });
});
