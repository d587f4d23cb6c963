import { Type } from 'typebox';
import type { Clock } from '../../platform/clock.ts';
import type { Outbound } from '../../platform/outbound/outbound.ts';
import { type ChainKey, chainKeys, chains } from './chain.ts';
import { ChainReader } from './chain-reader.ts';

/** Node URLs of each chain, as set by the operator. */
export type RpcUrls = Readonly<Record<ChainKey, readonly string[]>>;

export type Chains = Readonly<Record<ChainKey, ChainReader>>;

export function createChains(deps: { rpc: RpcUrls; outbound: Outbound; clock: Clock }): Chains {
  const { rpc, outbound, clock } = deps;
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

/** Fields that identify the chain in every response. */
export const chainFields = {
  chain: Type.Unsafe<ChainKey>({ type: 'string', enum: [...chainKeys] }),
  chain_id: Type.Integer(),
};

export const nullableTypes = {
  integer: Type.Union([Type.Integer(), Type.Null()]),
  number: Type.Union([Type.Number(), Type.Null()]),
  string: Type.Union([Type.String(), Type.Null()]),
};
