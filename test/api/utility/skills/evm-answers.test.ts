import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Failing } from '../../../counterparts/rpc-node.ts';
import { assertRefused } from '../../../harness/refused.ts';
import { address, healthy, startNodes } from '../odd-nodes.ts';

const hash = `0x${'1c'.repeat(32)}`;
const receipt = {
  transactionHash: hash,
  blockNumber: '0x5a',
  from: address,
  to: address,
  gasUsed: '0x5208',
  status: '0x1',
  logs: [],
};
const transaction = {
  hash,
  blockNumber: '0x5a',
  from: address,
  to: address,
  nonce: '0x0',
  value: '0x1',
  gas: '0x5208',
  gasPrice: '0x1',
  input: '0x',
};

test('unusual responses of a node are handled', async (t) => {
  const { first, second, base, clock, ask, anew, utility, ally } = await startNodes(t);
  const status = () => ask(`/tx-status?hash=${hash}&chain=eth`);

  await t.test('without a chain all are queried, and silence of one is not absence', async () => {
    anew({ eth_getTransactionByHash: null, eth_getTransactionReceipt: null });
    base.answers = {
      ...base.answers,
      eth_getTransactionByHash: transaction,
      eth_getTransactionReceipt: receipt,
      eth_getBlockByNumber: { number: '0x5a', timestamp: '0x6a16f300' },
    };
    const { json } = await ask(`/tx-status?hash=${hash}`);
    assert.deepEqual(
      [json.chain, json.chain_id, json.status, json.time, json.revert_reason],
      ['base', 8_453, 'success', new Date(0x6a16f300 * 1_000).toISOString(), null],
    );
    assert.deepEqual(json.chains_checked, ['eth', 'base']);
    anew({ eth_getTransactionByHash: null, eth_getTransactionReceipt: null });
    const unsure = await ask(`/tx-status?hash=${hash}`);
    assertRefused(unsure, 502, 'upstream_failed');
    assert.match(unsure.json.error, /^not found on eth, base, but not every chain responded: arbitrum/);
  });

  await t.test('unknown is never reported as absent', async () => {
    anew({ eth_getTransactionByHash: null, eth_getTransactionReceipt: null });
    assert.equal((await status()).json.status, 'not_found');
    assert.equal(second.asked.length, 1, 'another node is asked before the answer is accepted');

    second.answers = {
      ...healthy,
      eth_getTransactionByHash: transaction,
      eth_getTransactionReceipt: receipt,
    };
    const { json } = await status();
    assert.deepEqual([json.status, json.block, json.confirmations], ['success', 90, 11]);

    second.odd = (_, response) => response.destroy();
    assert.equal((await status()).json.status, 'not_found', 'the healthy node reported it');
    for (const unsure of [
      { eth_syncing: { currentBlock: '0x1', highestBlock: '0x64' } },
      { eth_getTransactionReceipt: new Failing(-32000, 'indexing in progress') },
      { eth_getTransactionByHash: new Failing(-32603, 'internal') },
      { eth_getTransactionByHash: transaction },
      { eth_getTransactionByHash: { ...transaction, hash: `0x${'2c'.repeat(32)}`, blockNumber: null } },
      { eth_getTransactionReceipt: { ...receipt, status: '0x2' }, eth_getTransactionByHash: transaction },
    ]) {
      anew({ eth_getTransactionByHash: null, eth_getTransactionReceipt: null, ...unsure });
      assertRefused(await status(), 502, 'upstream_failed', JSON.stringify(unsure));
    }
  });

  await t.test('transaction fields that a node omits are named', async () => {
    const failed = { ...receipt, status: '0x0', effectiveGasPrice: '0x2' };
    anew({ eth_getTransactionReceipt: failed, eth_getTransactionByHash: transaction });
    const archived = (await status()).json;
    assert.deepEqual([archived.time, archived.revert_reason], [null, null]);
    assert.equal(archived.not_read.time, 'the node does not have its block');
    assert.match(archived.not_read.revert_reason, /no node of Ethereum responded: .*eth_call/);
    const custom = new Failing(3, 'execution reverted', `0xdeadbeef${'0'.repeat(128)}`);
    anew({ eth_getTransactionReceipt: failed, eth_getTransactionByHash: transaction, eth_call: custom });
    assert.equal((await status()).json.revert_reason, 'it reverted (execution reverted; error 0xdeadbeef)');
    // ERC-6093: ERC20InsufficientBalance(address,uint256,uint256).
    const short = `0xe450d38c${[0xbeef, 7, 1_000].map((each) => each.toString(16).padStart(64, '0')).join('')}`;
    anew({
      eth_getTransactionReceipt: failed,
      eth_getTransactionByHash: transaction,
      eth_call: new Failing(3, 'execution reverted', short),
    });
    assert.equal(
      (await status()).json.revert_reason,
      'it reverted: ERC20InsufficientBalance(sender: 0x000000000000000000000000000000000000bEEF, balance: 7, needed: 1000)',
    );
    const block = { number: '0x5a', timestamp: '0x6a16f300' };
    first.answers.eth_getBlockByNumber = block;
    first.answers.eth_call = '0x';
    const passes = (await status()).json;
    assert.deepEqual(Object.keys(passes.not_read), ['revert_reason']);
    assert.match(passes.not_read.revert_reason, /the call does not fail when replayed on the previous block/);
    const overflow = `0x4e487b71${'11'.padStart(64, '0')}`;
    first.answers.eth_call = new Failing(3, 'execution reverted', overflow);
    const answer = (await status()).json;
    assert.match(answer.revert_reason, /panic 0x11: arithmetic overflow/);
    assert.deepEqual(answer.not_read, {});
    // Repeated without the transaction's gas limit, the call would not run out of gas.
    for (const words of ['out of gas', 'OutOfGas', 'EVM error: OutOfGas(Basic)']) {
      clock.forward(60_000);
      first.answers.eth_call = ([sent]: unknown[]) =>
        (sent as { gas?: string }).gas === transaction.gas ? new Failing(-32000, words) : '0x';
      assert.equal((await status()).json.revert_reason, `it reverted (${words})`);
    }

    anew({ eth_getTransactionReceipt: receipt, eth_getTransactionByHash: null, eth_getBlockByNumber: block });
    const bare = (await status()).json;
    assert.deepEqual([bare.status, bare.nonce, bare.value_wei, bare.fee_wei], ['success', null, null, null]);
    assert.deepEqual(Object.keys(bare.not_read), ['nonce', 'value_wei', 'fee_wei']);
  });

  await t.test('an unchecked proxy is not reported as "no proxy"', async () => {
    anew({ eth_getCode: '0x6000', eth_getTransactionCount: '0x1', eth_call: '0x' });
    const { json } = await ask(`/evm-address-intel?address=${address}`);
    assert.equal(json.proxy, null);
    assert.match(json.not_read.proxy, /eth_getStorageAt does not exist/);
    first.answers.eth_getStorageAt = `0x${'0'.repeat(64)}`;
    assert.deepEqual((await ask(`/evm-address-intel?address=${address}`)).json.not_read, {});
  });

  await t.test('the cost, with blobs and the data fee of a rollup', async () => {
    const costs = { effectiveGasPrice: '0x2', blobGasUsed: '0x20000', blobGasPrice: '0x3', l1Fee: '0x5' };
    anew({ eth_getTransactionReceipt: { ...receipt, ...costs }, eth_getTransactionByHash: transaction });
    assert.equal((await status()).json.fee_wei, String(21_000 * 2 + 131_072 * 3 + 5));
  });

  await t.test('without a status in the receipt, the gas decides', async () => {
    const { status: _, ...old } = { ...receipt, root: hash };
    const cases: [Record<string, unknown>, Record<string, unknown>, string][] = [
      [{}, {}, 'success'],
      [{ gasUsed: '0x6000' }, { gas: '0x7000', input: '0x00' }, 'success'],
      [{ gasUsed: '0x7000' }, { gas: '0x7000', input: '0x00' }, 'failed'],
      [{ gasUsed: '0x7000', logs: [{}] }, { gas: '0x7000', input: '0x00' }, 'success'],
    ];
    for (const [ofReceipt, ofTransaction, expected] of cases) {
      anew({
        eth_getTransactionReceipt: { ...old, ...ofReceipt },
        eth_getTransactionByHash: { ...transaction, ...ofTransaction },
      });
      const { json } = await status();
      assert.equal(json.status, expected);
      assert.match(json.note, /Byzantium/);
    }
  });

  await t.test(
    'an unreadable chain is a row with a reason; none readable is a failure that is free',
    async () => {
      const block = { number: '0x64', baseFeePerGas: '0x3b9aca00' };
      anew({ eth_gasPrice: '0x77359400', eth_getBlockByNumber: block });
      const { json } = await ask(`/multichain-balance?address=${address}`);
      assert.deepEqual(
        json.balances.map((row: Record<string, unknown>) => [row.chain, row.balance_wei, row.error === null]),
        [
          ['eth', '7', true],
          ['base', '7', true],
          ['arbitrum', null, false],
          ['optimism', null, false],
          ['polygon', null, false],
        ],
      );
      const polygon = json.balances.at(-1);
      assert.ok(polygon.tokens.length === 0 && polygon.tokens_unread.includes('USDC'));
      const { chains: rows } = (await ask('/gas-tracker?chain=all')).json;
      assert.equal(rows.at(-1).not_read.gas_price_gwei, rows.at(-1).error);
      for (const node of [first, second, base]) node.odd = (_, response) => response.destroy();
      for (const path of [`/multichain-balance?address=${address}`, '/gas-tracker?chain=all']) {
        const before = await utility.get('/ally/me', { ally });
        assertRefused(await ask(path), 502, 'upstream_failed');
        const after = await utility.get('/ally/me', { ally });
        assert.deepEqual(after.json.quota, before.json.quota);
      }
    },
  );

  await t.test('gas is estimated without history, without tips and without a base fee', async () => {
    const block = { number: '0x64', baseFeePerGas: '0x3b9aca00' };
    anew({ eth_gasPrice: '0x77359400', eth_getBlockByNumber: block });
    const gas = async () => (await ask('/gas-tracker?chain=eth')).json;
    const bare = await gas();
    assert.deepEqual([bare.gas_price_gwei, bare.base_fee_gwei, bare.priority_fee_gwei], [2, 1, null]);
    delete first.answers.eth_getBlockByNumber;
    assert.equal((await gas()).base_fee_gwei, null);
    first.answers.eth_getBlockByNumber = block;
    first.answers.eth_maxPriorityFeePerGas = '0x1';
    assert.equal((await gas()).priority_fee_gwei, 1e-9);
    first.answers.eth_feeHistory = {
      baseFeePerGas: ['0x1', '0x1', '0x1', '0xb2d05e00'],
      gasUsedRatio: [0.5, 0, 0.1],
      reward: [
        ['0x1', '0x3b9aca00', '0x77359400'],
        ['0x0', '0x0', '0x0'],
        ['0x2', '0x77359400', '0xb2d05e00'],
      ],
    };
    const full = await gas();
    assert.deepEqual([full.base_fee_gwei, full.priority_fee_gwei], [3, 1]);
    assert.deepEqual(full.speeds, {
      slow: { priority_fee_gwei: 1e-9, max_fee_gwei: 6.000000001 },
      normal: { priority_fee_gwei: 1, max_fee_gwei: 7 },
      fast: { priority_fee_gwei: 2, max_fee_gwei: 8 },
    });
    first.answers.eth_getBlockByNumber = { number: '0x64' };
    assert.equal((await gas()).base_fee_gwei, null);
    first.answers.eth_feeHistory = new Failing(-32005, 'limit');
    second.odd = (_, response) => response.destroy();
    assertRefused(
      await ask('/gas-tracker?chain=eth'),
      502,
      'upstream_failed',
      'a limit is not a missing fee',
    );
  });

  await t.test('a contract’s revert is its answer, in any wording; a node’s failure is not', async () => {
    const because = `08c379a0${'20'.padStart(64, '0')}${'2'.padStart(64, '0')}${'6e6f'.padEnd(64, '0')}`;
    const refusals: [Failing, RegExp][] = [
      [new Failing(3, 'execution reverted', `0x${because}`), /reverted: no$/],
      [new Failing(-32015, 'VM execution error.', `Reverted 0x${because}`), /reverted: no$/],
      [new Failing(-32000, 'invalid opcode: INVALID'), /invalid opcode/],
    ];
    for (const [refusal, reason] of refusals) {
      anew({ eth_getCode: '0x00', eth_call: refusal });
      const { json } = await ask(`/token-metadata?address=${address}`);
      assert.equal(json.name, null);
      assert.match(json.not_read.name, reason);
    }
    for (const failure of [new Failing(-32000, 'header not found'), new Failing(-32005, 'limit exceeded')]) {
      anew({ eth_getCode: '0x00', eth_call: failure });
      assertRefused(await ask(`/token-metadata?address=${address}`), 502, 'upstream_failed');
    }
  });

  await t.test('an answer is cached for one block, and reports its age', async () => {
    anew({ eth_getTransactionByHash: transaction, eth_getTransactionReceipt: receipt });
    const fresh = await ask(`/tx-status?hash=${hash}&chain=eth`, 300);
    assert.deepEqual([fresh.headers.age, fresh.headers['cache-control']], [undefined, 'private, max-age=12']);
    clock.forward(7_000);
    const kept = await ask(`/tx-status?hash=${hash}&chain=eth`, 300);
    assert.deepEqual([kept.headers.age, kept.headers['cache-control']], ['7', 'private, max-age=5']);
    assert.deepEqual(kept.json, fresh.json);
    assert.equal(first.asked.length, 2, 'the transaction, and the time of its block');
    await ask(`/tx-status?hash=${hash}&chain=eth`, 6);
    assert.equal(first.asked.length, 4);
    clock.forward(13_000);
    const later = await ask(`/tx-status?hash=${hash}&chain=eth`, 300);
    assert.deepEqual([later.headers.age, first.asked.length], [undefined, 6]);
    clock.forward(13_000);
    await Promise.all(Array.from({ length: 8 }, () => ask(`/tx-status?hash=${hash}&chain=eth`, 300)));
    assert.equal(first.asked.length, 8, 'eight concurrent calls share one request');
  });
});
