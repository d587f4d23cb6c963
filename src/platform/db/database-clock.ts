import { sql } from 'kysely';
import type { Clock } from '../clock.ts';
import type { Reader } from './database.ts';

const intervalMs = 5_000;
/** Smaller differences are the noise of the measurement: following them would make time jitter. */
const toleranceMs = 250;
/** An answer that took longer says too little of the moment it was given. */
const slowMs = 1_000;

/**
 * The database's time, carried on by the steady clock of this process. All processes share it, and a step of this
 * machine's clock neither ends a claim early nor keeps anybody waiting.
 */
export class DatabaseClock implements Clock {
  /** What the steady clock lacks; the machine's own time until the database was asked. */
  #offsetMs = Date.now() - performance.now();

  now(): Date {
    return new Date(performance.now() + this.#offsetMs);
  }

  /** Asks now, and from then on regularly; returns how to stop. While the database is away the steady clock carries on. */
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
