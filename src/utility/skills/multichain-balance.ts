import { Type } from 'typebox';
import { skill } from '../catalogue/skill.ts';
import { addressParam, readAddress } from '../chains/address.ts';
import { chainKeys } from '../chains/chain.ts';
import type { Reading } from '../chains/chain-reader.ts';
import { type Chains, chainFields, nullable } from '../chains/chains.ts';
import { readEveryChain } from '../chains/every-chain.ts';
import { resultOf } from '../chains/json-rpc.ts';
import { inUnits, quantity, smallQuantity } from '../chains/quantity.ts';

interface Tools {
  readonly chains: Chains;
}

export const multichainBalance = skill<Tools>()({
  id: 'multichain-balance',
  priceUsd: '0.006',
  does: `The native balance of an address on ${chainKeys.join(', ')}.`,
  params: Type.Object({ address: addressParam }),
  value: 'address',
  example: { address: '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045' },
  output: Type.Object({
    address: Type.String({ description: 'With its checksum (EIP-55).' }),
    balances: Type.Array(
      Type.Object({
        ...chainFields,
        symbol: Type.String(),
        balance_wei: nullable.string,
        balance: nullable.string,
        block: nullable.integer,
        error: Type.Union([Type.String(), Type.Null()], {
          description: 'Why the balance on this chain is not known; then it is null, not zero.',
        }),
      }),
      { description: 'One row a chain, always all five.' },
    ),
  }),
  run: async ({ address: sent }, { chains }, call) => {
    const address = readAddress(sent);
    const rows = await readEveryChain(chains, reading(address), call);
    const balances = rows.map(({ chain, value, error }) => ({
      chain: chain.key,
      chain_id: chain.id,
      symbol: chain.symbol,
      balance_wei: value?.balance.toString() ?? null,
      balance: value ? inUnits(value.balance, 18) : null,
      block: value?.block ?? null,
      error,
    }));
    return { address, balances };
  },
});

const reading = (address: string): Reading<{ balance: bigint; block: number }> => ({
  name: 'balance',
  requests: [
    { method: 'eth_getBalance', params: [address, 'latest'] },
    { method: 'eth_blockNumber', params: [] },
  ],
  understand: ([balance, block]) => ({
    balance: quantity(resultOf(balance), 'eth_getBalance'),
    block: smallQuantity(resultOf(block), 'eth_blockNumber'),
  }),
});
