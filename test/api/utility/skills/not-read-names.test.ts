import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Zone } from '../../../counterparts/dns-server.ts';
import { startWorld } from '../../../fixtures/utility/world.ts';

const dmarc = { TXT: ['v=DMARC1; p=reject'] };
const mx = [{ exchange: 'mx.open.com', priority: 0 }];

const zone: Zone = {
  'four.test': { A: ['8.8.8.8'], failing: ['AAAA'] },
  'six.test': { AAAA: ['2001:4860:4860::8888'], failing: ['A'] },
  'both.test': { A: ['8.8.8.8'] },
  'mx.open.com': { A: ['192.0.2.1'] },
  'nomx.com': { TXT: ['v=spf1 -all'], failing: ['MX'] },
  'direct.com': { failing: ['A', 'AAAA'] },
  'hosted.com': { MX: [{ exchange: 'mx.dark.com', priority: 0 }] },
  'mx.dark.com': 'servfail',
  'open.com': { TXT: ['v=spf1 mx -all'], MX: mx },
  '_dmarc.open.com': dmarc,
  '*._domainkey.open.com': 'servfail',
  'away.com': { TXT: ['v=spf1 redirect=dark.com'], MX: mx },
  '_dmarc.away.com': dmarc,
  'dark.com': 'servfail',
};

test('a failed DNS lookup is named, and never reported as absent', async (t) => {
  const { utility, ally } = await startWorld(t, { zone });
  const get = async (skill: string, query: string) => {
    const { status, json } = await utility.get(`/${skill}?${query}`, { ally });
    assert.equal(status, 200, JSON.stringify(json));
    return json;
  };

  await t.test('ip-geo: one address family', async () => {
    const { ips, not_read } = await get('ip-geo', 'domain=four.test');
    assert.deepEqual(ips, ['8.8.8.8']);
    assert.deepEqual(not_read, { ips: 'the DNS lookup of the AAAA records failed: servfail' });
    const six = await get('ip-geo', 'domain=six.test');
    assert.deepEqual(six.ips, ['2001:4860:4860::8888']);
    assert.deepEqual(six.not_read, { ips: 'the DNS lookup of the A records failed: servfail' });
    for (const known of ['both.test', '8.8.8.8'])
      assert.deepEqual((await get('ip-geo', `domain=${known}`)).not_read, {}, known);
  });

  await t.test('verify-email: mail hosts, and their addresses', async () => {
    const keys = async (email: string) =>
      Object.keys((await get('verify-email', `email=${email}`)).not_read).toSorted();
    assert.deepEqual(await keys('a@nomx.com'), ['deliverable', 'disposable', 'mx']);
    assert.deepEqual(await keys('a@direct.com'), ['deliverable', 'mx.implicit']);
    assert.deepEqual(await keys('a@hosted.com'), ['deliverable']);
    for (const known of ['a@open.com', 'a@nobody.com', 'a', 'a@[192.0.2.1]'])
      assert.deepEqual(await keys(known), [], known);
  });

  await t.test('email-auth: DKIM selectors, and what SPF redirects to', async () => {
    const open = await get('email-auth', 'domain=open.com');
    assert.equal(open.dkim.wildcard, null);
    assert.deepEqual(Object.keys(open.not_read), ['dkim.selectors', 'dkim.wildcard']);
    const away = await get('email-auth', 'domain=away.com');
    assert.deepEqual([away.spf.all, away.spf.valid, away.dkim.wildcard], [null, null, false]);
    assert.deepEqual(Object.keys(away.not_read), ['spf.lookups', 'spf.all', 'spf.valid']);
    assert.ok(!away.reasons.some((each: string) => each.includes('ends neutral')), away.reasons.join());
  });

  await t.test('domain-intel: no grade without what decides it', async () => {
    const { deliverability, not_read } = await get('domain-intel', 'domain=open.com');
    assert.deepEqual([deliverability.dkim, deliverability.grade], [null, null]);
    for (const field of ['deliverability.dkim', 'deliverability.grade', 'metadata', 'registration'])
      assert.ok(field in not_read, field);
    const away = await get('domain-intel', 'domain=away.com');
    assert.deepEqual([away.deliverability.spf, away.deliverability.grade], [null, null]);
    assert.match(away.not_read['deliverability.spf'], /dark\.com could not be read/);
  });
});
