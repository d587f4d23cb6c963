import type { WeightFile } from './weights.ts';

/** Request to a source of weights. */
export interface PullProgress {
  readonly dir: string;
  readonly missing: readonly WeightFile[];
  /** From 0 to 1. */
  onProgress(done: number): void;
  readonly signal?: AbortSignal | undefined;
}
