import assert from 'node:assert/strict';
import { test } from 'node:test';
import { selector } from '../../../../src/utility/chains/abi.ts';
import { proxySlots } from '../../../../src/utility/chains/evm-account.ts';
import { noChains, rich, startChains } from '../../../counterparts/evm-chains.ts';
import { startWorld } from '../../../fixtures/utility/world.ts';
import { assertRefused } from '../../../harness/refused.ts';
import { nobody, tokenCode, word } from './token-code.ts';

test('addresses on five chains are described', { skip: noChains }, async (t) => {
  const chains = await startChains(t);
  const { utility, ally } = await startWorld(t, { env: chains.env });
  const ask = (skill: string, query: string) => utility.get(`/${skill}?${query}&max_age=0`, { ally });

  const supply = 1_234_567_890_123_456n;
  const token = await chains.deploy('base', tokenCode('Mock USD Coin', 'USDC€', 6, supply));

  await t.test('a contract, an account and a delegated account are distinguished', async () => {
    const contract = (await ask('evm-address-intel', `address=${token}&chain=base`)).json;
    const code = (await chains.rpc('base', 'eth_getCode', token, 'latest')) as string;
    assert.deepEqual(
      [contract.type, contract.bytecode_size, contract.nonce, contract.balance, contract.note],
      ['contract', code.length / 2 - 1, 1, '0', null],
    );
    assert.equal(contract.address.toLowerCase(), token);
    assert.notEqual(contract.address, token);

    const elsewhere = (await ask('evm-address-intel', `address=${token}`)).json;
    assert.deepEqual([elsewhere.type, elsewhere.chain, elsewhere.chain_id], ['eoa', 'eth', 1]);

    await chains.rpc('eth', 'hardhat_setBalance', nobody, '0xde0b6b3a7640001');
    await chains.rpc('eth', 'hardhat_setNonce', nobody, '0x7');
    const account = (await ask('evm-address-intel', `address=${nobody.toUpperCase().replace('0X', '0x')}`))
      .json;
    assert.deepEqual(
      [
        account.type,
        account.bytecode_size,
        account.balance_wei,
        account.balance,
        account.symbol,
        account.nonce,
      ],
      ['eoa', 0, '1000000000000000001', '1.000000000000000001', 'ETH', 7],
    );

    const delegate = '5'.repeat(40);
    await chains.rpc('eth', 'hardhat_setCode', nobody, `0xef0100${delegate}`);
    const delegated = (await ask('evm-address-intel', `address=${nobody}`)).json;
    assert.deepEqual(
      [delegated.type, delegated.bytecode_size, delegated.delegated_to],
      ['eoa', 23, `0x${delegate}`],
    );
    assert.match(delegated.note, /EIP-7702/);
    await chains.rpc('eth', 'hardhat_setCode', nobody, '0x');
  });

  await t.test('a proxy reports its implementation', async () => {
    const proxy = `0x${'1d'.repeat(20)}`;
    const slot = '0x360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc';
    await chains.rpc('eth', 'hardhat_setCode', proxy, '0x60006000fd');
    await chains.rpc('eth', 'hardhat_setStorageAt', proxy, slot, `0x${word(BigInt(rich))}`);
    const found = (await ask('evm-address-intel', `address=${proxy}`)).json;
    assert.deepEqual([found.implementation, found.proxy, found.beacon], [rich, 'eip1967', null]);

    const minimal = `0x363d3d373d3d3d363d73${rich.slice(2).toLowerCase()}5af43d82803e903d91602b57fd5bf3`;
    const clone = `0x${'2d'.repeat(20)}`;
    await chains.rpc('eth', 'hardhat_setCode', clone, minimal);
    const cloned = (await ask('evm-address-intel', `address=${clone}`)).json;
    assert.deepEqual([cloned.implementation, cloned.proxy], [rich, 'minimal']);

    const target = rich.slice(2).toLowerCase();
    for (const code of [
      `0x365f5f375f5f365f73${target}5af43d5f5f3e5f3d91602a57fd5bf3`,
      `0x3d3d3d3d363d3d37363d73${target}5af43d3d93803e602a57fd5bf3`,
      // A clone with immutable arguments, which follow its code.
      `0x3d3d3d3d363d3d37610102603736393661010201 3d73${target}5af43d3d93803e603557fd5bf3${'ab'.repeat(256)}0102`.replace(
        ' ',
        '',
      ),
    ]) {
      await chains.rpc('eth', 'hardhat_setCode', clone, code);
      const { json } = await ask('evm-address-intel', `address=${clone}`);
      assert.deepEqual([json.implementation, json.proxy], [rich, 'minimal'], code);
    }

    const onBeacon = `0x${'3d'.repeat(20)}`;
    const beaconSlot = '0xa3f0ad74e5423aebfd80d3ef4346578335a9a72aeaee59ff6cb3582b35133d50';
    await chains.rpc('eth', 'hardhat_setCode', onBeacon, '0x60006000fd');
    await chains.rpc('eth', 'hardhat_setStorageAt', onBeacon, beaconSlot, `0x${word(BigInt(rich))}`);
    const beacon = (await ask('evm-address-intel', `address=${onBeacon}`)).json;
    assert.deepEqual([beacon.implementation, beacon.proxy, beacon.beacon], [null, 'beacon', rich]);
    assert.deepEqual(beacon.not_read, { implementation: 'the beacon names no implementation' });
    const none = (await ask('evm-address-intel', `address=${nobody}`)).json;
    assert.deepEqual([none.proxy, none.implementation, none.not_read], [null, null, {}]);
  });

  await t.test('the interfaces of a proxy are those of its implementation', async () => {
    const runs = `0x${'5d'.repeat(20)}`;
    const functions = ['asset()', 'convertToAssets(uint256)', 'deposit(uint256,address)'];
    await chains.rpc(
      'eth',
      'hardhat_setCode',
      runs,
      `0x${functions.map((each) => `63${selector(each).slice(2)}`).join('')}`,
    );
    const setSlot = async (address: string, slot: string, value: string, code = '0x60006000fd') => {
      await chains.rpc('eth', 'hardhat_setCode', address, code);
      await chains.rpc('eth', 'hardhat_setStorageAt', address, slot, `0x${word(BigInt(value))}`);
      const { implementation, proxy, interfaces, not_read } = (
        await ask('evm-address-intel', `address=${address}`)
      ).json;
      return [implementation.toLowerCase(), proxy, interfaces, not_read];
    };
    // Responds to `implementation()`, and everything else, with that address.
    const beacon = `0x${'6d'.repeat(20)}`;
    await chains.rpc('eth', 'hardhat_setCode', beacon, `0x73${runs.slice(2)}60005260206000f3`);
    assert.deepEqual(await setSlot(`0x${'7d'.repeat(20)}`, proxySlots.beacon, beacon), [
      runs,
      'beacon',
      ['erc4626'],
      {},
    ]);
    assert.deepEqual(await setSlot(`0x${'8d'.repeat(20)}`, proxySlots.zeppelinos, runs), [
      runs,
      'zeppelinos',
      ['erc4626'],
      {},
    ]);
    // The runtime code of SafeProxy 1.3.0, without its metadata.
    const safe =
      '0x608060405273ffffffffffffffffffffffffffffffffffffffff600054167fa619486e0000000000000000000000000000000000000000000000000000000060003514156050578060005260206000f35b3660008037600080366000845af43d6000803e60008114156070573d6000fd5b3d6000f3fe';
    assert.deepEqual(await setSlot(`0x${'9d'.repeat(20)}`, '0x0', runs, safe), [
      runs,
      'safe',
      ['erc4626'],
      {},
    ]);
  });

  await t.test('addresses: single-case ones pass, a wrong checksum does not', async () => {
    for (const wrong of [
      '',
      'x',
      '0x12',
      nobody.slice(2),
      `${nobody}00`,
      'vitalik.eth',
      rich.replace('F', 'f'),
    ])
      for (const skill of ['evm-address-intel', 'token-metadata', 'multichain-balance'])
        assertRefused(await ask(skill, `address=${wrong}`), 400, 'invalid_field', `${skill} ${wrong}`);
    assertRefused(await ask('evm-address-intel', `address=${rich}&chain=solana`), 400, 'invalid_field');
    assert.equal((await ask('evm-address-intel', `address=${rich.toLowerCase()}`)).json.address, rich);
    // From EIP-55 itself: all upper case, all lower case, and two mixed.
    for (const known of [
      '0x52908400098527886E0F7030069857D2E4169EE7',
      '0xde709f2102306220921060314715629080e2fb77',
      '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
      '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb',
    ])
      assert.equal((await ask('evm-address-intel', `address=${known.toLowerCase()}`)).json.address, known);
  });

  await t.test('the chain id is checked once, not per request', async () => {
    const questions = chains.asked.filter((each) => each === 'eth eth_getBalance').length;
    assert.ok(questions > 5);
    assert.equal(chains.asked.filter((each) => each === 'eth eth_chainId').length, 1);
  });
});
