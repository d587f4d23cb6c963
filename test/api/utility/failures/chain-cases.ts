import assert from 'node:assert/strict';
import type { FailureCase } from './case.ts';

const address = `0x${'ab'.repeat(20)}`;
const hash = `0x${'cd'.repeat(32)}`;

/** Skills that query nodes of chains: those of Ethereum fail, the others work. */
export const chainCases: readonly FailureCase[] = [
  ...(['evm-address-intel', 'token-metadata'] as const).map(
    (skill): FailureCase => ({
      skill,
      upstream: 'the node',
      query: () => ({ address, chain: 'eth' }),
      expected: 'refused',
    }),
  ),
  { skill: 'gas-tracker', upstream: 'the node', query: () => ({ chain: 'eth' }), expected: 'refused' },
  { skill: 'tx-status', upstream: 'the node', query: () => ({ hash, chain: 'eth' }), expected: 'refused' },
  {
    skill: 'tx-status',
    upstream: 'the node of one chain of five',
    query: () => ({ hash }),
    expected: 'refused',
  },
  {
    skill: 'gas-tracker',
    upstream: 'the node of one chain of five',
    query: () => ({ chain: 'all' }),
    expected: ({ chains }) => {
      const [eth, ...others] = chains;
      assert.deepEqual([eth.chain, eth.gas_price_gwei], ['eth', null]);
      assert.match(eth.not_read.gas_price_gwei, /no node of Ethereum responded/);
      for (const each of others) assert.equal(each.error, null, each.chain);
    },
  },
  {
    skill: 'multichain-balance',
    upstream: 'the node of one chain of five',
    query: () => ({ address }),
    expected: ({ balances }) => {
      const [eth, ...others] = balances;
      assert.deepEqual([eth.chain, eth.balance, eth.tokens_unread.length > 0], ['eth', null, true]);
      assert.match(eth.error, /no node of Ethereum responded/);
      for (const each of others) assert.equal(each.error, null, each.chain);
    },
  },
];
