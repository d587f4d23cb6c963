import { Type } from 'typebox';
import type { Clock } from '../../platform/clock.ts';
import type { Outbound } from '../../platform/outbound/outbound.ts';
import { type ChainKey, chainKeys, chains } from './chain.ts';
import { ChainReader } from './chain-reader.ts';

/** The addresses of each chain's nodes, as the operator set them. */
export type RpcUrls = Readonly<Record<ChainKey, readonly string[]>>;

export type Chains = Readonly<Record<ChainKey, ChainReader>>;

export function createChains(parts: { rpc: RpcUrls; outbound: Outbound; clock: Clock }): Chains {
  const { rpc, outbound, clock } = parts;
  return Object.fromEntries(
    chainKeys.map((key) => [key, new ChainReader({ chain: chains[key], urls: rpc[key], outbound, clock })]),
  ) as Chains;
}

export const chainParam = Type.Optional(
  Type.Unsafe<ChainKey>({
    type: 'string',
    enum: [...chainKeys],
    default: 'eth',
    description: `Which chain: ${chainKeys.join(', ')}.`,
  }),
);

/** The chain in every answer. */
export const chainFields = {
  chain: Type.Unsafe<ChainKey>({ type: 'string', enum: [...chainKeys] }),
  chain_id: Type.Integer(),
};

export const nullable = {
  integer: Type.Union([Type.Integer(), Type.Null()]),
  number: Type.Union([Type.Number(), Type.Null()]),
  string: Type.Union([Type.String(), Type.Null()]),
};
