import { hourMs } from '../duration.ts';

/** Delay before a failed task's next attempt. */
export interface Backoff {
  readonly firstMs: number;
  readonly factor: number;
  readonly maxMs: number;
}

/** For our own database and processes, which recover soon. */
export const quickBackoff: Backoff = { firstMs: 250, factor: 2, maxMs: 60_000 };
/** For remote servers, and for anything that may stay broken until someone looks. */
export const patientBackoff: Backoff = { firstMs: 5_000, factor: 3, maxMs: hourMs };

/** Jitter over the upper half: tasks that failed together are not retried together, and never immediately. */
export function backoffMs(backoff: Backoff, attempt: number, random = Math.random()): number {
  const full = Math.min(backoff.maxMs, backoff.firstMs * backoff.factor ** (attempt - 1));
  return Math.round(full * (0.5 + random / 2));
}
