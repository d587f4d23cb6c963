import assert from 'node:assert/strict';
import { test } from 'node:test';
import { selector } from '../../../../src/utility/chains/abi.ts';
import { rlpList } from '../../../../src/utility/chains/l1-fee.ts';
import { Failing, type OddNode, startOddNode } from '../../../counterparts/rpc-node.ts';
import { startWorld } from '../../../fixtures/utility/world.ts';

const word = (value: bigint | number) => BigInt(value).toString(16).padStart(64, '0');
const gwei = 1_000_000_000n;

test('RLP is encoded as its specification says', () => {
  const ascii = (text: string) => Buffer.from(text).toString('hex');
  assert.equal(rlpList([ascii('cat'), ascii('dog')]), 'c88363617483646f67');
  assert.equal(rlpList([0n, 15n, 1024n, '', '00']), `c7800f8204008000`);
  assert.equal(rlpList([[], [[]], [[], [[]]]]), 'c7c0c1c0c3c0c1c0');
  const lorem = ascii('Lorem ipsum dolor sit amet, consectetur adipisicing elit');
  assert.equal(rlpList([lorem]), `f83ab838${lorem}`);
});

/** The items of a list one level deep, as a receiver of the bytes reads them. */
function rlpItems(hex: string): string[] {
  const items: string[] = [];
  let rest = hex;
  while (rest !== '') {
    const first = Number.parseInt(rest.slice(0, 2), 16);
    if (first < 0x80) {
      items.push(rest.slice(0, 2));
      rest = rest.slice(2);
      continue;
    }
    const kind = first >= 0xc0 ? 0xc0 : 0x80;
    const short = first - kind <= 55;
    const lengthBytes = short ? 0 : first - kind - 55;
    const bytes = short ? first - kind : Number.parseInt(rest.slice(2, 2 + 2 * lengthBytes), 16);
    const start = 2 + 2 * lengthBytes;
    items.push(rest.slice(start, start + 2 * bytes));
    rest = rest.slice(start + 2 * bytes);
  }
  return items;
}

/** The argument of `getL1Fee(bytes)`; wrong encoding is refused as by a contract. */
function bytesArgument(data: string): string {
  const args = data.slice(10);
  assert.equal(args.slice(0, 64), word(32));
  const bytes = Number.parseInt(args.slice(64, 128), 16);
  assert.equal(args.length, 128 + Math.ceil(bytes / 32) * 64);
  return args.slice(128, 128 + 2 * bytes);
}

