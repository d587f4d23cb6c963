import type { ChainKey } from '../../chains/chain.ts';
import type { Condition } from './condition.ts';
import type { Counter } from './counters.ts';

export const kindNames = ['endpoint', 'dns', 'page', 'token-supply', 'wallet'] as const;
export type KindName = (typeof kindNames)[number];

/** What a look saw, as it is kept. */
// biome-ignore lint/suspicious/noExplicitAny: each kind knows the fields of its own readings
export type Reading = Readonly<Record<string, any>>;

/** What a kind remembers of what changes by itself; strings are what earlier versions stored, and are ignored. */
export type Noise = readonly (Counter | string)[];

/** What part of a page is watched, and what its owner waits for. */
export interface WatchOptions {
  readonly selector?: string;
  readonly ignore?: readonly string[];
  readonly condition?: Condition;
}

export interface Target {
  readonly target: string;
  readonly chain: ChainKey | null;
  readonly options: WatchOptions;
}

export interface WatchKind {
  /** Whether `chain` says something for it. */
  readonly onChain: boolean;
  /** The target in its one spelling; throws the Refusal for what is none. */
  target(sent: string): string;
  /** Throws where the target cannot be read. `baseline`: what was seen first, for looks at the same things. */
  read(target: Target, signal: AbortSignal, baseline?: Reading): Promise<Reading>;
  /** What changed, in a sentence; undefined where nothing that counts did. */
  differs(current: Reading, seen: Reading, noise: Noise): string | undefined;
  /** What two checks in a row establish; left out where both must have seen the same. */
  confirm?(current: Reading, first: Reading, seen: Reading, noise: Noise): string | undefined;
  /** What is noise after another check. */
  learn?(current: Reading, seen: Reading, noise: Noise): Noise;
  /** What counts as seen from now on where nothing is reported; left out: the reading itself. */
  settle?(current: Reading, seen: Reading): Reading;
  /** The rule that fired, in a word; left out: the kind's own name says it. */
  reason?(before: Reading, after: Reading): string;
  /** As its owner sees it. */
  present(reading: Reading): Record<string, unknown>;
}
