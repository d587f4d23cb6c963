import assert from 'node:assert/strict';
import { test } from 'node:test';
import { selector } from '../../../../src/utility/chains/abi.ts';
import { Failing } from '../../../counterparts/rpc-node.ts';
import { address, startNodes } from '../odd-nodes.ts';

const word = (value: number) => value.toString(16).padStart(64, '0');
const encodeText = (text: string) => {
  const hex = Buffer.from(text).toString('hex');
  return `0x${word(32)}${word(hex.length / 2)}${hex.padEnd(Math.ceil(hex.length / 64) * 64, '0')}`;
};

test('names that look like those of known tokens and coins are flagged', async (t) => {
  const { ask, anew } = await startNodes(t);
  const warningsOf = async (name: string, symbol: string): Promise<string> => {
    anew({
      eth_getCode: '0x60',
      eth_call: ([{ data }]: [{ data: string }]) =>
        ({
          [selector('name()')]: encodeText(name),
          [selector('symbol()')]: encodeText(symbol),
          [selector('decimals()')]: `0x${word(18)}`,
          [selector('totalSupply()')]: `0x${word(1)}`,
        })[data.slice(0, 10)] ?? new Failing(3, 'execution reverted', '0x'),
    });
    const { status, json } = await ask(`/token-metadata?address=${address}&chain=eth`);
    assert.deepEqual([status, json.symbol], [200, symbol]);
    return json.warnings.join('; ');
  };
  const spoofs: [name: string, symbol: string, warning: RegExp][] = [
    ['Dai', 'D\u0391I', /mixes letters of several alphabets; its symbol is that of DAI/],
    ['Coin', 'U S D C', /^its symbol is that of USDC/],
    ['Coin', 'ᴜsᴅᴄ', /^its symbol is that of USDC/],
    ['Coin', 'U5DC', /^its symbol is that of USDC/],
    ['Ethereum', 'ETH', /^its symbol is that of the coin of eth, which is not a token$/],
    ['Ethereum', 'E\u0422\u041d', /mixes letters of several alphabets; its symbol is that of the coin/],
    ['T\u0435ther USD', 'TUSDX', /mixes letters of several alphabets; its name is that of a well-known/],
  ];
  for (const [name, symbol, warning] of spoofs) assert.match(await warningsOf(name, symbol), warning, symbol);
  for (const [name, symbol] of [
    ['Pepe', 'PEPE'],
    ['Aave USDC', 'aUSDC'],
    ['Рубль', 'РУБ'],
    ['0x Protocol', 'ZRX'],
    ['Staked Ether', 'stETH'],
  ] as const)
    assert.equal(await warningsOf(name, symbol), '', symbol);
});

test('a token behind a proxy that states no decimals has an unknown standard', async (t) => {
  const { ask, anew } = await startNodes(t);
  const standardOf = async (code: string): Promise<[unknown, unknown]> => {
    anew({
      eth_getCode: code,
      eth_call: ([{ data }]: [{ data: string }]) =>
        data === selector('totalSupply()') ? `0x${word(5)}` : new Failing(3, 'execution reverted', '0x'),
    });
    const { json } = await ask(`/token-metadata?address=${address}&chain=eth`);
    return [json.standard, json.not_read.standard];
  };
  const minimal = `0x363d3d373d3d3d363d73${'be'.repeat(20)}5af43d82803e903d91602b57fd5bf3`;
  assert.deepEqual(await standardOf(minimal), [
    null,
    'it has a supply but states no decimals, and runs the code of another contract',
  ]);
  assert.deepEqual(await standardOf('0x60'), [null, undefined]);
});
