import { Counter, collectDefaultMetrics, Histogram, Registry } from 'prom-client';
import { type Bucket, quantile } from './quantile.ts';

/** Figures of a route since this process started. */
export interface RouteFigures {
  readonly method: string;
  readonly route: string;
  readonly count: number;
  /** Share of responses with server errors (5xx). */
  readonly error_rate: number;
  readonly p50_ms: number;
  readonly p95_ms: number;
  readonly p99_ms: number;
}

/** All requests of a service since this process started. */
export interface RequestTotals {
  readonly count: number;
  /** Responses with server errors (5xx). */
  readonly failed: number;
  readonly buckets: readonly Bucket[];
}

/** Upper bounds of the request histogram, in seconds; the last bucket is unbounded. */
export const requestBounds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/** Metrics of this process in Prometheus text format. One registry per process: both services share it. */
export class Metrics {
  readonly registry = new Registry();
  readonly #requests = new Histogram({
    name: 'kith_http_request_seconds',
    help: 'Duration of requests, by service, route and status.',
    labelNames: ['service', 'method', 'route', 'status'] as const,
    buckets: requestBounds,
    registers: [this.registry],
  });

  readonly #limitsHit = new Counter({
    name: 'kith_limits_hit_total',
    help: 'Requests refused because of a rate limit (429), by service and route.',
    labelNames: ['service', 'method', 'route'] as const,
    registers: [this.registry],
  });

  /**
   * By label values: looking up a series by name costs more than incrementing it. Routes and statuses are
   * few.
   */
  readonly #series = new Map<string, { observe(seconds: number): void }>();

  readonly #before: (() => Promise<void>)[] = [];

  constructor() {
    collectDefaultMetrics({ register: this.registry });
  }

  request(service: string, method: string, route: string, status: number, seconds: number): void {
    const key = `${service} ${method} ${status} ${route}`;
    let series = this.#series.get(key);
    if (!series) {
      series = this.#requests.labels({ service, method, route, status });
      this.#series.set(key, series);
    }
    series.observe(seconds);
  }

  limitHit(service: string, method: string, route: string): void {
    this.#limitsHit.inc({ service, method, route });
  }

  /** Every called route of a service, across all statuses. */
  async routes(service: string): Promise<RouteFigures[]> {
    const { values } = await this.#requests.get();
    const own = values.filter((value) => value.labels.service === service);
    const byRoute = Map.groupBy(own, ({ labels }) => `${labels.method} ${labels.route}`);
    return Array.from(byRoute.values(), (series) => {
      const { method, route } = series[0]!.labels;
      const counts = series.filter(({ metricName }) => metricName?.endsWith('_count'));
      const total = (some: typeof counts) => some.reduce((sum, { value }) => sum + value, 0);
      const count = total(counts);
      const failed = total(counts.filter(({ labels }) => Number(labels.status) >= 500));
      const buckets = toBuckets(series);
      const ms = (share: number) => Math.round(quantile(buckets, share) * 1e6) / 1e3;
      return {
        method: String(method),
        route: String(route),
        count,
        error_rate: failed / count,
        p50_ms: ms(0.5),
        p95_ms: ms(0.95),
        p99_ms: ms(0.99),
      };
    });
  }

  async totals(service: string): Promise<RequestTotals> {
    const { values } = await this.#requests.get();
    const own = values.filter((value) => value.labels.service === service);
    const counts = own.filter(({ metricName }) => metricName?.endsWith('_count'));
    const total = (some: typeof counts) => some.reduce((sum, { value }) => sum + value, 0);
    const buckets = toBuckets(own);
    return {
      count: total(counts),
      failed: total(counts.filter(({ labels }) => Number(labels.status) >= 500)),
      // Every bound, even before the first request: samples of different times are added bound by bound.
      buckets: [...requestBounds, Number.POSITIVE_INFINITY].map(
        (upTo) => buckets.find((bucket) => bucket.upTo === upTo) ?? { upTo, count: 0 },
      ),
    };
  }

  /** Registers work to run before each scrape, to collect values that are not counted as they happen. */
  beforeText(work: () => Promise<void>): void {
    this.#before.push(work);
  }

  get contentType(): string {
    return this.registry.contentType;
  }

  async text(): Promise<string> {
    await this.#prepare();
    return this.registry.metrics();
  }

  /** Metrics of this process alone, to be aggregated with those of others. */
  async ownObjects(): Promise<object[]> {
    await this.#prepare();
    return this.registry.getMetricsAsJSON();
  }

  async #prepare(): Promise<void> {
    await Promise.all(this.#before.map((work) => work()));
  }
}

/** Merges several histograms by adding each bucket's counts. */
function toBuckets(series: readonly { value: number; labels: object }[]): Bucket[] {
  const counts = new Map<number, number>();
  for (const { value, labels } of series) {
    if (!('le' in labels)) continue;
    const { le } = labels;
    const upTo = le === '+Inf' ? Number.POSITIVE_INFINITY : Number(le);
    counts.set(upTo, (counts.get(upTo) ?? 0) + value);
  }
  return [...counts].sort(([a], [b]) => a - b).map(([upTo, count]) => ({ upTo, count }));
}
