import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toChecksumAddress } from '../../../../src/utility/chains/address.ts';
import { proxySlots } from '../../../../src/utility/chains/evm-account.ts';
import { knownTokens } from '../../../../src/utility/chains/known-tokens.ts';

test('the addresses of known tokens carry a valid checksum', () => {
  for (const { symbol, address } of Object.values(knownTokens).flat())
    assert.equal(address, toChecksumAddress(address), symbol);
});

test('proxy storage slots match their standards', () => {
  assert.deepEqual(proxySlots, {
    eip1967: '0x360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc',
    beacon: '0xa3f0ad74e5423aebfd80d3ef4346578335a9a72aeaee59ff6cb3582b35133d50',
    eip1822: '0xc5f16f0fcc639fa48a6947836d9850f504798523bf8c9a3a87d5876cf622bcf7',
    zeppelinos: '0x7050c9e0f4ca769c69bd3a8ef740bc37934f8e2c036e5a723fd8ee048ed3f8c3',
  });
});
