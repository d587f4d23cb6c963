import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sendJson } from '../../counterparts/evm-chains.ts';
import { Failing, startOddNode } from '../../counterparts/rpc-node.ts';
import { hourMs, MovableClock } from '../../harness/clock.ts';
import { assertRefused } from '../../harness/refused.ts';
import { startWorld } from '../world.ts';

const secret = 'v3/0123456789abcdef-key';
const address = `0x${'ab'.repeat(20)}`;
const hash = `0x${'1c'.repeat(32)}`;
const healthy = { eth_chainId: '0x1', eth_blockNumber: '0x64', eth_getBalance: '0x7', eth_syncing: false };
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

test('odd nodes', async (t) => {
  const [first, second, base] = [
    await startOddNode(t, `/${secret}`),
    await startOddNode(t),
    await startOddNode(t),
  ];
  const clock = new MovableClock('2026-11-15T08:00:00.000Z');
  const dead = 'http://127.0.0.1:1/';
  const env = {
    KITH_RPC_ETH: `${first.url}, ${second.url}`,
    KITH_RPC_BASE: base.url,
    KITH_RPC_ARBITRUM: dead,
    KITH_RPC_OPTIMISM: dead,
    KITH_RPC_POLYGON: dead,
  };
  const world = await startWorld(t, { env, clock });
  const { utility, ally } = world;
  const ask = (path: string, maxAge = 0) => utility.get(`${path}&max_age=${maxAge}`, { ally });
  const balance = async () => {
    const { json } = await ask(`/multichain-balance?address=${address}`);
    return json.balances[0];
  };
  const status = () => ask(`/tx-status?hash=${hash}`);
  /** Everybody well again and nothing remembered. */
  const anew = (more = {}) => {
    clock.forward(hourMs);
    for (const node of [first, second, base]) {
      node.answers = { ...healthy, ...more };
      node.odd = null;
      node.asked.length = 0;
    }
    base.answers.eth_chainId = '0x2105';
  };

  await t.test('a node of another chain is never believed', async () => {
    anew();
    first.answers = { ...healthy, eth_chainId: '0x5', eth_getBalance: '0x99' };
    assert.equal((await balance()).balance_wei, '7');
    // One that was met and changes behind its address is found out after a failure, and by itself before long.
    const turned = { ...healthy, eth_chainId: '0x5', eth_getBalance: '0x99' };
    second.odd = (_, response) => response.destroy();
    await balance();
    Object.assign(second, { odd: null, answers: turned });
    assert.equal((await balance()).balance_wei, null);
    anew();
    await balance();
    for (const node of [first, second]) node.answers = turned;
    clock.forward(hourMs);
    const after = await balance();
    assert.equal(after.balance_wei, null);
    assert.match(after.error, /serves chain 5, not chain 1/);
  });

  await t.test(
    'limits, error objects, garbage and too much: the other is asked, and the words are told',
    async () => {
      const ways: [string, RegExp, () => void][] = [
        [
          '429',
          /asked too often \(429: slow down\)/,
          () => {
            first.odd = (_, response) => response.writeHead(429, { 'retry-after': '60' }).end('slow down');
          },
        ],
        [
          'limit with 200',
          /daily quota used up \(-32005\)/,
          () => {
            first.answers.eth_getBalance = new Failing(-32005, 'daily quota used up');
          },
        ],
        [
          'one error for the batch',
          /no such project \(-32000\)/,
          () => {
            first.odd = (_, response) =>
              sendJson(response, { error: { code: -32000, message: 'no such project' } });
          },
        ],
        [
          'a page',
          /status 503$/,
          () => {
            first.odd = (_, response) => response.writeHead(503).end('<html>sorry</html>');
          },
        ],
        [
          'a page with 200',
          /is not JSON-RPC$/,
          () => {
            first.odd = (_, response) => response.end('<html>welcome</html>');
          },
        ],
        [
          'a wrong number',
          /eth_getBalance is not a number: "lots"/,
          () => {
            first.answers.eth_getBalance = 'lots';
          },
        ],
        [
          'too much',
          /larger|large|bytes/i,
          () => {
            first.odd = (_, response) => response.end(`"${'x'.repeat(9 * 1_024 * 1_024)}"`);
          },
        ],
        [
          'a redirect',
          /status 302/,
          () => {
            first.odd = (_, response) => response.writeHead(302, { location: second.url }).end();
          },
        ],
        [
          'its own address in its words',
          /unknown key … at …/,
          () => {
            first.odd = (_, response) =>
              sendJson(response, new Failing(-32000, `unknown key ${secret.slice(3)} at ${secret.slice(3)}`));
          },
        ],
      ];
      for (const [what, words, break_] of ways) {
        anew();
        break_();
        assert.equal((await balance()).balance_wei, '7', what);
        second.odd = (_, response) => response.destroy();
        const { balance_wei, error } = await balance();
        assert.equal(balance_wei, null, what);
        assert.match(
          error.split('; ').find((each: string) => each.includes(new URL(first.url).host)),
          words,
          what,
        );
        assert.doesNotMatch(error, /abcdef-key/, what);
      }
      assert.doesNotMatch(world.logged(), /abcdef-key/);
    },
  );

  await t.test('who failed is asked last for a while, and who asked for a rest gets it', async () => {
    anew();
    first.odd = (_, response) => response.writeHead(429, { 'retry-after': '60' }).end();
    await balance();
    first.odd = null;
    first.asked.length = 0;
    clock.forward(50_000);
    await balance();
    assert.deepEqual(first.asked, []);
    clock.forward(11_000);
    await balance();
    assert.equal(first.asked.length, 1);
    assert.match(first.asked[0]!, /eth_chainId/, 'after a failure it says anew which chain it serves');
  });

  await t.test('answers in any order, with ids as text', async () => {
    anew();
    first.odd = (_, response, usual) => {
      const answers = usual() as { id: number }[];
      sendJson(response, answers.map((each) => ({ ...each, id: String(each.id) })).reverse());
    };
    const row = await balance();
    assert.deepEqual([row.balance_wei, row.block, first.asked.length, second.asked.length], ['7', 100, 1, 0]);
  });

  await t.test('a node without batches is asked one by one, and remembered', async () => {
    for (const refuse of ['an error', 'half of it', 'a page']) {
      anew();
      first.odd = (sent, response, usual) => {
        if (!Array.isArray(sent)) return sendJson(response, usual());
        if (refuse === 'half of it') return sendJson(response, (usual() as unknown[]).slice(1));
        response.statusCode = 400;
        if (refuse === 'a page') response.end('<html>');
        else sendJson(response, new Failing(-32600, 'batches are not for you'));
      };
      assert.equal((await balance()).balance_wei, '7');
      assert.equal((await balance()).balance_wei, '7');
      assert.deepEqual(
        [second.asked.length, first.asked.filter((each) => each.includes(',')).length],
        [0, 1],
        refuse,
      );
      first.odd = (_, response) => response.destroy();
      await balance();
    }
  });

  await t.test('unknown is never told as absent', async () => {
    anew({ eth_getTransactionByHash: null, eth_getTransactionReceipt: null });
    assert.equal((await status()).json.status, 'not_found');
    assert.equal(second.asked.length, 1, 'another is asked before it stands');

    second.answers = {
      ...healthy,
      eth_getTransactionByHash: transaction,
      eth_getTransactionReceipt: receipt,
    };
    const { json } = await status();
    assert.deepEqual([json.status, json.block, json.confirmations], ['success', 90, 11]);

    second.odd = (_, response) => response.destroy();
    assert.equal((await status()).json.status, 'not_found', 'the healthy one said so');
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

  await t.test('before receipts had a status, the gas tells', async () => {
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
    'a chain that cannot be read is a row with a reason; none at all is a failure that costs nothing',
    async () => {
      anew();
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
      for (const node of [first, second, base]) node.odd = (_, response) => response.destroy();
      for (const path of [`/multichain-balance?address=${address}`, '/gas-tracker?chain=all']) {
        const before = await utility.get('/ally/me', { ally });
        assertRefused(await ask(path), 502, 'upstream_failed');
        const after = await utility.get('/ally/me', { ally });
        assert.deepEqual(after.json.quota, before.json.quota);
      }
    },
  );

  await t.test('gas without a history, without tips, without a base fee', async () => {
    const block = { number: '0x64', baseFeePerGas: '0x3b9aca00' };
    anew({ eth_gasPrice: '0x77359400', eth_getBlockByNumber: block });
    const gas = async () => (await ask('/gas-tracker?chain=eth')).json;
    const bare = await gas();
    assert.deepEqual([bare.gas_price_gwei, bare.base_fee_gwei, bare.priority_fee_gwei], [2, 1, null]);
    first.answers.eth_maxPriorityFeePerGas = '0x1';
    assert.equal((await gas()).priority_fee_gwei, 1e-9);
    first.answers.eth_feeHistory = {
      baseFeePerGas: ['0x1', '0x1', '0x1', '0xb2d05e00'],
      gasUsedRatio: [0.5, 0, 0.1],
      reward: [['0x3b9aca00'], ['0x0'], ['0x77359400']],
    };
    const full = await gas();
    assert.deepEqual([full.base_fee_gwei, full.priority_fee_gwei], [3, 1]);
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

  await t.test('an answer is kept for a block, and its age is told', async () => {
    anew({ eth_getTransactionByHash: transaction, eth_getTransactionReceipt: receipt });
    const fresh = await ask(`/tx-status?hash=${hash}`, 300);
    assert.deepEqual([fresh.headers.age, fresh.headers['cache-control']], [undefined, 'private, max-age=12']);
    clock.forward(7_000);
    const kept = await ask(`/tx-status?hash=${hash}`, 300);
    assert.deepEqual([kept.headers.age, kept.headers['cache-control']], ['7', 'private, max-age=5']);
    assert.deepEqual(kept.json, fresh.json);
    assert.equal(first.asked.length, 1);
    await ask(`/tx-status?hash=${hash}`, 6);
    assert.equal(first.asked.length, 2);
    clock.forward(13_000);
    const later = await ask(`/tx-status?hash=${hash}`, 300);
    assert.deepEqual([later.headers.age, first.asked.length], [undefined, 3]);
    clock.forward(13_000);
    await Promise.all(Array.from({ length: 8 }, () => ask(`/tx-status?hash=${hash}`, 300)));
    assert.equal(first.asked.length, 4, 'eight at once are one question');
  });

  await t.test('nodes that do not answer in time are 504', async () => {
    anew();
    base.odd = () => {};
    const late = await ask(`/evm-address-intel?address=${address}&chain=base`);
    assertRefused(late, 504, 'upstream_timeout');
    assert.match(late.json.error, /Base/);
  });
});
