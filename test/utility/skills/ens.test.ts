import assert from 'node:assert/strict';
import { test } from 'node:test';
import { selector } from '../../../src/utility/chains/abi.ts';
import { namehash } from '../../../src/utility/chains/ens.ts';
import { address, startNodes } from '../odd-nodes.ts';

const word = (hex: string) => hex.padStart(64, '0');
const text = (value: string) =>
  word('20') + word(value.length.toString(16)) + Buffer.from(value).toString('hex').padEnd(64, '0');
const registry = '0x00000000000c2e074ec69a0dfb2997ba6c7d2e1e';
const resolver = '12'.repeat(20);
const reverse = namehash(`${address.slice(2)}.addr.reverse`);

test('name hashes match EIP-137', () => {
  assert.equal(namehash('eth'), '93cdeb708b7545dc668eb9280176169d1c33cfd8ed6f04690a0bcc88a93fc4ae');
  assert.equal(namehash('foo.eth'), 'de9b09fd7c5f901e23a3f19fecc54828e9c848539801e86591bd9801b019f84f');
});

test('evm-address-intel reports a name only if it resolves back to the address', async (t) => {
  const { ask, anew, base } = await startNodes(t);
  /** A registry and a resolver in which `ada.eth` stands for the address given. */
  const service =
    (owner: string) =>
    ([sent]: unknown[]) => {
      const { to, data } = sent as { to: string; data: string };
      const [method, node] = [data.slice(0, 10), data.slice(10)];
      const known = node === reverse || node === namehash('ada.eth');
      if (to.toLowerCase() === registry && method === selector('resolver(bytes32)'))
        return `0x${word(known ? resolver : '0')}`;
      if (to.toLowerCase() !== `0x${resolver}`) return '0x';
      if (method === selector('name(bytes32)') && node === reverse) return `0x${text('ada.eth')}`;
      if (method === selector('addr(bytes32)') && node === namehash('ada.eth'))
        return `0x${word(owner.slice(2))}`;
      return '0x';
    };
  const account = {
    eth_getCode: '0x',
    eth_getTransactionCount: '0x1',
    eth_getStorageAt: `0x${word('0')}`,
  };
  const ens = async (more = '') => {
    const { status, json } = await ask(`/evm-address-intel?address=${address}${more}`);
    assert.equal(status, 200, JSON.stringify(json));
    return json.ens;
  };
  anew({ ...account, eth_call: service(address) });
  assert.deepEqual(await ens(), { checked: true, name: 'ada.eth' });
  anew({ ...account, eth_call: service(`0x${'cd'.repeat(20)}`) });
  assert.deepEqual(await ens(), { checked: true, name: null }, 'anybody can claim any name');
  anew({ ...account, eth_call: '0x' });
  assert.deepEqual(await ens(), { checked: true, name: null });
  anew(account);
  assert.deepEqual(await ens(), { checked: false, name: null }, 'not read is not "has none"');
  assert.deepEqual(await ens('&chain=base'), { checked: false, name: null });
  assert.ok(base.asked.every((each) => !each.includes('eth_call')));
});
