import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startRegistry } from '../../../counterparts/registry-servers.ts';
import { refusals } from '../../../fixtures/utility/registries/whois/refusals.ts';
import { responseOf } from '../../../fixtures/utility/registries/whois/responses.ts';
import { startWorld } from '../../../fixtures/utility/world.ts';
import { assertRefused } from '../../../harness/refused.ts';
import { recordedResponses } from '../registries/whois/recorded-responses.ts';

test('whois-rdap: WHOIS answers as registries send them', async (t) => {
  const registry = await startRegistry(t, {
    rdap: {},
    whois: {
      ...recordedResponses,
      'kith.jp/e': responseOf('jp'),
      'kith.com.ua': responseOf('ua'),
      'kith.ru': String(refusals.ru),
    },
    rdapTlds: [],
    whoisTlds: ['it', 'se', 'dk', 'cn', 'eu', 'ee', 'ro', 'sk', 'jp', 'ua', 'ru'],
  });
  const { utility, ally } = await startWorld(t, { env: { KITH_RDAP_BOOTSTRAP_URL: registry.bootstrapUrl } });
  const lookUp = (domain: string) =>
    utility.get(`/whois-rdap?domain=${encodeURIComponent(domain)}`, { ally });

  await t.test('recorded answers of eight registries are parsed, each in its own form', async () => {
    const day = (date: string | null) => date?.slice(0, 10) ?? null;
    const summaryOf = async (domain: string) => {
      const { status, json } = await lookUp(domain);
      assert.equal(status, 200, `${domain} ${JSON.stringify(json)}`);
      const { created_at, expires_at, updated_at, registrar, nameservers, dnssec } = json;
      return [
        day(created_at),
        day(expires_at),
        day(updated_at),
        registrar,
        nameservers.length,
        json.status,
        dnssec,
      ];
    };
    const monitor = 'MarkMonitor International Limited';
    assert.deepEqual(await summaryOf('google.it'), [
      '1999-12-10',
      '2020-04-21',
      '2019-05-07',
      monitor,
      2,
      ['ok'],
      false,
    ]);
    assert.deepEqual(await summaryOf('google.se'), [
      '2003-08-27',
      '2023-10-20',
      '2022-09-01',
      'MarkMonitor Inc',
      2,
      ['serverUpdateProhibited', 'active'],
      false,
    ]);
    assert.deepEqual(await summaryOf('google.dk'), [
      '1999-01-10',
      '2023-03-31',
      null,
      'MarkMonitor Inc.',
      2,
      ['Active'],
      false,
    ]);
    assert.deepEqual(await summaryOf('google.cn'), [
      '2003-03-17',
      '2021-03-17',
      null,
      '厦门易名科技股份有限公司',
      2,
      ['clientDeleteProhibited', 'serverDeleteProhibited'],
      false,
    ]);
    assert.deepEqual(await summaryOf('google.eu'), [null, null, null, 'MarkMonitor Inc.', 2, [], null]);
    assert.deepEqual(await summaryOf('google.ee'), [
      '2010-07-04',
      '2021-11-09',
      '2020-10-20',
      'Zone Media OÜ',
      2,
      ['ok (paid and in zone)'],
      null,
    ]);
    assert.deepEqual(await summaryOf('google.ro'), [
      '2000-07-17',
      '2020-09-16',
      null,
      'MarkMonitor Inc.',
      2,
      ['UpdateProhibited'],
      false,
    ]);
    assert.deepEqual(await summaryOf('google.sk'), [
      '2003-07-24',
      '2025-07-24',
      '2024-06-22',
      monitor,
      2,
      ['clientTransferProhibited', 'clientUpdateProhibited'],
      null,
    ]);
    assert.equal((await lookUp('google.it')).json.abuse_contact, null);
  });

  await t.test('JPRS is queried in English, and a refusal counts as no answer', async () => {
    const japanese = (await lookUp('kith.jp')).json;
    assert.deepEqual(
      [japanese.created_at, japanese.updated_at, japanese.nameservers.length],
      ['2005-05-30T00:00:00.000Z', '2026-05-31T19:52:02.000Z', 2],
    );
    const { abuse_contact, redacted, registrar } = (await lookUp('www.kith.com.ua')).json;
    assert.deepEqual(
      [abuse_contact.email, redacted, registrar],
      ['abuse@registrar.example', ['registrant/organization-loc'], 'Example Registrar LLC'],
    );
    const refused = await lookUp('kith.ru');
    assertRefused(refused, 502, 'upstream_failed');
    assert.match(refused.json.error, /said: You have exceeded allowed connection rate\.$/);
  });
});
