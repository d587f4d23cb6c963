import { Type } from 'typebox';
import { skill } from '../catalogue/skill.ts';
import { type ChainKey, chainKeys } from '../chains/chain.ts';
import { type Chains, nullable } from '../chains/chains.ts';
import { readEveryChain } from '../chains/every-chain.ts';
import { type GasPrices, gasReading } from '../chains/gas.ts';
import { inGwei } from '../chains/quantity.ts';

interface Tools {
  readonly chains: Chains;
}

type Asked = ChainKey | 'all';
const asked = [...chainKeys, 'all'];

const speed = Type.Object({
  priority_fee_gwei: Type.Number(),
  max_fee_gwei: Type.Number({ description: 'Twice the base fee and the tip: enough for six full blocks.' }),
});

const prices = {
  chain_id: nullable.integer,
  gas_price_gwei: Type.Union([Type.Number(), Type.Null()], { description: 'What the node suggests.' }),
  base_fee_gwei: Type.Union([Type.Number(), Type.Null()], {
    description: 'Of the next block; null where the chain has none.',
  }),
  priority_fee_gwei: Type.Union([Type.Number(), Type.Null()], {
    description: 'The median tip of the last blocks.',
  }),
  speeds: Type.Union([Type.Object({ slow: speed, normal: speed, fast: speed }), Type.Null()], {
    description: 'What to offer, from the tips of the last blocks; null where they are not known.',
  }),
  block: Type.Union([Type.Integer(), Type.Null()], { description: 'The head when it was read.' }),
};

export const gasTracker = skill<Tools>()({
  id: 'gas-tracker',
  priceUsd: '0.003',
  does: 'Gas price, base fee and tips for slow, normal and fast in gwei, of one chain or of all five.',
  params: Type.Object({
    chain: Type.Optional(
      Type.Unsafe<Asked>({
        type: 'string',
        enum: asked,
        default: 'eth',
        description: `Which chain: ${asked.join(', ')}.`,
      }),
    ),
  }),
  value: 'chain',
  example: { chain: 'eth' },
  output: Type.Object({
    chain: Type.Unsafe<Asked>({ type: 'string', enum: asked }),
    ...Type.Partial(Type.Object(prices)).properties,
    chains: Type.Optional(
      Type.Array(
        Type.Object({
          chain: Type.Unsafe<ChainKey>({ type: 'string', enum: [...chainKeys] }),
          ...prices,
          error: Type.Union([Type.String(), Type.Null()], {
            description: 'Why the prices of this chain are not known.',
          }),
        }),
        { description: 'With chain=all, instead of the fields above: one row a chain, always all five.' },
      ),
    ),
  }),
  run: async ({ chain = 'eth' }, { chains }, call) => {
    if (chain !== 'all') {
      const reader = chains[chain];
      return { chain, chain_id: reader.chain.id, ...shown(await reader.read(gasReading, call)) };
    }
    const rows = await readEveryChain(chains, () => gasReading, call);
    return {
      chain,
      chains: rows.map(({ chain: { key, id }, value, error }) => ({
        chain: key,
        chain_id: id,
        ...(value ? shown(value) : unknown),
        error,
      })),
    };
  },
});

const unknown = {
  gas_price_gwei: null,
  base_fee_gwei: null,
  priority_fee_gwei: null,
  speeds: null,
  block: null,
};

function shown({ gasPrice, baseFee, priorityFee, tips, block }: GasPrices) {
  const offer = (tip: bigint) => ({
    priority_fee_gwei: inGwei(tip),
    max_fee_gwei: inGwei(2n * (baseFee ?? 0n) + tip),
  });
  return {
    gas_price_gwei: inGwei(gasPrice),
    base_fee_gwei: baseFee === null ? null : inGwei(baseFee),
    priority_fee_gwei: priorityFee === null ? null : inGwei(priorityFee),
    speeds:
      tips && baseFee !== null
        ? { slow: offer(tips.slow), normal: offer(tips.normal), fast: offer(tips.fast) }
        : null,
    block,
  };
}
