import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { isPublicAddress, mayReach, parseNetwork } from '../../../../src/platform/outbound/address.ts';

/** Each special block by its first and last address, and by the public neighbours just outside it. */
const BLOCKS: readonly { first: string; last: string; before?: string; after?: string }[] = [
  { first: '0.0.0.0', last: '0.255.255.255', after: '1.0.0.0' },
  { first: '10.0.0.0', last: '10.255.255.255', before: '9.255.255.255', after: '11.0.0.0' },
  { first: '100.64.0.0', last: '100.127.255.255', before: '100.63.255.255', after: '100.128.0.0' },
  { first: '127.0.0.0', last: '127.255.255.255', before: '126.255.255.255', after: '128.0.0.0' },
  { first: '168.63.129.16', last: '168.63.129.16', before: '168.63.129.15', after: '168.63.129.17' },
  { first: '169.254.0.0', last: '169.254.255.255', before: '169.253.255.255', after: '169.255.0.0' },
  { first: '172.16.0.0', last: '172.31.255.255', before: '172.15.255.255', after: '172.32.0.0' },
  { first: '192.0.0.0', last: '192.0.0.255', before: '191.255.255.255', after: '192.0.1.0' },
  { first: '192.0.2.0', last: '192.0.2.255', before: '192.0.1.255', after: '192.0.3.0' },
  { first: '192.88.99.0', last: '192.88.99.255', before: '192.88.98.255', after: '192.88.100.0' },
  { first: '192.168.0.0', last: '192.168.255.255', before: '192.167.255.255', after: '192.169.0.0' },
  { first: '198.18.0.0', last: '198.19.255.255', before: '198.17.255.255', after: '198.20.0.0' },
  { first: '198.51.100.0', last: '198.51.100.255', before: '198.51.99.255', after: '198.51.101.0' },
  { first: '203.0.113.0', last: '203.0.113.255', before: '203.0.112.255', after: '203.0.114.0' },
  { first: '224.0.0.0', last: '255.255.255.255', before: '223.255.255.255' },
  { first: '::', last: '1fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff', after: '2000::' },
  { first: '2001::', last: '2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff', after: '2001:200::' },
  { first: '2001:db8::', last: '2001:db8:ffff:ffff:ffff:ffff:ffff:ffff', after: '2001:db9::' },
  { first: '2002::', last: '2002:ffff:ffff:ffff:ffff:ffff:ffff:ffff', after: '2003::' },
  { first: '3fff::', last: '3fff:fff:ffff:ffff:ffff:ffff:ffff:ffff', after: '3fff:1000::' },
  { first: '4000::', last: 'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff' },
];

test('every special block is refused up to its edges, and its neighbours are not', () => {
  for (const { first, last, before, after } of BLOCKS) {
    for (const ip of [first, last]) assert.equal(isPublicAddress(ip), false, ip);
    for (const ip of [before, after]) if (ip !== undefined) assert.equal(isPublicAddress(ip), true, ip);
  }
});

test('ordinary addresses are public', () => {
  for (const ip of ['1.1.1.1', '8.8.8.8', '93.184.216.34', '2606:4700:4700::1111', '2a00:1450:4001::200e']) {
    assert.equal(isPublicAddress(ip), true, ip);
  }
});

test('NAT64 of a public address is public: an IPv6-only host has no other way', () => {
  assert.equal(isPublicAddress('64:ff9b::8.8.8.8'), true);
  assert.equal(isPublicAddress('64:ff9b::808:808'), true);
  assert.equal(isPublicAddress('64:ff9b:1::808:808'), false);
});

test('anything that is not plainly an address is not public', () => {
  for (const text of [
    '',
    'example.com',
    '8.8.8',
    '0x8.8.8.8',
    '010.8.8.8',
    ' 8.8.8.8',
    '8.8.8.8/32',
    '134744072',
  ]) {
    assert.equal(isPublicAddress(text), false, text);
  }
  for (const text of [
    '[2606:4700::1]',
    '2606:4700::1%eth0',
    'fe80::1%lo',
    '2606:4700::1::',
    '::ffff:8.8.8.8',
  ]) {
    assert.equal(isPublicAddress(text), false, text);
  }
});

