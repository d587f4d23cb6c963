import { sql } from 'kysely';
import type { Clock } from '../clock.ts';
import type { Reader } from './database.ts';

const intervalMs = 5_000;
/** Smaller differences are measurement noise: following them would make time jitter. */
const toleranceMs = 250;
/** A slower response says too little about the moment it was produced. */
const slowMs = 1_000;

/**
 * The database's time, advanced by this process's monotonic clock. All processes share it, and a step of this
 * machine's clock neither ends a lease early nor delays anything.
 */
export class DatabaseClock implements Clock {
  /** Offset of the monotonic clock; based on the machine's time until the database was queried. */
  #offsetMs = Date.now() - performance.now();

  now(): Date {
    return new Date(performance.now() + this.#offsetMs);
  }

  /**
   * Queries now, and then regularly; returns a function that stops. While the database is unavailable the
   * monotonic clock continues.
   */
  async follow(read: Reader): Promise<() => void> {
    await this.#ask(read);
    const timer = setInterval(() => void this.#ask(read).catch(() => {}), intervalMs).unref();
    return () => clearInterval(timer);
  }

  async #ask(read: Reader): Promise<void> {
    const askedAt = performance.now();
    const { rows } = await sql<{ at: Date }>`SELECT clock_timestamp() AS at`.execute(read);
    const tookMs = performance.now() - askedAt;
    const [row] = rows;
    if (!row || tookMs > slowMs) return;
    const offsetMs = row.at.getTime() - (askedAt + tookMs / 2);
    if (Math.abs(offsetMs - this.#offsetMs) > toleranceMs + tookMs / 2) this.#offsetMs = offsetMs;
  }
}
