import assert from 'node:assert/strict';
import { test } from 'node:test';
import { selector } from '../../../../src/utility/chains/abi.ts';
import { findEnsNameFault, namehash } from '../../../../src/utility/chains/ens.ts';
import { Failing } from '../../../counterparts/rpc-node.ts';
import { address, startNodes } from '../odd-nodes.ts';

const word = (hex: string) => hex.padStart(64, '0');
const text = (value: string) =>
  word('20') +
  word(Buffer.byteLength(value).toString(16)) +
  Buffer.from(value).toString('hex').padEnd(64, '0');
const registry = '0x00000000000c2e074ec69a0dfb2997ba6c7d2e1e';
const resolver = '12'.repeat(20);
const reverse = namehash(`${address.slice(2)}.addr.reverse`);

test('name hashes match EIP-137', () => {
  assert.equal(namehash('eth'), '93cdeb708b7545dc668eb9280176169d1c33cfd8ed6f04690a0bcc88a93fc4ae');
  assert.equal(namehash('foo.eth'), 'de9b09fd7c5f901e23a3f19fecc54828e9c848539801e86591bd9801b019f84f');
});

test('ENSIP-15: what may be shown as a name, and what is wrong with the rest', () => {
  for (const name of ['ada.eth', 'faß.eth', '💩.eth', '_a.b.eth', 'привет.eth', '文字.eth'])
    assert.equal(findEnsNameFault(name), null, name);
  const faults: [string, RegExp][] = [
    ['Ada.eth', /^"Ada\.eth" is not normalised; by ENSIP-15 it would be "ada\.eth"/],
    ['vit\u0430lik.eth', /^"vit\{430\}lik\.eth" breaks ENSIP-15: illegal mixture: Latin \+ Cyrillic/],
    ['a\u200db.eth', /disallowed character: \{200D\}/],
    ['ada.eth\u202e', /\{202E\}/],
    ['a b.eth', /disallowed character/],
    ['xn--ls8h.eth', /invalid label extension/],
    ['ada', /several labels/],
    ['a..eth', /several labels/],
    [`${'a'.repeat(300)}.eth`, /longer than 255/],
  ];
  for (const [name, fault] of faults) {
    const said = findEnsNameFault(name) ?? '';
    assert.match(said, fault);
    assert.match(said, /^[\x20-\x7e]*$/, 'a confusable name is shown escaped');
  }
});

