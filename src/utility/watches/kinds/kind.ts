import type { ChainKey } from '../../chains/chain.ts';
import type { Condition } from './condition.ts';
import type { NumberCounter } from './counters.ts';

export const kindNames = ['endpoint', 'dns', 'page', 'token-supply', 'wallet'] as const;
export type KindName = (typeof kindNames)[number];

/** The stored result of reading a target; each kind has fields of its own. */
export type Reading = Readonly<Record<string, unknown>>;

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

export interface WatchKind<Own extends Reading = Reading> {
  /** Whether it takes a `chain`. */
  readonly onChain: boolean;
  /** Canonical form of the target; throws a Refusal if it is invalid. */
  target(sent: string): string;
  /**
   * Throws if the target cannot be read. `baseline`: the first reading, so that later checks read the same
   * things.
   */
  read(target: WatchTarget, signal: AbortSignal, baseline?: Own): Promise<Own>;
  /** Describes the change; undefined if nothing relevant changed. */
  differs(current: Own, seen: Own, noise: Noise): string | undefined;
  /** What two consecutive checks establish; if omitted, both must have read the same. */
  confirm?(current: Own, first: Own, seen: Own, noise: Noise): string | undefined;
  /** The noise after another check. */
  learn?(current: Own, seen: Own, noise: Noise): Noise;
  /** What becomes `seen` if nothing is reported; if omitted, the reading itself. */
  settle?(current: Own, seen: Own): Own;
  /** The rule that fired, in one word; if omitted, the kind's name. */
  reason?(before: Own, after: Own, summary: string): string;
  /** The reading as its owner sees it. */
  present(reading: Own): Record<string, unknown>;
}
