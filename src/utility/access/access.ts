import type { RequestFacts } from '../../platform/http/route.ts';
import type { IdempotencyRecord } from '../../platform/http/tables.ts';
import type { KeyHolder } from './key-lookup.ts';

/** A call to authorise: who makes it, and what it costs. */
export interface MeteredCall {
  readonly caller: KeyHolder | undefined;
  readonly request: RequestFacts;
  /** Parsed request body; a payment is bound to it. */
  readonly body: unknown;
  /** The request's idempotency record: a payment covers one idempotency key. */
  readonly idempotency?: IdempotencyRecord | undefined;
  /** `free=1`: a free trial call, counted per network. */
  readonly trial: boolean;
  readonly priceUsd: string;
  /** The paid path and its description, as listed in a payment challenge. */
  readonly path: string;
  readonly does: string;
  setHeader(name: string, value: string): void;
}

/** Decides how a call is paid, runs it, and releases its response only once it is paid. */
export interface Access {
  /** Whether this deployment accepts payments at all. */
  readonly takesPayments: boolean;
  serve<T>(metered: MeteredCall, run: () => Promise<T>): Promise<T>;
}

/** An answer that costs nothing. It is thrown through quota and payment, which release what they hold for a call that fails. */
class UnpaidAnswer extends Error {
  readonly answer: Record<string, unknown>;

  constructor(answer: Record<string, unknown>) {
    super('this answer is not charged');
    this.name = 'UnpaidAnswer';
    this.answer = answer;
  }
}

/** Returns what a call pays for, and throws what it does not: the answer about a page that a wall stood for, or may. */
export function requirePaid(answer: Record<string, unknown>): Record<string, unknown> {
  if (answer.access === 'blocked' || answer.access === 'uncertain') throw new UnpaidAnswer(answer);
  return answer;
}

export const isUnpaid = (error: unknown): boolean => error instanceof UnpaidAnswer;

/** For a `catch` around quota and payment. */
export function takeUnpaid(error: unknown): Record<string, unknown> {
  if (error instanceof UnpaidAnswer) return error.answer;
  throw error;
}
