import { Type } from 'typebox';
import { nullable } from '../../platform/http/schema.ts';
import { type NotRead, notReadField } from '../catalogue/call.ts';
import { skill } from '../catalogue/skill.ts';
import { type ChainKey, chainKeys } from '../chains/chain.ts';
import { nullableTypes, readEveryChain } from '../chains/chains.ts';
import { type GasPrices, gasQuery } from '../chains/gas.ts';
import type { L1Fee } from '../chains/l1-fee.ts';
import { inGwei, inUnits } from '../chains/quantity.ts';
import type { SkillTools } from './tools.ts';

type RequestedChain = ChainKey | 'all';
const requestedChains = [...chainKeys, 'all'];

const speed = Type.Object({
  priority_fee_gwei: Type.Number(),
  max_fee_gwei: Type.Number({ description: 'Twice the base fee plus the tip: enough for six full blocks.' }),
});

const fee = (of: string) =>
  Type.Object(
    { wei: Type.String(), native: Type.String({ description: 'The fee in the native coin.' }) },
    { description: of },
  );

const l1Fee = Type.Object({
  transfer: fee('For a payment in the native coin: a type 2 transaction of 21,000 gas without call data.'),
  erc20_transfer: fee('For a USDC `transfer`: the same with 68 bytes of call data.'),
  l1_base_fee_gwei: nullable(
    Type.Number({
      description: 'Base fee of Ethereum, as the rollup sees it; null if its oracle does not report it.',
    }),
  ),
  upper_bound: Type.Boolean({
    description: 'True if it was computed without compression; the real fee may be lower.',
  }),
  source: Type.String({ description: 'The contract that reported it, and its function.' }),
});

const prices = {
  chain_id: nullableTypes.integer,
  gas_price_gwei: nullable(Type.Number({ description: 'Gas price that the node suggests.' })),
  base_fee_gwei: nullable(
    Type.Number({ description: 'Base fee of the next block; null if the chain has none.' }),
  ),
  priority_fee_gwei: nullable(Type.Number({ description: 'Median tip of the last blocks.' })),
  speeds: nullable(
    Type.Object(
      { slow: speed, normal: speed, fast: speed },
      { description: 'Suggested fees from the tips of the last blocks; null if unknown.' },
    ),
  ),
  l1_fee: Type.Union([l1Fee, Type.Null()], {
    description:
      'Data fee that a rollup charges in addition to gas, for two reference transactions. Null if the chain is not a rollup, or if not_read says why.',
  }),
  block: nullable(Type.Integer({ description: 'The latest block when it was read.' })),
  not_read: notReadField,
};

export const gasTracker = skill<Pick<SkillTools, 'chains'>>()({
  id: 'gas-tracker',
  priceUsd: '0.003',
  does: 'Gas price, base fee and tips for slow, normal and fast in gwei, and the L1 fee of rollups, for one chain or all five.',
  params: Type.Object({
    chain: Type.Optional(
      Type.Unsafe<RequestedChain>({
        type: 'string',
        enum: requestedChains,
        default: 'eth',
        description: `Which chain: ${requestedChains.join(', ')}.`,
      }),
    ),
  }),
  value: 'chain',
  example: { chain: 'eth' },
  output: Type.Object({
    chain: Type.Unsafe<RequestedChain>({ type: 'string', enum: requestedChains }),
    ...Type.Partial(Type.Object(prices)).properties,
    chains: Type.Optional(
      Type.Array(
        Type.Object({
          chain: Type.Unsafe<ChainKey>({ type: 'string', enum: [...chainKeys] }),
          ...prices,
          error: nullable(Type.String({ description: 'Why the prices of this chain are unknown.' })),
        }),
        { description: 'With chain=all, instead of the fields above: one row for each of the five chains.' },
      ),
    ),
  }),
  run: async ({ chain = 'eth' }, { chains }, call) => {
    if (chain !== 'all') {
      const reader = chains[chain];
      return {
        chain,
        chain_id: reader.chain.id,
        ...presentPrices(await reader.read(gasQuery(reader.chain), call)),
      };
    }
    const rows = await readEveryChain(chains, (key) => gasQuery(chains[key].chain), call);
    return {
      chain,
      chains: rows.map(({ chain: each, value, error }) => ({
        chain: each.key,
        chain_id: each.id,
        ...(value ? presentPrices(value) : { ...unknownPrices, not_read: allUnread(error) }),
        error,
      })),
    };
  },
});

const unknownPrices = {
  gas_price_gwei: null,
  base_fee_gwei: null,
  priority_fee_gwei: null,
  speeds: null,
  l1_fee: null,
  block: null,
};

const allUnread = (reason: string): NotRead =>
  Object.fromEntries(Object.keys(unknownPrices).map((field) => [field, reason]));

function presentFees(fees: L1Fee | null) {
  const amount = (wei: bigint) => ({ wei: wei.toString(), native: inUnits(wei, 18) });
  return (
    fees && {
      transfer: amount(fees.transfer),
      erc20_transfer: amount(fees.tokenTransfer),
      l1_base_fee_gwei: fees.l1BaseFee === null ? null : inGwei(fees.l1BaseFee),
      upper_bound: fees.isUpperBound,
      source: fees.source,
    }
  );
}

function presentPrices({ gasPrice, baseFee, priorityFee, tips, block, l1Fee: fees, notRead }: GasPrices) {
  const feeFor = (tip: bigint) => ({
    priority_fee_gwei: inGwei(tip),
    max_fee_gwei: inGwei(2n * (baseFee ?? 0n) + tip),
  });
  return {
    gas_price_gwei: inGwei(gasPrice),
    base_fee_gwei: baseFee === null ? null : inGwei(baseFee),
    priority_fee_gwei: priorityFee === null ? null : inGwei(priorityFee),
    speeds:
      tips && baseFee !== null
        ? { slow: feeFor(tips.slow), normal: feeFor(tips.normal), fast: feeFor(tips.fast) }
        : null,
    l1_fee: presentFees(fees),
    block,
    not_read: notRead,
  };
}
