import { Gauge } from 'prom-client';
import type { Metrics } from '../../platform/metrics.ts';
import type { Workers } from './workers.ts';

/** Worker thread metrics, collected when Prometheus scrapes. */
export function registerWorkerMetrics({ registry }: Metrics, workers: Workers): void {
  const registers = [registry];
  new Gauge({
    name: 'kith_workers',
    help: 'Worker threads of this process, by state.',
    labelNames: ['state'] as const,
    registers,
    collect() {
      const { busy, idle } = workers.figures;
      this.set({ state: 'busy' }, busy);
      this.set({ state: 'idle' }, idle);
    },
  });
  new Gauge({
    name: 'kith_worker_tasks_waiting',
    help: 'Tasks that wait for a worker thread of this process.',
    registers,
    collect() {
      this.set(workers.figures.waiting);
    },
  });
  new Gauge({
    name: 'kith_worker_lag_seconds',
    help: 'How long the oldest task has been waiting for a worker thread of this process.',
    registers,
    aggregator: 'max',
    collect() {
      this.set(workers.figures.oldestMs / 1_000);
    },
  });
}