test('gas-tracker reports what rollups charge for their data on Ethereum', async (t) => {
  const ids = { ETH: 1, BASE: 8_453, ARBITRUM: 42_161, OPTIMISM: 10, POLYGON: 137 };
  const nodes: Record<string, OddNode> = {};
  for (const [chain, id] of Object.entries(ids)) {
    const node = await startOddNode(t);
    node.answers = {
      eth_chainId: `0x${id.toString(16)}`,
      eth_blockNumber: '0x64',
      eth_gasPrice: '0x77359400',
      eth_getBlockByNumber: { number: '0x64', baseFeePerGas: '0x3b9aca00' },
    };
    nodes[chain] = node;
  }
  const { BASE, ARBITRUM, OPTIMISM } = nodes;
  assert.ok(BASE && ARBITRUM && OPTIMISM);
  const env = Object.fromEntries(Object.entries(nodes).map(([chain, { url }]) => [`KITH_RPC_${chain}`, url]));
  const { utility, ally } = await startWorld(t, { env });
  const gas = async (chain: string) => {
    const { status, json } = await utility.get(`/gas-tracker?chain=${chain}&max_age=0`, { ally });
    assert.equal(status, 200, JSON.stringify(json));
    return json;
  };

  /** The oracle of the OP stack; its price here is 1,000 wei per byte sent to it. */
  const sent: string[] = [];
  const oracle = ([call]: unknown[]) => {
    const { to, data } = call as { to: string; data: string };
    if (to !== '0x420000000000000000000000000000000000000F') return '0x';
    if (data === selector('l1BaseFee()')) return `0x${word(7n * gwei)}`;
    if (!data.startsWith(selector('getL1Fee(bytes)'))) return new Failing(3, 'execution reverted');
    const transaction = bytesArgument(data);
    sent.push(transaction);
    return `0x${word((transaction.length / 2) * 1_000)}`;
  };

  await t.test('OP stack: the fee of two sample transactions comes from its oracle', async () => {
    for (const node of [BASE, OPTIMISM]) node.answers.eth_call = oracle;
    const { l1_fee, not_read } = await gas('optimism');
    const [plain = '', token = ''] = sent;
    assert.deepEqual(l1_fee, {
      transfer: {
        wei: String(plain.length * 500),
        native: `0.${String(plain.length * 500).padStart(18, '0')}`.replace(/0+$/, ''),
      },
      erc20_transfer: {
        wei: String(token.length * 500),
        native: `0.${String(token.length * 500).padStart(18, '0')}`.replace(/0+$/, ''),
      },
      l1_base_fee_gwei: 7,
      upper_bound: false,
      source: 'GasPriceOracle.getL1Fee at 0x420000000000000000000000000000000000000F',
    });
    assert.deepEqual(Object.keys(not_read), ['priority_fee_gwei', 'speeds'], 'this node has no history');

    assert.equal(plain.slice(0, 2), '02', 'a type 2 transaction');
    const [fields = ''] = rlpItems(plain.slice(2));
    const [chainId, , , , limit, to, value, input, accessList] = rlpItems(fields);
    assert.deepEqual([chainId, limit, to?.length, input, accessList], ['0a', '5208', 40, '', '']);
    assert.equal(BigInt(`0x${value}`), 12_345_678_900_000_000n);
    const [tokenFields = ''] = rlpItems(token.slice(2));
    const [, , , , , contract, nothing, call = ''] = rlpItems(tokenFields);
    assert.equal(contract, '0b2c639c533813f4aa9d7837caf62653d097ff85', 'USDC of OP Mainnet');
    assert.deepEqual([nothing, call.slice(0, 8), call.length], ['', 'a9059cbb', 136]);
  });

  await t.test(
    'Arbitrum: the fee comes from the node’s estimate, or else from the price per byte',
    async () => {
      const prices = `0x${[140n * 16n * gwei, 16n * gwei, 3n, 4n, 5n, 6n].map(word).join('')}`;
      const answering =
        (estimates: boolean) =>
        ([call]: unknown[]) => {
          const { to, data } = call as { to: string; data: string };
          if (to.endsWith('6C')) return data === selector('getPricesInWei()') ? prices : '0x';
          if (!estimates) return new Failing(-32_000, 'no such account');
          assert.ok(data.startsWith(selector('gasEstimateL1Component(address,bool,bytes)')));
          const [creation, offset, length] = [1, 2, 3].map((at) => data.slice(10 + 64 * at, 74 + 64 * at));
          assert.deepEqual([creation, offset], [word(0), word(96)]);
          const gasForL1 = length === word(68) ? 900 : 400;
          return `0x${word(gasForL1)}${word(gwei / 10n)}${word(2n * gwei)}`;
        };
      ARBITRUM.answers.eth_call = answering(true);
      const estimated = (await gas('arbitrum')).l1_fee;
      assert.deepEqual(
        [estimated.transfer, estimated.erc20_transfer.wei, estimated.l1_base_fee_gwei, estimated.upper_bound],
        [{ wei: '40000000000', native: '0.00000004' }, '90000000000', 2, false],
      );
      assert.match(estimated.source, /^NodeInterface\.gasEstimateL1Component at 0x0{38}C8$/);
      ARBITRUM.answers.eth_call = answering(false);
      const priced = (await gas('arbitrum')).l1_fee;
      assert.deepEqual(
        [priced.transfer.wei, priced.erc20_transfer.wei, priced.l1_base_fee_gwei, priced.upper_bound],
        [String(140n * 16n * gwei), String(208n * 16n * gwei), 1, true],
      );
    },
  );

  await t.test('no rollup has none; an oracle that does not answer is unknown, with its reason', async () => {
    for (const chain of ['eth', 'polygon']) {
      const { l1_fee, not_read } = await gas(chain);
      assert.deepEqual([l1_fee, 'l1_fee' in not_read], [null, false], chain);
    }
    BASE.answers.eth_call = new Failing(-32_000, 'header not found');
    ARBITRUM.answers.eth_call = '0x';
    const { chains } = await gas('all');
    const [eth, base, arbitrum, optimism, polygon] = chains;
    assert.deepEqual([eth.l1_fee, base.l1_fee, arbitrum.l1_fee, polygon.l1_fee], [null, null, null, null]);
    assert.ok(optimism.l1_fee.transfer.wei > 0);
    assert.match(base.not_read.l1_fee, /^GasPriceOracle\.getL1Fee at 0x42.*: header not found$/);
    assert.match(arbitrum.not_read.l1_fee, /NodeInterface.*there is no fee in its response; ArbGasInfo/);
    assert.equal(base.gas_price_gwei, 2, 'the gas prices are valid without it');
    BASE.answers.eth_call = 7;
    assert.match((await gas('base')).not_read.l1_fee, /there is no fee in its response/);
  });

  await t.test('a missing base fee is unknown; on a chain without one it is null', async () => {
    const { eth_getBlockByNumber: _, ...rest } = BASE.answers;
    BASE.answers = rest;
    const unknown = await gas('base');
    assert.equal(unknown.base_fee_gwei, null);
    assert.match(unknown.not_read.base_fee_gwei, /does not exist/);
    BASE.answers = { ...rest, eth_getBlockByNumber: { number: '0x64' } };
    const none = await gas('base');
    assert.deepEqual([none.base_fee_gwei, 'base_fee_gwei' in none.not_read], [null, false]);
  });
});
