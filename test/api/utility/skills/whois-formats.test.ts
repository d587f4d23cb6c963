import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startRegistry } from '../../../counterparts/registry-servers.ts';
import type { ExpectedRegistration } from '../../../fixtures/utility/registries/whois/expected-registration.ts';
import { freeNames } from '../../../fixtures/utility/registries/whois/free-names.ts';
import { refusals } from '../../../fixtures/utility/registries/whois/refusals.ts';
import { domainIn, responseOf } from '../../../fixtures/utility/registries/whois/responses.ts';
import { startWorld } from '../../../fixtures/utility/world.ts';
import { assertRefused } from '../../../harness/refused.ts';

const locked = 'clientTransferProhibited';
const expected: Readonly<Record<string, ExpectedRegistration>> = {
  uk: [
    '1999-02-14',
    '2027-02-14',
    '2026-01-13',
    'Example Registrar Ltd t/a Example [Tag = EXAMPLE]',
    ['Registered until expiry date.'],
    null,
  ],
  fr: [
    '2000-07-26T22:00',
    '2027-12-30T17:16',
    '2025-12-03T10:12',
    'EXAMPLE REGISTRAR SAS',
    ['ACTIVE', 'serverTransferProhibited'],
    null,
  ],
  nl: ['1999-05-27', null, '2025-11-06', 'Example Registrar B.V.', ['active'], true],
  be: ['2000-12-12', null, null, 'Example Registrar NV', ['NOT AVAILABLE', locked], true],
  pl: ['1999-10-15', '2027-10-14', '2026-09-16', 'Example Registrar Sp. z o.o.', [], false],
  cz: ['2000-07-21', '2027-07-22', '2017-06-13', 'REG-EXAMPLE', [], true],
  no: ['1999-11-15', null, '2025-10-07', 'Example Registrar AS', [], true],
  fi: ['2006-06-30', '2027-07-04', '2026-06-04', 'Example Registrar Oy', ['Registered'], true],
  ch: ['2000-01-26', null, null, 'Example Registrar AG', [], true],
  de: [null, null, '2021-03-22T18:42', null, ['connect'], true],
  br: ['1999-05-18', '2027-05-18', '2026-04-17', null, ['published'], true],
  ar: ['1999-10-05', '2027-11-01', '2026-10-03', 'nicar', [], null],
  au: [
    null,
    null,
    '2026-08-22T01:36',
    'Example Registrar Pty Ltd',
    ['clientDeleteProhibited', 'serverRenewProhibited'],
    false,
  ],
  nz: ['1999-06-16T12:00', null, '2026-05-16T15:34', 'Example Registrar Limited', ['ok'], true],
  in: [
    '2005-02-14T20:35',
    '2027-02-14T20:35',
    '2026-01-14T09:29',
    'Example Registrar Pvt Ltd',
    [locked],
    false,
  ],
  tw: ['2000-08-28T16:00', '2027-11-08T16:00', null, 'EXAMPLE-TW', ['clientUpdateProhibited', locked], null],
  sg: [
    '2002-07-05T09:42',
    '2027-07-04T16:00',
    '2026-06-03T09:54',
    'Example Registrar Pte Ltd',
    [locked],
    false,
  ],
  si: ['2005-04-04', '2027-07-19', null, 'Example-Registrar', ['client_transfer_prohibited'], null],
  is: ['2002-05-21', '2027-05-21', null, null, [], false],
  za: ['2001-06-25T10:00', '2027-06-25T10:00', '2026-05-30T10:08', 'Example Registrar', ['ok'], false],
  sa: ['2004-01-11', null, '2026-02-15', null, [], null],
  ve: ['2003-03-06', '2027-03-05', '2026-04-14', 'NIC-VE', [], null],
  uz: ['2006-04-13', '2027-05-01', '2026-03-01', 'Example-Registrar', ['ACTIVE'], null],
  pe: [null, null, null, 'NIC .PE', [locked, 'ok'], false],
  uy: ['2002-03-18', '2027-03-18', '2026-03-18', null, ['published'], null],
  id: [
    '2004-12-18',
    '2027-09-01',
    '2026-11-06',
    'Example Registrar PT',
    [locked, 'serverTransferProhibited'],
    false,
  ],
};
const abuse: Readonly<Record<string, object>> = {
  nl: { email: 'abuse@registrar.example', phone: '+31.200000000' },
  au: { email: 'abuse@registrar.example', phone: '+61.300000000' },
  nz: { email: 'abuse@registrar.example', phone: '+64.40000000' },
  za: { email: 'abuse@registrar.example', phone: '+27.110000000' },
};

/** A moment to the minute, and a day without one as only its day. */
const written = (date: string | null) => date?.slice(0, 16).replace('T00:00', '') ?? null;
/** DENIC is asked for all fields, JPRS for an answer in English. */
function questionFor(domain: string): string {
  if (domain.endsWith('.de')) return `-T dn,ace ${domain}`;
  return domain.endsWith('.jp') ? `${domain}/e` : domain;
}

test('whois-rdap: what 26 registries print, what they print for free names, and their refusals', async (t) => {
  const whois: Record<string, string> = {};
  for (const zone of Object.keys(expected)) {
    const response = responseOf(zone);
    whois[questionFor(domainIn(response))] = response;
  }
  for (const [zone, text] of Object.entries(freeNames)) whois[questionFor(`free.${zone}`)] = text;
  for (const [zone, text] of Object.entries(refusals)) whois[questionFor(`limit.${zone}`)] = text;
  const zones = [expected, freeNames, refusals].flatMap((each) => Object.keys(each));
  const registry = await startRegistry(t, {
    rdap: {},
    whois,
    rdapTlds: [],
    whoisTlds: [...new Set(zones.map((zone) => zone.slice(zone.lastIndexOf('.') + 1)))],
  });
  const { utility, ally } = await startWorld(t, {
    env: { KITH_RDAP_BOOTSTRAP_URL: registry.bootstrapUrl },
  });
  const look = (domain: string) => utility.get(`/whois-rdap?domain=${domain}`, { ally });

  for (const [zone, registration] of Object.entries(expected))
    await t.test(`a registration below .${zone}`, async () => {
      const domain = domainIn(responseOf(zone));
      const { status, json } = await look(domain);
      assert.equal(status, 200, JSON.stringify(json));
      assert.equal(json.registered, true);
      assert.deepEqual(
        [
          written(json.created_at),
          written(json.expires_at),
          written(json.updated_at),
          json.registrar,
          json.status,
          json.dnssec,
        ],
        registration,
      );
      assert.deepEqual(json.nameservers, [`ns1.${domain}`, `ns2.${domain}`]);
      assert.deepEqual(json.abuse_contact, abuse[zone] ?? null, 'no other contact is one for abuse');
    });

  await t.test('a name that nobody holds', async () => {
    for (const zone of Object.keys(freeNames)) {
      const { status, json } = await look(`free.${zone}`);
      assert.deepEqual(
        [status, json.registered, json.nameservers],
        [200, false, []],
        `${zone} ${json.error}`,
      );
    }
  });

  await t.test('a refusal is neither, and is asked again once the registry answers', async () => {
    for (const zone of Object.keys(refusals)) {
      const refused = await look(`limit.${zone}`);
      assertRefused(refused, 502, 'upstream_failed');
      assert.doesNotMatch(refused.json.error, /nothing about a registration/, zone);
    }
    whois['limit.es'] = 'Domain Name: limit.es\nCreation Date: 2001-02-03\n';
    assert.equal((await look('limit.es')).json.created_at, '2001-02-03T00:00:00.000Z');
  });
});
