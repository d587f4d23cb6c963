import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  readWhois,
  readWhoisDate,
  whoisErrorMessage,
} from '../../../../../src/utility/registries/whois/answer.ts';
import {
  day,
  type ExpectedRegistration,
  registrationOf,
} from '../../../../fixtures/utility/registries/whois/expected-registration.ts';
import { freeNames } from '../../../../fixtures/utility/registries/whois/free-names.ts';
import { refusals } from '../../../../fixtures/utility/registries/whois/refusals.ts';
import { domainIn, responseOf } from '../../../../fixtures/utility/registries/whois/responses.ts';

const locked = 'clientTransferProhibited';
const expected: Readonly<Record<string, ExpectedRegistration>> = {
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
  tr: [day('2001-08-23'), day('2028-08-22'), null, 'Example Registrar Bilisim A.S.', ['Active'], null],
  il: [
    day('1999-06-05'),
    day('2027-10-29'),
    day('2020-10-31'),
    'Example Registrar Ltd',
    ['Transfer Locked'],
    false,
  ],
  hk: [day('2001-05-22'), day('2027-08-30'), null, 'Example Registrar Limited', ['Active'], false],
  mx: [day('1998-05-11'), day('2027-05-10'), day('2026-03-30'), 'Example Registrar S. de R.L.', [], null],
  cl: [day('2002-10-22'), day('2027-11-20'), null, 'NIC Chile', [], null],
  kz: [
    '1999-06-07T13:01:43.000Z',
    null,
    '2012-11-28T03:16:59.000Z',
    'EXAMPLE',
    [locked, 'clientDeleteProhibited'],
    null,
  ],
  rs: [
    day('2008-03-10'),
    day('2027-03-10'),
    day('2026-03-09'),
    'Example Registrar d.o.o.',
    ['Active'],
    false,
  ],
  by: [day('2003-12-13'), day('2027-02-13'), day('2026-01-24'), 'Example Registrar LLC', [], null],
  ir: [null, day('2027-12-22'), day('2025-09-08'), null, [], null],
  md: [day('2006-05-03'), day('2027-05-03'), null, null, ['OK, Delegated'], null],
  gg: [
    day('2003-04-30'),
    null,
    null,
    'Example Registrar Inc',
    ['Active', 'Transfer Prohibited by Registrar', 'Registered until cancelled'],
    null,
  ],
  im: [null, day('2027-09-09'), null, null, [], null],
  ae: [null, null, null, 'Example Registrar', ['clientDeleteProhibited', locked], null],
  am: [day('1999-06-05'), day('2027-04-15'), day('2026-04-16'), 'Example (Example LLC)', ['active'], true],
  th: [day('1999-10-08'), day('2027-10-07'), day('2026-09-04'), 'T.H.NIC Co., Ltd.', ['ACTIVE'], false],
  my: [
    '2003-05-05T16:00:00.000Z',
    '2027-05-05T16:00:00.000Z',
    '2026-04-10T03:11:02.000Z',
    'Example Registrar Sdn Bhd',
    ['ok'],
    false,
  ],
};

for (const [zone, registration] of Object.entries(expected))
  test(`a registration below .${zone}`, () => {
    const response = responseOf(zone);
    const found = readWhois(response);
    assert.ok(found?.registered);
    assert.deepEqual(registrationOf(found), registration);
    const domain = domainIn(response);
    assert.deepEqual(found.nameservers, zone === 'hu' ? [] : [`ns1.${domain}`, `ns2.${domain}`]);
  });

test('the contact for abuse, where a registry names one', () => {
  const abuse = (zone: string) => readWhois(responseOf(zone))?.abuse;
  assert.deepEqual(abuse('ie'), { email: 'abuse@registrar.example', phone: '+353.10000000' });
  assert.deepEqual(abuse('ua'), { email: 'abuse@registrar.example', phone: '+380.440000000' });
  assert.deepEqual(abuse('my'), { email: 'abuse@registrar.example', phone: '+60.300000000' });
  assert.deepEqual(abuse('us'), { email: 'abuse@registrar.example', phone: '+1.2025550100' });
  for (const zone of Object.keys(expected).filter((each) => !['ie', 'my', 'ua', 'us'].includes(each)))
    assert.equal(abuse(zone), null, `.${zone}: the address of a registrar is not one for abuse`);
  assert.equal(readWhois(responseOf('ie'))?.registrarIanaId, null, '"not applicable" is not a number');
  assert.equal(readWhois(responseOf('us'))?.registrarIanaId, '9999');
});

test('what a registry withholds is named by its own labels', () => {
  const redacted = (zone: string) => readWhois(responseOf(zone))?.redacted;
  assert.deepEqual(redacted('at'), ['registrant', 'person/phone']);
  assert.deepEqual(redacted('bg'), ['requested on', 'processed from', 'activated on', 'expires at']);
  assert.deepEqual(redacted('ie'), ['registrant name']);
  assert.deepEqual(redacted('ru'), ['person']);
  assert.deepEqual(redacted('ua'), ['registrant/organization-loc']);
  assert.deepEqual(redacted('us'), []);
});

test('nobody holds the name, in the words of each registry', () => {
  for (const [zone, text] of Object.entries(freeNames))
    assert.equal(readWhois(text)?.registered, false, zone);
});

test('a server that refuses to answer says nothing about the name, and is quoted', () => {
  for (const [zone, text] of Object.entries(refusals)) {
    assert.equal(readWhois(text), null, zone);
    const message = whoisErrorMessage(text);
    assert.ok(message && text.includes(message), zone);
  }
  for (const zone of ['at', 'ru', 'it', 'lt'])
    assert.match(whoisErrorMessage(refusals[zone] ?? '') ?? '', /quota|exceeded|denied|blocked/i);
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
