import { collectDefaultMetrics, Histogram, Registry } from 'prom-client';

/** Numbers of this process, in Prometheus' text. One registry a process: both services share it. */
export class Metrics {
  readonly registry = new Registry();
  readonly #requests = new Histogram({
    name: 'kith_http_request_seconds',
    help: 'Time to answer a request, by service, route and status.',
    labelNames: ['service', 'method', 'route', 'status'] as const,
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
    registers: [this.registry],
  });

  /** By the labels' values: finding a series by name costs more than counting in it. Routes and statuses are few. */
  readonly #series = new Map<string, { observe(seconds: number): void }>();

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

  text(): Promise<string> {
    return this.registry.metrics();
  }
}
