import type { TaskKind } from './task-kind.ts';
import type { TaskRun } from './task-run.ts';

/**
 * Pause after a lease query that found nothing although a task was due: its row is locked, or another process
 * was faster.
 */
const emptyPauseMs = 100;

/** One kind in one process: its slots, and when to query the database for more. */
export class KindSlots {
  readonly kind: TaskKind;
  readonly runs = new Set<TaskRun>();
  #expectedMs = Number.POSITIVE_INFINITY;
  #notBefore = 0;

  constructor(kind: TaskKind) {
    this.kind = kind;
  }

  get free(): number {
    return this.kind.concurrency - this.runs.size;
  }

  /**
   * Only ever makes the time earlier, so that a hint that arrives during a query is not overwritten by its
   * result.
   */
  expectTaskAt(dueAt: Date): void {
    this.#expectedMs = Math.min(this.#expectedMs, dueAt.getTime());
  }

  /** Work is due now, which no pause should delay. */
  hint(dueAt: Date): void {
    this.expectTaskAt(dueAt);
    this.#notBefore = 0;
  }

  /** Called before a query, whose result sets it again. */
  clearExpected(): void {
    this.#expectedMs = Number.POSITIVE_INFINITY;
  }

  pause(): void {
    this.#notBefore = performance.now() + emptyPauseMs;
  }

  /** Time until a lease query is worthwhile; a kind without a free slot waits for the end of a run. */
  waitMs(now: Date): number {
    if (this.free <= 0) return Number.POSITIVE_INFINITY;
    return Math.max(0, this.#expectedMs - now.getTime(), this.#notBefore - performance.now());
  }
}
