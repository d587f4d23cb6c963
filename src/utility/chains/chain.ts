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

export const chains: Readonly<Record<ChainKey, EvmChain>> = {
  eth: {
    key: 'eth',
    id: 1,
    name: 'Ethereum',
    symbol: 'ETH',
    l1Oracle: null,
    blockS: 12,
    publicNodes: [
      'https://ethereum-rpc.publicnode.com',
      'https://eth.drpc.org',
      'https://ethereum.reth.rs/rpc',
    ],
  },
  base: {
    key: 'base',
    id: 8_453,
    name: 'Base',
    symbol: 'ETH',
    l1Oracle: 'op-stack',
    blockS: 2,
    publicNodes: ['https://mainnet.base.org', 'https://base-rpc.publicnode.com', 'https://base.drpc.org'],
  },
  arbitrum: {
    key: 'arbitrum',
    id: 42_161,
    name: 'Arbitrum One',
    symbol: 'ETH',
    l1Oracle: 'arbitrum',
    blockS: 1,
    publicNodes: [
      'https://arb1.arbitrum.io/rpc',
      'https://arbitrum-one-rpc.publicnode.com',
      'https://arbitrum.drpc.org',
    ],
  },
  optimism: {
    key: 'optimism',
    id: 10,
    name: 'OP Mainnet',
    symbol: 'ETH',
    l1Oracle: 'op-stack',
    blockS: 2,
    publicNodes: [
      'https://mainnet.optimism.io',
      'https://optimism-rpc.publicnode.com',
      'https://optimism.drpc.org',
    ],
  },
  polygon: {
    key: 'polygon',
    id: 137,
    name: 'Polygon PoS',
    symbol: 'POL',
    l1Oracle: null,
    blockS: 2,
    publicNodes: ['https://polygon-bor-rpc.publicnode.com', 'https://polygon.drpc.org'],
  },
};
