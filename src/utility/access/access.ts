import type { Claim } from '../../platform/http/idempotency.ts';
import type { RequestFacts } from '../../platform/http/route.ts';
import type { KeyHolder } from './key-lookup.ts';

/** What is asked for, by whom, at which price. */
export interface Ask {
  readonly caller: KeyHolder | undefined;
  readonly request: RequestFacts;
  /** What came in the request's body; a payment is bound to it. */
  readonly body: unknown;
  /** The request's idempotency record: one key is paid by one payment. */
  readonly claim?: Claim | undefined;
  /** `free=1`: a free trial call, counted per network. */
  readonly trial: boolean;
  readonly priceUsd: string;
  /** The path that is paid for, and what it does, as a challenge names them. */
  readonly path: string;
  readonly does: string;
  setHeader(name: string, value: string): void;
}

/** Decides how a call is paid, runs it, and lets its answer go only when it is paid. */
export interface Access {
  /** Whether a call can be paid for here at all. */
  readonly takesPayments: boolean;
  serve<T>(ask: Ask, run: () => Promise<T>): Promise<T>;
}
