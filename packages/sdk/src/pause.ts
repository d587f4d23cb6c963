import type { KithError } from './kith-error.ts';
import { samePaymentCodes } from './payment.ts';

const firstPauseMs = 250;
const maxPauseMs = 8_000;
/** Rate limit, overload, or a failed upstream; 0 is a lost connection or a timeout. */
const passing: readonly number[] = [0, 429, 502, 503, 504];

/** Whether the same call may succeed a little later. */
export function isRetryable({ status, code }: KithError): boolean {
  return passing.includes(status) ? code !== 'bad_answer' : samePaymentCodes.includes(code);
}

/** Delay before the next attempt: as the server says, otherwise exponential back-off with jitter. */
export function retryDelayMs({ retryAfterMs }: KithError, attempt: number): number {
  if (retryAfterMs !== undefined) return retryAfterMs;
  const full = Math.min(firstPauseMs * 2 ** attempt, maxPauseMs);
  return full / 2 + Math.random() * (full / 2);
}

/** Rejects early with the signal's own reason. */
export function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, ms);
    signal?.addEventListener('abort', stop, { once: true });
  });
}
