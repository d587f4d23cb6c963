import { hourMs } from '../../platform/duration.ts';
import { backoffMs } from '../../platform/scheduler/backoff.ts';

/** Exponential backoff: about fifteen attempts per day. */
const pauses = { firstMs: 5_000, factor: 3, maxMs: 3 * hourMs };
/** Cap on a receiver's Retry-After. */
const maxRetryAfterMs = 6 * hourMs;
/** Endpoints slower than this queue separately, so that fast ones never wait for them. */
const slowMs = 2_000;

/** Result of one attempt: a response, or why there was none. */
export interface DeliveryAttempt {
  readonly status: number | null;
  readonly error: string | null;
  readonly retryAfter: string | undefined;
  readonly tookMs: number;
}

export interface DeliveryVerdict {
  readonly delivery: 'delivered' | 'pending' | 'failed';
  readonly lane: 'quick' | 'slow';
  /** Consecutive failures, including this one. */
  readonly failures: number;
  readonly retryAt: Date | null;
  /** 410: the receiver wants no further messages. */
  readonly gone: boolean;
}

/** Decides what follows an attempt. The last attempt is made when the day is over, whatever delay was due. */
export function judgeAttempt(
  attempt: DeliveryAttempt,
  before: { failures: number; expiresAt: Date },
  now: Date,
  random = Math.random(),
): DeliveryVerdict {
  const { status } = attempt;
  if (status !== null && status >= 200 && status <= 299) {
    const lane = attempt.tookMs > slowMs ? 'slow' : 'quick';
    return { delivery: 'delivered', lane, failures: 0, retryAt: null, gone: false };
  }
  const failures = before.failures + 1;
  if (status === 410) return { delivery: 'failed', lane: 'slow', failures, retryAt: null, gone: true };
  const pause = Math.max(backoffMs(pauses, failures, random), parseRetryAfter(attempt.retryAfter, now));
  const over = now >= before.expiresAt;
  const backoffEnd = now.getTime() + pause;
  const retryAt = new Date(over ? backoffEnd : Math.min(backoffEnd, before.expiresAt.getTime()));
  return { delivery: over ? 'failed' : 'pending', lane: 'slow', failures, retryAt, gone: false };
}

/** Parses `Retry-After` as seconds or as a date. */
function parseRetryAfter(header: string | undefined, now: Date): number {
  if (header === undefined) return 0;
  const text = header.trim();
  const ms = /^\d{1,9}$/.test(text) ? Number(text) * 1_000 : Date.parse(text) - now.getTime();
  return Number.isFinite(ms) ? Math.min(Math.max(ms, 0), maxRetryAfterMs) : 0;
}
