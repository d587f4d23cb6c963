import { sql } from 'kysely';
import type { Clock } from '../clock.ts';
import type { Reader } from '../db/database.ts';
import { pruneRows } from '../db/prune.ts';
import type { Transact } from '../db/transaction.ts';
import { dayMs } from '../duration.ts';
import { type Metrics, type RequestTotals, requestBounds } from '../metrics.ts';
import { quantile } from '../quantile.ts';

export const slotMs = 5 * 60_000;
const sampleMs = 60_000;
const recordedDays = 90;
const retentionMs = (recordedDays + 1) * dayMs;

interface SamplerDependencies {
  readonly metrics: Metrics;
  readonly transaction: Transact;
  readonly clock: Clock;
  readonly onError: (error: unknown) => void;
}

/** Adds this process's requests to the samples in the database, once per minute and at shutdown. */
export class HealthSampler {
  readonly #service: string;
  readonly #deps: SamplerDependencies;
  #last: RequestTotals | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(service: string, deps: SamplerDependencies) {
    this.#service = service;
    this.#deps = deps;
  }

  start(): void {
    const sample = () => void this.sample().catch(this.#deps.onError);
    sample();
    this.#timer = setInterval(sample, sampleMs);
    this.#timer.unref();
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.sample();
  }

  /** A sample without requests is written too: a slot without a sample means that the service was down. */
  async sample(): Promise<void> {
    const { metrics, transaction, clock } = this.#deps;
    const now = await metrics.totals(this.#service);
    const before = this.#last;
    this.#last = now;
    const slot = new Date(Math.floor(clock.now().getTime() / slotMs) * slotMs);
    const buckets = now.buckets.map(({ count }, nth) => count - (before?.buckets[nth]?.count ?? 0));
    await transaction((tx) =>
      sql`INSERT INTO health_sample AS kept (service, at, requests, failed, buckets)
        VALUES (${this.#service}, ${slot}, ${now.count - (before?.count ?? 0)}, ${now.failed - (before?.failed ?? 0)}, ${buckets}::bigint[])
        ON CONFLICT (service, at) DO UPDATE SET requests = kept.requests + excluded.requests,
          failed = kept.failed + excluded.failed,
          buckets = ARRAY (SELECT coalesce(a, 0) + coalesce(b, 0)
            FROM unnest(kept.buckets, excluded.buckets) WITH ORDINALITY AS both_of (a, b, nth) ORDER BY nth)`.execute(
        tx,
      ),
    );
  }
}

/** Samples of a service since a moment, oldest first. */
export function readSamples(read: Reader, service: string, since: Date) {
  return read
    .selectFrom('health_sample')
    .select(['at', 'requests', 'failed', 'buckets'])
    .where('service', '=', service)
    .where('at', '>=', since)
    .orderBy('at')
    .execute();
}

/** Of each of the last 90 UTC days since the first sample, the share of slots with a sample, and of failed responses. */
export async function readDays(read: Reader, service: string, now: Date) {
  const since = new Date(now.getTime() - (now.getTime() % dayMs) - (recordedDays - 1) * dayMs);
  const { rows } = await sql<{ day: string; slots: number; first: Date; requests: number; failed: number }>`
    SELECT to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS day, count(*)::integer AS slots, min(at) AS first,
      sum(requests)::bigint AS requests, sum(failed)::bigint AS failed
    FROM health_sample WHERE service = ${service} AND at >= ${since} GROUP BY 1`.execute(read);
  const byDay = new Map(rows.map((row) => [row.day, row]));
  const [oldest] = rows.map(({ first }) => first.getTime()).sort((a, b) => a - b);
  const days: { day: string; up: number; error_rate: number }[] = [];
  if (oldest === undefined) return days;
  for (let start = oldest - (oldest % dayMs); start <= now.getTime(); start += dayMs) {
    const day = new Date(start).toISOString().slice(0, 10);
    const { slots = 0, requests = 0, failed = 0 } = byDay.get(day) ?? {};
    // The slot that has just begun may have no sample yet.
    const expected = Math.max(
      1,
      Math.floor((Math.min(start + dayMs, now.getTime()) - Math.max(start, oldest)) / slotMs),
    );
    days.push({ day, up: Math.min(1, slots / expected), error_rate: requests > 0 ? failed / requests : 0 });
  }
  return days;
}

export async function pruneSamples(transaction: Transact, clock: Clock): Promise<void> {
  await pruneRows(transaction, 'health_sample', sql`at < ${new Date(clock.now().getTime() - retentionMs)}`);
}

interface Sample {
  readonly at: Date;
  readonly requests: number;
  readonly failed: number;
  readonly buckets: readonly number[];
}

interface Incident {
  readonly from_at: string;
  /** Null while it is ongoing. */
  readonly to_at: string | null;
  readonly kind: 'down' | 'errors';
}

/** Maximum acceptable share of responses with server errors. */
const badErrorRate = 0.05;
/** Fewer requests are too few to compute a rate. */
const minRequests = 10;

export function healthPoints(samples: readonly Sample[]) {
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
