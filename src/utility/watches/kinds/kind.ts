import type { ChainKey } from '../../chains/chain.ts';

export const kindNames = ['endpoint', 'dns', 'page', 'token-supply', 'wallet'] as const;
export type KindName = (typeof kindNames)[number];

/** What a look saw, as it is kept. */
// biome-ignore lint/suspicious/noExplicitAny: each kind knows the fields of its own readings
export type Reading = Readonly<Record<string, any>>;

export interface Target {
  readonly target: string;
  readonly chain: ChainKey | null;
}

/** What two looks in a row make of what they saw. */
export interface Second {
  /** Undefined: there was no change after all. */
  readonly change: string | undefined;
  readonly noise: readonly string[];
}

export interface WatchKind {
  /** Whether `chain` says something for it. */
  readonly onChain: boolean;
  /** The target in its one spelling; throws the Refusal for what is none. */
  target(sent: string): string;
  /** Throws where the target cannot be read. `baseline`: what was seen first, for looks at the same things. */
  read(target: Target, signal: AbortSignal, baseline?: Reading): Promise<Reading>;
  /** What changed, in a sentence; undefined where nothing that counts did. */
  differs(current: Reading, seen: Reading, noise: readonly string[]): string | undefined;
  /** Where it takes more than that both looks saw the same. */
  second?(current: Reading, first: Reading, seen: Reading, noise: readonly string[]): Second;
  /** As its owner sees it. */
  shown(reading: Reading): Record<string, unknown>;
}
