import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readRdap } from '../../../../../src/utility/registries/rdap/answer.ts';

const read = (domain: object) =>
  readRdap(Buffer.from(JSON.stringify({ objectClassName: 'domain', ldhName: 'kith.test', ...domain })));

const card = (...rows: unknown[][]) => ['vcard', [['version', {}, 'text', '4.0'], ...rows]];
const email = (address: string) => ['email', {}, 'text', address];
const registrar = (...entities: object[]) => ({
  objectClassName: 'entity',
  roles: ['registrar'],
  vcardArray: card(['fn', {}, 'text', 'Example Registrar']),
  entities,
});
const abuse = (...rows: unknown[][]) => ({ roles: ['abuse'], vcardArray: card(...rows) });

test('the contact for abuse, as registries nest and write it', () => {
  const mail = 'abuse@registrar.example';
  const cases: [name: string, entities: object[], email: string | null, phone: string | null][] = [
    [
      'a fax number before the telephone',
      [
        registrar(
          abuse(
            ['tel', { type: ['fax'] }, 'uri', 'tel:+1.2025550199'],
            ['tel', { type: ['voice'] }, 'uri', 'tel:+1.2025550100'],
            email(mail),
          ),
        ),
      ],
      mail,
      '+1.2025550100',
    ],
    [
      'an empty contact before the real one',
      [registrar(abuse(['fn', {}, 'text', '']), abuse(email(mail)))],
      mail,
      null,
    ],
    [
      'a role in capitals beside another',
      [registrar({ ...abuse(email(mail)), roles: ['technical', 'Abuse'] })],
      mail,
      null,
    ],
    [
      "a reseller's before the registrar's",
      [
        { roles: ['reseller'], entities: [abuse(email('reseller@example.com'))] },
        registrar(abuse(email(mail))),
      ],
      mail,
      null,
    ],
    ['directly below the domain', [registrar(), abuse(email(mail))], mail, null],
    ['an address as a URI', [registrar(abuse(['email', {}, 'uri', `mailto:${mail}`]))], mail, null],
    ['a name in capitals', [registrar(abuse(['EMAIL', {}, 'text', mail]))], mail, null],
    [
      'a JSContact card',
      [
        registrar({
          roles: ['abuse'],
          jscard: {
            '@type': 'Card',
            emails: { email: { address: mail } },
            phones: { voice: { number: 'tel:+1.2025550100' } },
          },
        }),
      ],
      mail,
      '+1.2025550100',
    ],
  ];
  for (const [name, entities, address, phone] of cases)
    assert.deepEqual(read({ entities })?.abuse, { email: address, phone }, name);
  assert.equal(
    read({ entities: [registrar({ roles: ['technical'], vcardArray: card(email(mail)) })] })?.abuse,
    null,
  );
  assert.equal(read({ entities: 'none' })?.abuse, null);
});

test('an error in place of the domain, and dates that stand for none', () => {
  const free = { rdapConformance: ['rdap_level_0'], errorCode: 404, title: 'Not Found' };
  assert.equal(readRdap(Buffer.from(JSON.stringify(free)))?.registered, false);
  const busy = { errorCode: 429, title: 'Too Many Requests' };
  assert.equal(readRdap(Buffer.from(JSON.stringify(busy))), null);
  const unknown = read({ events: [{ eventAction: 'registration', eventDate: '0001-01-01T00:00:00Z' }] });
  assert.deepEqual([unknown?.registered, unknown?.createdAt], [true, null]);
  const capital = read({ events: [{ eventAction: 'Registration', eventDate: '1999-05-06T00:00:00Z' }] });
  assert.equal(capital?.createdAt, '1999-05-06T00:00:00.000Z');
});
