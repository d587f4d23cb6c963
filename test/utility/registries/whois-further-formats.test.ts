import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readWhois, whoisErrorMessage } from '../../../src/utility/registries/whois/answer.ts';
import { day, type ExpectedRegistration, registrationOf } from './whois-expected.ts';
import { furtherFormats, furtherFree, furtherLimits } from './whois-further-formats.ts';

const locked = 'clientTransferProhibited';
const expected: Readonly<Record<keyof typeof furtherFormats, ExpectedRegistration>> = {
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

for (const [ending, text] of Object.entries(furtherFormats))
  test(`a registration below .${ending}`, () => {
    const found = readWhois(text);
    assert.ok(found?.registered);
    assert.deepEqual(registrationOf(found), expected[ending as keyof typeof furtherFormats]);
    const [first = '', second = '', ...more] = found.nameservers;
    assert.deepEqual([first.slice(0, 8), second.slice(0, 8), more], ['ns1.kith', 'ns2.kith', []]);
    const abuse = { email: 'abuse@registrar.example', phone: '+60.300000000' };
    assert.deepEqual(
      found.abuse,
      ending === 'my' ? abuse : null,
      'no other address is reported as the abuse contact',
    );
  });

test('nobody holds the name, in the words of further registries', () => {
  for (const [ending, text] of Object.entries(furtherFree))
    assert.equal(readWhois(text)?.registered, false, ending);
});

test('a server that refuses to answer is never taken for a free name', () => {
  for (const [ending, text] of Object.entries(furtherLimits)) {
    assert.equal(readWhois(text), null, ending);
    assert.ok(whoisErrorMessage(text), ending);
  }
});
