import { Type } from 'typebox';
import { nullable } from '../../platform/http/schema.ts';
import { notReadField } from '../catalogue/call.ts';
import { skill } from '../catalogue/skill.ts';
import { decodeUint, selector } from '../chains/abi.ts';
import { addressParam, readAddress } from '../chains/address.ts';
import { type ChainKey, chainKeys } from '../chains/chain.ts';
import type { ChainQuery } from '../chains/chain-reader.ts';
import { chainFields, nullableTypes, readEveryChain } from '../chains/chains.ts';
import { type RpcOutcome, type RpcRequest, requireResult } from '../chains/json-rpc.ts';
import { type KnownToken, knownTokens } from '../chains/known-tokens.ts';
import { hexData, inUnits, quantity, smallQuantity } from '../chains/quantity.ts';
import type { SkillTools } from './tools.ts';

export const multichainBalance = skill<Pick<SkillTools, 'chains'>>()({
  id: 'multichain-balance',
  priceUsd: '0.006',
  does: `The balance of an address on ${chainKeys.join(', ')}: native, stable and wrapped tokens.`,
  params: Type.Object({ address: addressParam }),
  value: 'address',
  example: { address: '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045' },
  output: Type.Object({
    address: Type.String({ description: 'The address with its EIP-55 checksum.' }),
    balances: Type.Array(
      Type.Object({
        ...chainFields,
        symbol: Type.String(),
        balance_wei: nullableTypes.string,
        balance: nullableTypes.string,
        block: nullableTypes.integer,
        tokens: Type.Array(
          Type.Object({
            symbol: Type.String(),
            address: Type.String(),
            balance_raw: Type.String({ description: 'Balance in the smallest unit.' }),
            balance: Type.String(),
          }),
          { description: 'Well-known stable and wrapped tokens it holds.' },
        ),
        tokens_unread: Type.Array(Type.String(), {
          description: 'Symbols whose balance could not be read: unknown, not zero.',
        }),
        error: nullable(
          Type.String({
            description: 'Why the balance on this chain is unknown; it is then null, not zero.',
          }),
        ),
      }),
      { description: 'One row for each of the five chains.' },
    ),
    not_read: notReadField,
  }),
  run: async ({ address: sent }, { chains }, call) => {
    const address = readAddress(sent);
    const rows = await readEveryChain(chains, (key) => balanceQuery(address, key), call);
    const balances = rows.map(({ chain, value, error }) => ({
      chain: chain.key,
      chain_id: chain.id,
      symbol: chain.symbol,
      balance_wei: value?.balance.toString() ?? null,
      balance: value ? inUnits(value.balance, 18) : null,
      block: value?.block ?? null,
      tokens: value?.tokens ?? [],
      tokens_unread: value?.unread ?? knownTokens[chain.key].map((token) => token.symbol),
      error,
    }));
    const notRead = balances.flatMap(({ chain, error, tokens_unread: unread }): [string, string][] => {
      if (error !== null) return [[`balances.${chain}`, error]];
      const reason = `the node gave no balance of ${unread.join(', ')}`;
      return unread.length > 0 ? [[`balances.${chain}.tokens`, reason]] : [];
    });
    return { address, balances, not_read: Object.fromEntries(notRead) };
  },
});

interface Balances {
  readonly balance: bigint;
  readonly block: number;
  readonly tokens: { symbol: string; address: string; balance_raw: string; balance: string }[];
  readonly unread: string[];
}

const balanceQuery = (address: string, chain: ChainKey): ChainQuery<Balances> => ({
  name: 'balance',
  requests: [
    { method: 'eth_getBalance', params: [address, 'latest'] },
    { method: 'eth_blockNumber', params: [] },
    ...knownTokens[chain].map(
      (token): RpcRequest => ({
        method: 'eth_call',
        params: [{ to: token.address, data: balanceOf(address) }, 'latest'],
        acceptedError: 'fail',
      }),
    ),
  ],
  interpret: ([balance, block, ...held]) => ({
    balance: quantity(requireResult(balance), 'eth_getBalance'),
    block: smallQuantity(requireResult(block), 'eth_blockNumber'),
    ...listTokens(knownTokens[chain], held),
  }),
});

const balanceOf = (address: string): string =>
  `${selector('balanceOf(address)')}${address.slice(2).toLowerCase().padStart(64, '0')}`;

function listTokens(
  known: readonly KnownToken[],
  held: readonly RpcOutcome[],
): Pick<Balances, 'tokens' | 'unread'> {
  const tokens: Balances['tokens'] = [];
  const unread: string[] = [];
  known.forEach(({ symbol, address, decimals }, at) => {
    const outcome = held[at];
    const amount = outcome?.ok ? decodeUint(hexData(outcome.result, 'eth_call')) : undefined;
    if (!amount || !('value' in amount)) unread.push(symbol);
    else if (amount.value > 0n)
      tokens.push({
        symbol,
        address,
        balance_raw: amount.value.toString(),
        balance: inUnits(amount.value, decimals),
      });
  });
  return { tokens, unread };
}