test('evm-address-intel reports a name only if it resolves back to the address', async (t) => {
  const { ask, anew, base } = await startNodes(t);
  /** A registry and a resolver in which `name` resolves to `owner`; with a wildcard, its parent resolves it. */
  const service =
    (owner: string | Failing, { name = 'ada.eth', wildcard = false } = {}) =>
    ([sent]: unknown[]) => {
      const { to, data } = sent as { to: string; data: string };
      const [method, node] = [data.slice(0, 10), data.slice(10)];
      const parent = name.slice(name.indexOf('.') + 1);
      const known = node === reverse || node === namehash(wildcard ? parent : name);
      if (to.toLowerCase() === registry && method === selector('resolver(bytes32)'))
        return `0x${word(known ? resolver : '0')}`;
      if (to.toLowerCase() !== `0x${resolver}`) return '0x';
      if (method === selector('name(bytes32)') && node === reverse) return `0x${text(name)}`;
      const found = typeof owner === 'string' ? word(owner.slice(2)) : '';
      if (method === selector('addr(bytes32)') && node === namehash(name) && !wildcard)
        return typeof owner === 'string' ? `0x${found}` : owner;
      if (method !== selector('resolve(bytes,bytes)') || !wildcard) return '0x';
      const wanted = `${selector('addr(bytes32)').slice(2)}${namehash(name)}`;
      assert.equal(data.slice(10, 138), word('40') + word('80'));
      assert.ok(
        data.slice(138).startsWith(word('e') + Buffer.from('\x03ada\x04sub2\x03eth\0').toString('hex')),
      );
      assert.ok(data.endsWith(`${word('24')}${wanted.padEnd(128, '0')}`));
      return typeof owner === 'string' ? `0x${word('20')}${word('20')}${found}` : owner;
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
  assert.deepEqual(await ens(), { checked: true, name: 'ada.eth', reason: null });
  anew({ ...account, eth_call: service(`0x${'cd'.repeat(20)}`) });
  assert.deepEqual(await ens(), {
    checked: true,
    name: null,
    reason: 'its reverse record names ada.eth, which does not resolve back to the address',
  });
  anew({ ...account, eth_call: '0x' });
  assert.deepEqual(await ens(), {
    checked: true,
    name: null,
    reason: 'the address has no reverse record',
  });
  for (const claimed of ['Ada.eth', 'аda.eth', 'ada\u200d.eth']) {
    anew({ ...account, eth_call: service(address, { name: claimed }) });
    const { checked, name, reason } = await ens();
    assert.deepEqual([checked, name], [true, null], 'not shown as if it were the name');
    assert.match(reason, /^its reverse record is not valid: ".*ENSIP-15/);
  }
  anew({ ...account, eth_call: service(address, { name: 'ada.sub2.eth', wildcard: true }) });
  assert.equal((await ens()).name, 'ada.sub2.eth', 'resolved by the name above it (ENSIP-10)');
  const outside = new Failing(3, 'execution reverted', `0x556f1830${word('20')}`);
  for (const options of [{}, { name: 'ada.sub2.eth', wildcard: true }]) {
    anew({ ...account, eth_call: service(outside, options) });
    const { checked, name, reason } = await ens();
    assert.deepEqual([checked, name], [false, null]);
    assert.match(reason, /off-chain \(EIP-3668\) and was not looked up$/);
  }
  anew(account);
  const failed = await ens();
  assert.deepEqual([failed.checked, failed.name], [false, null], 'an unread value is not reported as absent');
  assert.match(failed.reason, /no node of Ethereum responded/);
  const elsewhere = await ens('&chain=base');
  assert.deepEqual([elsewhere.checked, elsewhere.name], [false, null]);
  assert.match(elsewhere.reason, /chain=eth/);
  assert.ok(base.asked.every((each) => !each.includes('eth_call')));
});

test('evm-address-intel asks resolvers that only have resolve (ENSIP-10)', async (t) => {
  const { ask, anew } = await startNodes(t);
  const outside = new Failing(3, 'execution reverted', `0x556f1830${word('20')}`);
  const silent = new Failing(3, 'execution reverted', '0x');
  const bytes = (hex: string) =>
    word('20') + word((hex.length / 2).toString(16)) + hex.padEnd(Math.ceil(hex.length / 64) * 64, '0');
  /** Resolvers by node, and each contract's response to a method for a node. */
  const service = (resolvers: Record<string, string>, answers: Record<string, string | Failing>) => {
    return ([sent]: unknown[]) => {
      const { to, data } = sent as { to: string; data: string };
      const method = data.slice(0, 10);
      if (to.toLowerCase() === registry) return `0x${word(resolvers[data.slice(10)] ?? '0')}`;
      const asked = ['name(bytes32)', 'addr(bytes32)', 'resolve(bytes,bytes)'].find(
        (each) => selector(each) === method,
      );
      // The argument of `resolve` contains the requested record.
      const inner = asked?.startsWith('resolve')
        ? data.includes(selector('name(bytes32)').slice(2) + reverse)
          ? ' name'
          : ' addr'
        : '';
      return answers[`${to.slice(2, 4)} ${asked}${inner}`] ?? silent;
    };
  };
  const read = async (call: unknown) => {
    anew({
      eth_getCode: '0x',
      eth_getTransactionCount: '0x1',
      eth_getStorageAt: `0x${word('0')}`,
      eth_call: call,
    });
    return (await ask(`/evm-address-intel?address=${address}`)).json.ens;
  };
  const name = `0x${text('ada.eth')}`;
  const found = word(address.slice(2));
  const own = { [reverse]: '12'.repeat(20), [namehash('ada.eth')]: '34'.repeat(20) };

  const offchain = await read(
    service(own, { '12 name(bytes32)': name, '34 resolve(bytes,bytes) addr': outside }),
  );
  assert.deepEqual(
    [offchain.checked, offchain.name],
    [false, null],
    'a record that was not looked up is not reported as a mismatch',
  );
  assert.match(offchain.reason, /^its reverse record names ada\.eth, whose address is stored off-chain/);

  const extended = { '34 resolve(bytes,bytes) addr': `0x${bytes(found)}` };
  const zero = { '34 addr(bytes32)': `0x${word('0')}` };
  for (const plain of [{}, zero]) {
    const { checked, name: shown } = await read(
      service(own, { '12 name(bytes32)': name, ...extended, ...plain }),
    );
    assert.deepEqual([checked, shown], [true, 'ada.eth']);
  }
  const elsewhere = await read(service(own, { '12 name(bytes32)': name, ...zero }));
  assert.match(elsewhere.reason, /does not resolve back to the address$/);

  // The default name for every chain (ENSIP-19) is returned by the resolver of addr.reverse.
  const above = { [namehash('addr.reverse')]: '56'.repeat(20), [namehash('ada.eth')]: '34'.repeat(20) };
  const byDefault = await read(
    service(above, {
      '56 resolve(bytes,bytes) name': `0x${bytes(text('ada.eth'))}`,
      '34 addr(bytes32)': `0x${found}`,
    }),
  );
  assert.deepEqual(byDefault, { checked: true, name: 'ada.eth', reason: null });
  const none = await read(service(above, {}));
  assert.deepEqual([none.checked, none.reason], [true, 'its reverse record is empty']);
});
