import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readWhois, whoisErrorMessage } from '../../../src/utility/registries/whois/answer.ts';
import { readWhoisDate } from '../../../src/utility/registries/whois/date.ts';
import { day, type ExpectedRegistration, registrationOf } from './whois-expected.ts';
import { whoisFormats, whoisFree, whoisLimits } from './whois-formats.ts';

const expected: Readonly<Record<keyof typeof whoisFormats, ExpectedRegistration>> = {
  at: [null, null, day('2024-01-02'), 'Example Registrar GmbH', [], null],
  bg: [null, null, null, null, ['Registered'], false],
  hr: ['2011-09-20T22:00:00.000Z', '2026-09-20T22:00:00.000Z', '2025-08-28T22:00:00.000Z', null, [], null],
  hu: [day('2000-03-03'), null, null, null, [], null],
  ie: [
    day('2002-03-21'),
    day('2027-03-21'),
    '2025-05-05T23:10:11.000Z',
    'Example Registrar Ltd',
    ['ok'],
    true,
  ],
  jp: [
    day('2005-05-30'),
    day('2027-05-31'),
    '2026-05-31T19:52:02.000Z',
    null,
    ['Active', 'DomainTransferLocked'],
    null,
  ],
  'co.jp': [
    day('2001-03-22'),
    day('2027-03-31'),
    '2026-03-31T16:05:57.000Z',
    null,
    ['Connected (2027/03/31)', 'AgentChangeLocked'],
    null,
  ],
  kr: [
    day('2007-03-02'),
    day('2027-03-02'),
    day('2020-10-04'),
    'Example Agency, Inc.',
    ['clientTransferProhibited'],
    false,
  ],
  lt: [day('2018-12-07'), day('2026-12-08'), null, 'UAB "Pavyzdys"', ['registered'], null],
  lu: [null, null, null, 'Example Registrar S.A.', ['ACTIVE'], null],
  lv: [null, null, null, 'Example Registrar SIA', ['active'], null],
  pt: [day('2003-01-09'), day('2027-02-24'), null, null, ['Registered'], null],
  ru: [
    '2004-03-03T21:00:00.000Z',
    '2027-03-04T21:00:00.000Z',
    null,
    'EXAMPLE-RU',
    ['REGISTERED', 'DELEGATED', 'VERIFIED'],
    null,
  ],
  ua: [
    '2002-12-03T22:00:00.000Z',
    '2027-12-03T22:00:00.000Z',
    '2026-07-01T22:52:29.000Z',
    'Example Registrar LLC',
    ['clientTransferProhibited'],
    null,
  ],
  us: [
    '2002-04-18T15:16:22.000Z',
    '2027-04-17T23:59:59.000Z',
    '2026-04-02T01:30:53.000Z',
    'Example Registrar, Inc.',
    ['clientTransferProhibited'],
    false,
  ],
};

for (const [ending, text] of Object.entries(whoisFormats))
  test(`a registration below .${ending}`, () => {
    const found = readWhois(text);
    assert.ok(found?.registered);
    assert.deepEqual(registrationOf(found), expected[ending as keyof typeof whoisFormats]);
    const zone = ending === 'ua' ? 'com.ua' : ending;
    assert.deepEqual(found.nameservers, ending === 'hu' ? [] : [`ns1.kith.${zone}`, `ns2.kith.${zone}`]);
  });

test('the contact for abuse, where a registry names one', () => {
  const abuse = (ending: keyof typeof whoisFormats) => readWhois(whoisFormats[ending])?.abuse;
  assert.deepEqual(abuse('ie'), { email: 'abuse@registrar.example', phone: '+353.10000000' });
  assert.deepEqual(abuse('ua'), { email: 'abuse@registrar.example', phone: '+380.440000000' });
  assert.deepEqual(abuse('us'), { email: 'abuse@registrar.example', phone: '+1.2025550100' });
  for (const ending of ['at', 'bg', 'hr', 'hu', 'jp', 'kr', 'lt', 'lu', 'lv', 'pt', 'ru'] as const)
    assert.equal(abuse(ending), null, `.${ending}: the address of a registrar is not one for abuse`);
  assert.equal(readWhois(whoisFormats.ie)?.registrarIanaId, null, '"not applicable" is not a number');
  assert.equal(readWhois(whoisFormats.us)?.registrarIanaId, '9999');
});

test('what a registry withholds is named by its own labels', () => {
  const redacted = (ending: keyof typeof whoisFormats) => readWhois(whoisFormats[ending])?.redacted;
  assert.deepEqual(redacted('at'), ['registrant', 'person/phone']);
  assert.deepEqual(redacted('bg'), ['requested on', 'processed from', 'activated on', 'expires at']);
  assert.deepEqual(redacted('ie'), ['registrant name']);
  assert.deepEqual(redacted('ru'), ['person']);
  assert.deepEqual(redacted('ua'), ['registrant/organization-loc']);
  assert.deepEqual(redacted('us'), []);
});

test('nobody holds the name, in the words of each registry', () => {
  for (const [ending, text] of Object.entries(whoisFree))
    assert.equal(readWhois(text)?.registered, false, ending);
});

test('a server that refuses to answer says nothing about the name', () => {
  for (const [ending, text] of Object.entries(whoisLimits)) {
    assert.equal(readWhois(text), null, ending);
    assert.match(whoisErrorMessage(text) ?? '', /quota|exceeded|denied|blocked/i);
  }
});

test('dates: day first, zones counted, a time without a zone only a day', () => {
  const dates: [string, string | null][] = [
    ['2007. 03. 02.', day('2007-03-02')],
    ['09/01/2003 00:00:00', day('2003-01-09')],
    ['24/02/2027 23:59:34', day('2027-02-24')],
    ['20240102 23:30:00', day('2024-01-02')],
    ['21-March-2002', day('2002-03-21')],
    ['2026/06/01 04:52:02 (JST)', '2026-05-31T19:52:02.000Z'],
    ['2002-12-04 00:00:00+02', '2002-12-03T22:00:00.000Z'],
    ['2010-07-04 04:34:46 +03:00', '2010-07-04T01:34:46.000Z'],
    ['2010-07-04 04:34:46 -0330', '2010-07-04T08:04:46.000Z'],
    ['2024-09-03 17:12 UTC', '2024-09-03T17:12:00.000Z'],
    ['9999. 12. 31.', day('9999-12-31')],
    ['31/02/2020', null],
    ['see at www.register.bg', null],
  ];
  for (const [written, meant] of dates) assert.equal(readWhoisDate(written), meant, written);
});
