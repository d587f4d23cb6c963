import type { Kind } from './kind.ts';
import type { Run } from './run.ts';

/** A pause after a lease that found nothing although a task was due: its row is locked, or another process was faster. */
const emptyPauseMs = 100;

/** One kind in one process: its slots, and when it is worth while to ask the database for more. */
export class Lane {
  readonly kind: Kind;
  readonly runs = new Set<Run>();
  #expectedMs = Number.POSITIVE_INFINITY;
  #notBefore = 0;

  constructor(kind: Kind) {
    this.kind = kind;
  }

  get free(): number {
    return this.kind.concurrency - this.runs.size;
  }

  /** Only ever brings the time forward: news that comes while a query is out is not forgotten for its answer. */
  expect(dueAt: Date): void {
    this.#expectedMs = Math.min(this.#expectedMs, dueAt.getTime());
  }

  /** Somebody says that there is work now, which no pause should delay. */
  hint(dueAt: Date): void {
    this.expect(dueAt);
    this.#notBefore = 0;
  }

  /** Before a query, whose answer tells it anew. */
  forget(): void {
    this.#expectedMs = Number.POSITIVE_INFINITY;
  }

  pause(): void {
    this.#notBefore = performance.now() + emptyPauseMs;
  }

  /** How long until a lease is worth while; a lane without a free slot is woken by the end of a run. */
  waitMs(now: Date): number {
    if (this.free <= 0) return Number.POSITIVE_INFINITY;
    return Math.max(0, this.#expectedMs - now.getTime(), this.#notBefore - performance.now());
  }
}
