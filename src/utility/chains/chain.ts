import data from './chains.json' with { type: 'json' };

/** The supported chains, in the order in which they are listed. */
export const chainKeys = ['eth', 'base', 'arbitrum', 'optimism', 'polygon'] as const;
export type ChainKey = (typeof chainKeys)[number];

export interface EvmChain {
  readonly key: ChainKey;
  readonly id: number;
  readonly name: string;
  /** Symbol of the native coin. */
  readonly symbol: string;
  /** The contract that reports the cost of data on Ethereum; null if the chain is not a rollup. */
  readonly l1Oracle: 'op-stack' | 'arbitrum' | null;
  /** Approximate block time in seconds: data read at the head is cached no longer. */
  readonly blockS: number;
  /** Public nodes, tried in turn if the operator configures none. */
  readonly publicNodes: readonly string[];
}

export const chains = data as Readonly<Record<ChainKey, EvmChain>>;
