import type { CallRequest } from './caller.ts';

/** An operation that must take effect exactly once. */
export interface Operation {
  readonly kind: string;
  /** Identifies its effect in the database. */
  readonly mark: string;
  readonly call: CallRequest;
  /** The response that acknowledged it; undefined while its outcome is unknown. */
  answer: string | undefined;
  /** Whether it was wrongly refused, or given up without a response. */
  refused: string | undefined;
}

export const isAcknowledged = ({ answer }: Operation): boolean => answer !== undefined;