const byte = fc.integer({ min: 0, max: 255 });
const anyIpv4 = fc.tuple(byte, byte, byte, byte).map((bytes) => bytes.join('.'));
const IPV4_RANGES = BLOCKS.filter(({ first }) => !first.includes(':'));
const specialIpv4 = fc
  .constantFrom(...IPV4_RANGES)
  .chain(({ first, last }) => fc.integer({ min: number(first), max: number(last) }).map(dotted));

function number(ip: string): number {
  return ip.split('.').reduce((value, part) => value * 256 + Number(part), 0);
}

function dotted(value: number): string {
  return [24, 16, 8, 0].map((shift) => Math.floor(value / 2 ** shift) % 256).join('.');
}

function groups(ip: string): string {
  const value = number(ip);
  return `${Math.floor(value / 65_536).toString(16)}:${(value % 65_536).toString(16)}`;
}

/** Every form in which an IPv6 address can carry an IPv4 address. */
const FORMS: Readonly<Record<string, (ip: string) => string>> = {
  mapped: (ip) => `::ffff:${groups(ip)}`,
  'mapped, dotted': (ip) => `::ffff:${ip}`,
  'mapped, in full': (ip) => `0000:0000:0000:0000:0000:ffff:${groups(ip)}`,
  compatible: (ip) => `::${groups(ip)}`,
  'compatible, dotted': (ip) => `::${ip}`,
  translated: (ip) => `::ffff:0:${groups(ip)}`,
  'NAT64, well known': (ip) => `64:ff9b::${groups(ip)}`,
  'NAT64, dotted': (ip) => `64:ff9b::${ip}`,
  'NAT64, local': (ip) => `64:ff9b:1::${groups(ip)}`,
  '6to4': (ip) => `2002:${groups(ip)}::1`,
  'Teredo server': (ip) => `2001:0:${groups(ip)}::1`,
  'Teredo client': (ip) => `2001:0:4136:e378:8000:63bf:${groups(dotted(0xffffffff - number(ip)))}`,
  ISATAP: (ip) => `2606:4700::5efe:${groups(ip)}`,
  'ISATAP, global': (ip) => `2606:4700::200:5efe:${groups(ip)}`,
  'ISATAP, link-local': (ip) => `fe80::5efe:${groups(ip)}`,
};

for (const [form, write] of Object.entries(FORMS)) {
  test(`no non-public IPv4 address gets through as ${form}`, () => {
    fc.assert(fc.property(specialIpv4, (ip) => !isPublicAddress(ip) && !isPublicAddress(write(ip))));
  });
}

test('upper case, full and short forms of an address are judged alike', () => {
  const group = fc.integer({ min: 0, max: 0xffff });
  fc.assert(
    fc.property(fc.array(group, { minLength: 8, maxLength: 8 }), (parts) => {
      const full = parts.map((part) => part.toString(16).padStart(4, '0')).join(':');
      const short = new URL(`http://[${full}]`).hostname.slice(1, -1);
      return (
        isPublicAddress(full) === isPublicAddress(short) &&
        isPublicAddress(full) === isPublicAddress(full.toUpperCase())
      );
    }),
  );
});

test('the allow-list opens exactly the networks it names', () => {
  const allow = ['127.0.0.1', '10.1.0.0/16', 'fd00:1::/32'].map(parseNetwork);
  for (const ip of ['127.0.0.1', '10.1.255.255', 'fd00:1::9', '8.8.8.8']) assert.ok(mayReach(ip, allow), ip);
  for (const ip of ['127.0.0.2', '10.2.0.0', '10.0.255.255', 'fd00:2::', '::1']) {
    assert.ok(!mayReach(ip, allow), ip);
  }
  for (const write of Object.values(FORMS)) assert.ok(!mayReach(write('10.1.0.1'), allow), write('10.1.0.1'));
  fc.assert(fc.property(anyIpv4, (ip) => mayReach(ip, []) === isPublicAddress(ip)));
});

test('an invalid network is refused when it is parsed', () => {
  for (const text of [
    '',
    '10',
    '10.0.0.0/33',
    '10.0.0.0/-1',
    '10.0.0.0/8/8',
    '::/129',
    'localhost',
    '10.0.0.0/',
  ]) {
    assert.throws(() => parseNetwork(text), /is not a network/, text);
  }
});
