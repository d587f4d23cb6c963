import type { ChainKey } from '../../chains/chain.ts';
import type { Condition } from './condition.ts';
import type { NumberCounter } from './counters.ts';

export const kindNames = ['endpoint', 'dns', 'page', 'token-supply', 'wallet'] as const;
export type KindName = (typeof kindNames)[number];

/** The stored result of reading a target. */
// biome-ignore lint/suspicious/noExplicitAny: each kind knows the fields of its own readings
export type Reading = Readonly<Record<string, any>>;

/** What a kind has learned about regular fluctuations; strings come from earlier versions and are ignored. */
export type Noise = readonly (NumberCounter | string)[];

/** The watched part of a page, and the condition its owner waits for. */
export interface WatchOptions {
  readonly selector?: string;
  readonly ignore?: readonly string[];
  readonly condition?: Condition;
}

export interface WatchTarget {
  readonly target: string;
  readonly chain: ChainKey | null;
  readonly options: WatchOptions;
}

export interface WatchKind {
  /** Whether it takes a `chain`. */
  readonly onChain: boolean;
  /** Canonical form of the target; throws a Refusal if it is invalid. */
  target(sent: string): string;
  /**
   * Throws if the target cannot be read. `baseline`: the first reading, so that later checks read the same
   * things.
   */
  read(target: WatchTarget, signal: AbortSignal, baseline?: Reading): Promise<Reading>;
  /** Describes the change; undefined if nothing relevant changed. */
  differs(current: Reading, seen: Reading, noise: Noise): string | undefined;
  /** What two consecutive checks establish; if omitted, both must have read the same. */
  confirm?(current: Reading, first: Reading, seen: Reading, noise: Noise): string | undefined;
  /** The noise after another check. */
  learn?(current: Reading, seen: Reading, noise: Noise): Noise;
  /** What becomes `seen` if nothing is reported; if omitted, the reading itself. */
  settle?(current: Reading, seen: Reading): Reading;
  /** The rule that fired, in one word; if omitted, the kind's name. */
  reason?(before: Reading, after: Reading, summary: string): string;
  /** The reading as its owner sees it. */
  present(reading: Reading): Record<string, unknown>;
}
