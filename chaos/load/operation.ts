import type { CallRequest } from './caller.ts';

/** One thing that an agent wanted done once. */
export interface Operation {
  readonly kind: string;
  /** What it left behind is found by this. */
  readonly mark: string;
  readonly call: CallRequest;
  /** The answer that acknowledged it; undefined while nobody knows whether it happened. */
  answer: string | undefined;
  /** Refused for good where it should not have been, or left without an answer until it was given up. */
  refused: string | undefined;
}

export const isAcknowledged = ({ answer }: Operation): boolean => answer !== undefined;
