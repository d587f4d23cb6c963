import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chainIds, contracts, noChains, rich, startChains } from '../../../counterparts/evm-chains.ts';
import { startWorld } from '../../../fixtures/utility/world.ts';
import { assertRefused } from '../../../harness/refused.ts';
import { nobody, tokenCode, word } from './token-code.ts';

test('tokens, transactions, gas and balances of five chains are read', { skip: noChains }, async (t) => {
  const chains = await startChains(t);
  const { utility, ally } = await startWorld(t, { env: chains.env });
  const ask = (skill: string, query: string) => utility.get(`/${skill}?${query}&max_age=0`, { ally });

  const supply = 1_234_567_890_123_456n;
  const token = await chains.deploy('base', tokenCode('Mock USD Coin', 'USDC€', 6, supply));

  await t.test('a token, an old one and a broken one are read', async () => {
    const { json } = await ask('token-metadata', `address=${token}&chain=base`);
    assert.deepEqual(
      [json.name, json.symbol, json.decimals, json.total_supply_raw, json.total_supply, json.not_read],
      ['Mock USD Coin', 'USDC€', 6, String(supply), '1234567890.123456', {}],
    );
    assert.deepEqual([json.standard, json.known, json.warnings], ['erc20', false, []]);
    const fake = await chains.deploy('base', tokenCode('USD Cоin', 'USDС', 6, 1n));
    const spoofed = (await ask('token-metadata', `address=${fake}&chain=base`)).json;
    assert.match(spoofed.warnings.join(), /USDC, which is at 0x8335/);
    const stranger = await chains.deploy('base', tokenCode('Dollar', 'USDT', 6, 1n));
    const elsewhere = (await ask('token-metadata', `address=${stranger}&chain=base`)).json;
    assert.match(elsewhere.warnings.join(), /USDT, which has no known address on base/);
    const old = (
      await ask('token-metadata', `address=${await chains.deploy('eth', contracts.OldToken!.creation)}`)
    ).json;
    assert.deepEqual(
      [old.name, old.symbol, old.decimals, old.total_supply_raw, old.total_supply],
      ['Maker', 'MKR', null, `1${'0'.repeat(24)}`, null],
    );
    assert.deepEqual(Object.keys(old.not_read), ['decimals']);
    const broken = (
      await ask('token-metadata', `address=${await chains.deploy('eth', contracts.BrokenToken!.creation)}`)
    ).json;
    assert.deepEqual(
      [broken.name, broken.symbol, broken.decimals, broken.total_supply],
      [null, null, null, null],
    );
    assert.equal(broken.total_supply_raw, String(2n ** 256n - 1n));
    assert.match(broken.not_read.name, /no name for you/);
    assert.match(broken.not_read.symbol, /not text/);
    assert.match(broken.not_read.decimals, /300/);
    const none = await ask('token-metadata', `address=${token}&chain=arbitrum`);
    assertRefused(none, 422, 'unreadable');
    assert.match(none.json.hint, /chain=base/);
  });

  await t.test('tokens of other standards, and one that says yes to everything', async () => {
    /** Responds to `supportsInterface` of one id with true, and to everything else with a zero word. */
    const supports = (id: string) => `0x60043560e01c63${id}1460005260206000f3`;
    /** Only a total supply, as in collections older than EIP-165: reverts for everything but `totalSupply`. */
    const supplyAlone = '0x60003560e01c6318160ddd14601357600080fd5b600160005260206000f3';
    const standards: [string, string | null][] = [
      [supports('80ac58cd'), 'erc721'],
      [supports('d9b67a26'), 'erc1155'],
      [supports('01ffc9a7'), 'erc20'],
      ['0x600160005260206000f3', 'erc20'],
      ['0x60006000fd', null],
      [supplyAlone, null],
      [`${supplyAlone}63dd62ed3e`, 'erc20'],
    ];
    const at = `0x${'ad'.repeat(20)}`;
    for (const [code, standard] of standards) {
      await chains.rpc('eth', 'hardhat_setCode', at, code);
      assert.equal((await ask('token-metadata', `address=${at}`)).json.standard, standard, code);
    }
  });

  await t.test('every state of a transaction is reported', async () => {
    const paid = await chains.send('polygon', { to: nobody, value: '0x5' });
    await chains.rpc('polygon', 'hardhat_mine', '0x3');
    const done = (await ask('tx-status', `hash=${paid.toUpperCase().replace('0X', '0x')}&chain=polygon`))
      .json;
    assert.deepEqual(
      [done.hash, done.status, done.block, done.confirmations, done.from, done.gas_used, done.value_wei],
      [paid, 'success', 1, 4, rich, 21_000, '5'],
    );
    assert.equal(done.to.toLowerCase(), nobody);
    const receipt = await chains.rpc('polygon', 'eth_getTransactionReceipt', paid);
    assert.equal(done.fee_wei, String(21_000n * BigInt(receipt.effectiveGasPrice)));

    const created = await chains.send('polygon', { data: contracts.Resolver!.creation });
    const creation = (await ask('tx-status', `hash=${created}&chain=polygon`)).json;
    assert.deepEqual([creation.status, creation.to, creation.confirmations], ['success', null, 1]);
    assert.match(creation.contract_address, /^0x[0-9a-fA-F]{40}$/);

    const refused = await chains.send('base', { to: token, data: `0xa9059cbb${word(1)}${word(2n ** 255n)}` });
    const failed = (await ask('tx-status', `hash=${refused}`)).json;
    assert.deepEqual([failed.status, failed.chain, failed.chains_checked.length], ['failed', 'base', 5]);
    assert.match(failed.revert_reason, /revert/);
    assert.deepEqual(failed.not_read, {});
    assert.match(failed.time, /^20\d\d-/);
    const missing = (await ask('tx-status', `hash=0x${'7'.repeat(64)}`)).json;
    assert.deepEqual([missing.status, missing.chain, missing.chain_id], ['not_found', null, null]);

    await chains.rpc('polygon', 'evm_setAutomine', false);
    const waiting = await chains.send('polygon', { to: nobody, value: '0x9' });
    const pending = (await ask('tx-status', `hash=${waiting}&chain=polygon`)).json;
    assert.deepEqual(
      [pending.status, pending.block, pending.confirmations, pending.from, pending.gas_used],
      ['pending', null, 0, rich, null],
    );
    await chains.rpc('polygon', 'evm_mine');
    assert.equal((await ask('tx-status', `hash=${waiting}&chain=polygon`)).json.status, 'success');

    const unknown = (await ask('tx-status', `hash=${paid}&chain=eth`)).json;
    assert.deepEqual(
      [unknown.status, unknown.block, unknown.confirmations, unknown.from],
      ['not_found', null, null, null],
    );
    for (const wrong of ['', '0x12', paid.slice(2), `${paid}0`])
      assertRefused(await ask('tx-status', `hash=${wrong}`), 400, 'invalid_field');
  });

  await t.test('gas is read for one chain, and for all', async () => {
    await chains.rpc('optimism', 'hardhat_setNextBlockBaseFeePerGas', '0x77359400');
    await chains.send('optimism', {
      to: nobody,
      maxFeePerGas: '0x2540be400',
      maxPriorityFeePerGas: '0x59682f00',
    });
    const { json } = await ask('gas-tracker', 'chain=optimism');
    assert.deepEqual(
      [json.chain, json.chain_id, json.priority_fee_gwei, json.block],
      ['optimism', 10, 1.5, 1],
    );
    // The next block's base fee, which is below the 2 gwei of this nearly empty one.
    assert.ok(json.base_fee_gwei < 2 && json.base_fee_gwei > 1.7, json.base_fee_gwei);
    assert.ok(json.gas_price_gwei > json.base_fee_gwei);
    assert.deepEqual(Object.keys(json.speeds), ['slow', 'normal', 'fast']);
    assert.equal(json.speeds.normal.priority_fee_gwei, 1.5);
    assert.ok(json.speeds.normal.max_fee_gwei > json.base_fee_gwei);
    assert.equal((await utility.get('/gas-tracker', { ally })).json.chain, 'eth');
    const all = (await ask('gas-tracker', 'chain=all')).json;
    assert.equal(all.chain, 'all');
    assert.deepEqual(
      all.chains.map((row: Record<string, unknown>) => [row.chain, row.chain_id, row.error]),
      Object.entries(chainIds).map(([chain, id]) => [chain, id, null]),
    );
    assert.deepEqual(all.chains[3].base_fee_gwei, json.base_fee_gwei);
    assertRefused(await ask('gas-tracker', 'chain=bitcoin'), 400, 'invalid_field');
  });

  await t.test('balances of five chains are read in one call', async () => {
    await chains.rpc('eth', 'hardhat_setBalance', nobody, '0xde0b6b3a7640001');
    await chains.rpc('arbitrum', 'hardhat_setBalance', nobody, '0x2386f26fc10000');
    const { json } = await ask('multichain-balance', `address=${nobody}`);
    assert.deepEqual(
      json.balances.map((row: Record<string, unknown>) => [row.chain, row.symbol, row.balance, row.error]),
      [
        ['eth', 'ETH', '1.000000000000000001', null],
        ['base', 'ETH', '0', null],
        ['arbitrum', 'ETH', '0.01', null],
        ['optimism', 'ETH', '0', null],
        ['polygon', 'POL', '0.000000000000000014', null],
      ],
    );
  });

  await t.test(
    'well-known tokens are listed beside the native coin, with unreadable ones named',
    async () => {
      const usdc = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913';
      const holder = `0x${'4d'.repeat(20)}`;
      // Responds to every call with 5,000,000.
      await chains.rpc('base', 'hardhat_setCode', usdc, '0x624c4b4060005260206000f3');
      const { json } = await ask('multichain-balance', `address=${holder}`);
      const base = json.balances.find((row: { chain: string }) => row.chain === 'base');
      assert.deepEqual(base.tokens, [
        { symbol: 'USDC', address: usdc, balance_raw: '5000000', balance: '5' },
      ]);
      assert.deepEqual(base.tokens_unread, ['USDbC', 'DAI', 'WETH', 'cbBTC'], 'no contract is there');
    },
  );
});
