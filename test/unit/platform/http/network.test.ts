import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toNetwork } from '../../../../src/platform/http/incoming-request.ts';

test('an address is one network however a proxy writes it', () => {
  for (const [ip, network] of [
    ['203.0.113.7', '203.0.113.7'],
    ['203.0.113.7:4711', '203.0.113.7'],
    [' 203.0.113.7 ', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['[::ffff:203.0.113.7]:80', '203.0.113.7'],
    ['2001:db8:1:2:3::4', '2001:db8:1:2::/64'],
    ['[2001:db8:1:2::9]:443', '2001:db8:1:2::/64'],
    ['2001:DB8:1:2::9%eth0', '2001:db8:1:2::/64'],
  ] as const)
    assert.equal(toNetwork(ip), network, ip);
});

test('all invalid addresses share one network', () => {
  for (const garbage of [
    '',
    'garbage',
    'x1',
    '1',
    '0x7f.1',
    '010.0.0.1',
    '203.0.113.7:x',
    '203.0.113.999',
    '[x]:1',
  ])
    assert.equal(toNetwork(garbage), 'unknown', garbage);
});
