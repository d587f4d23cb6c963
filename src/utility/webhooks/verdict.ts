import { pauseMs } from '../../platform/scheduler/backoff.ts';

/** Growing pauses: some fifteen attempts in a day. */
const pauses = { firstMs: 5_000, factor: 3, maxMs: 3 * 3_600_000 };
/** A receiver may ask for a rest, not for the whole day. */
const longestRestMs = 6 * 3_600_000;
/** Whoever takes longer than this waits among its like, so that the quick never wait for it. */
const slowMs = 2_000;

/** What became of one attempt: an answer, or the words for why there was none. */
export interface Attempt {
  readonly status: number | null;
  readonly error: string | null;
  readonly retryAfter: string | undefined;
  readonly tookMs: number;
}

export interface Verdict {
  readonly delivery: 'delivered' | 'pending' | 'failed';
  readonly lane: 'quick' | 'slow';
  /** In a row, this one included. */
  readonly failures: number;
  readonly retryAt: Date | null;
  /** 410: the receiver wants nothing more, ever. */
  readonly gone: boolean;
}

/** What follows from an attempt. The last one is made when the day is over, whatever pause was due. */
export function judgeAttempt(
  attempt: Attempt,
  before: { failures: number; expiresAt: Date },
  now: Date,
  random = Math.random(),
): Verdict {
  const { status } = attempt;
  if (status !== null && status >= 200 && status <= 299) {
    const lane = attempt.tookMs > slowMs ? 'slow' : 'quick';
    return { delivery: 'delivered', lane, failures: 0, retryAt: null, gone: false };
  }
  const failures = before.failures + 1;
  if (status === 410) return { delivery: 'failed', lane: 'slow', failures, retryAt: null, gone: true };
  const pause = Math.max(pauseMs(pauses, failures, random), restMs(attempt.retryAfter, now));
  const over = now >= before.expiresAt;
  const wanted = now.getTime() + pause;
  const retryAt = new Date(over ? wanted : Math.min(wanted, before.expiresAt.getTime()));
  return { delivery: over ? 'failed' : 'pending', lane: 'slow', failures, retryAt, gone: false };
}

/** `Retry-After` in either form: seconds, or a date. */
function restMs(header: string | undefined, now: Date): number {
  if (header === undefined) return 0;
  const text = header.trim();
  const ms = /^\d{1,9}$/.test(text) ? Number(text) * 1_000 : Date.parse(text) - now.getTime();
  return Number.isFinite(ms) ? Math.min(Math.max(ms, 0), longestRestMs) : 0;
}
