/** How long a task that failed waits for its next attempt. */
export interface Backoff {
  readonly firstMs: number;
  readonly factor: number;
  readonly maxMs: number;
}

/** For work on our own database and processes, which is back soon. */
export const quickBackoff: Backoff = { firstMs: 250, factor: 2, maxMs: 60_000 };
/** For strangers' servers, and for whatever may be broken until somebody looks. */
export const patientBackoff: Backoff = { firstMs: 5_000, factor: 3, maxMs: 3_600_000 };

/** Jitter over the upper half: what failed together does not come back together, and still never at once. */
export function pauseMs(backoff: Backoff, attempt: number, random = Math.random()): number {
  const full = Math.min(backoff.maxMs, backoff.firstMs * backoff.factor ** (attempt - 1));
  return Math.round(full * (0.5 + random / 2));
}
