import type { KithError } from './kith-error.ts';
import { samePaymentCodes } from './payment.ts';

const firstPauseMs = 250;
const longestPauseMs = 8_000;
/** Over a limit, overloaded, or an upstream that failed; 0 is a connection that was lost, or took too long. */
const passing: readonly number[] = [0, 429, 502, 503, 504];

/** Whether the same call may well succeed a little later. */
export function isPassing({ status, code }: KithError): boolean {
  return passing.includes(status) ? code !== 'bad_answer' : samePaymentCodes.includes(code);
}

/** How long to wait before the next attempt: as long as the server says, else twice as long each time, with some chance in it. */
export function pauseMs({ retryAfterMs }: KithError, attempt: number): number {
  if (retryAfterMs !== undefined) return retryAfterMs;
  const full = Math.min(firstPauseMs * 2 ** attempt, longestPauseMs);
  return full / 2 + Math.random() * (full / 2);
}

/** Ends early with the signal's own reason. */
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
