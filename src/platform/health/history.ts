import { requestBounds } from '../metrics.ts';
import { quantile } from '../quantile.ts';
import { slotMs } from './samples.ts';

interface Sample {
  readonly at: Date;
  readonly requests: number;
  readonly failed: number;
  readonly buckets: readonly number[];
}

export interface HealthPoint {
  readonly at: string;
  readonly requests: number;
  readonly error_rate: number;
  readonly p50_ms: number;
  readonly p95_ms: number;
  readonly p99_ms: number;
}

export interface Incident {
  readonly from_at: string;
  /** Null while it is ongoing. */
  readonly to_at: string | null;
  readonly kind: 'down' | 'errors';
}

/** Maximum acceptable share of responses with server errors. */
const badErrorRate = 0.05;
/** Fewer requests are too few to compute a rate. */
const minRequests = 10;

export function healthPoints(samples: readonly Sample[]): HealthPoint[] {
  return samples.map(({ at, requests, failed, buckets }) => {
    const histogram = buckets.map((count, nth) => ({
      upTo: requestBounds[nth] ?? Number.POSITIVE_INFINITY,
      count,
    }));
    const ms = (share: number) => Math.round(quantile(histogram, share) * 1e6) / 1e3;
    return {
      at: at.toISOString(),
      requests,
      error_rate: requests === 0 ? 0 : failed / requests,
      p50_ms: ms(0.5),
      p95_ms: ms(0.95),
      p99_ms: ms(0.99),
    };
  });
}

/**
 * Periods without samples (the service was down) or with too many failed responses; consecutive slots form
 * one incident.
 */
export function incidentsIn(samples: readonly Sample[], now: Date): Incident[] {
  const found: Incident[] = [];
  const open = (from: number, kind: Incident['kind'], to: number) => {
    const endsAt = to + slotMs > now.getTime() ? null : new Date(to).toISOString();
    const last = found.at(-1);
    if (last?.kind === kind && last.to_at === new Date(from).toISOString())
      found[found.length - 1] = { ...last, to_at: endsAt };
    else found.push({ from_at: new Date(from).toISOString(), to_at: endsAt, kind });
  };
  let expected: number | undefined;
  for (const { at, requests, failed } of samples) {
    const slot = at.getTime();
    if (expected !== undefined && slot > expected) open(expected, 'down', slot);
    if (requests >= minRequests && failed / requests > badErrorRate) open(slot, 'errors', slot + slotMs);
    expected = slot + slotMs;
  }
  return found;
}
