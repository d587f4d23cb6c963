import type { Clock } from '../clock.ts';
import type { Transact, Tx } from '../db/transaction.ts';
import { hourMs } from '../duration.ts';
import type { Log } from '../log.ts';
import type { ClockRepair } from './clock-repair.ts';
import type { AfterOutage, Outage } from './outage.ts';

const heartbeatMs = 60_000;
/** A restart is not an outage. */
const minOutageMs = 15 * 60_000;
/** Tolerated difference between the clocks of several machines. */
const clockToleranceMs = 5 * 60_000;
const repairMs = hourMs;

interface Dependencies {
  readonly transaction: Transact;
  readonly clock: Clock;
  readonly log: Log;
  /** What each area does for users who could not act during an outage. */
  readonly afterOutage: readonly AfterOutage[];
  readonly repairs: readonly ClockRepair[];
}

/**
 * Maintains a heartbeat in the database. A gap in it is an outage: it is recorded, and each area extends the
 * deadlines of users who could not act. A heartbeat in the future means that a clock was ahead: the times it
 * wrote are corrected.
 */
export class Uptime {
  readonly #deps: Dependencies;
  #timer: NodeJS.Timeout | undefined;
  #beating: Promise<void> | undefined;
  /** By the monotonic clock, which neither jumps nor can be set. */
  #lastBeat = 0;
  #lastRepair = 0;

  constructor(deps: Dependencies) {
    this.#deps = deps;
  }

  /** Must be called before any due work runs: an outage is handled first. */
  async start(): Promise<void> {
    await this.check({ first: true });
    this.#timer = setInterval(() => {
      this.#beating ??= this.check({ first: false })
        .catch((error: unknown) => this.#deps.log.warn({ err: error }, 'the heartbeat could not be written'))
        .finally(() => {
          this.#beating = undefined;
        });
    }, heartbeatMs);
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#beating;
    // The outage starts when the last process stops, not at its last heartbeat.
    await this.#deps.transaction((tx) => this.#beat(tx, this.#deps.clock.now()));
  }

  /** Writes one heartbeat, and handles the outage or the wrong clock it reveals. */
  async check({ first }: { first: boolean }): Promise<void> {
    const { transaction, clock, log } = this.#deps;
    const steady = performance.now();
    // While a process runs, only time without a heartbeat counts: a clock that is set forward is not an
    // outage.
    const mayBeOutage = first || steady - this.#lastBeat >= minOutageMs;
    const found = await transaction(async (tx) => {
      const now = clock.now();
      const { alive_at } = await tx
        .selectFrom('service_heartbeat')
        .select('alive_at')
        .forUpdate()
        .executeTakeFirstOrThrow();
      const gapMs = alive_at ? now.getTime() - alive_at.getTime() : 0;
      const outage = mayBeOutage && alive_at && gapMs >= minOutageMs ? { from: alive_at, until: now } : null;
      if (outage) await this.#recordOutage(tx, outage);
      await this.#beat(tx, now);
      return { outage, aheadMs: Math.max(0, -gapMs), isNew: !alive_at };
    });
    this.#lastBeat = steady;
    if (found.outage)
      log.warn(found.outage, 'the service was down: deadlines within the outage were extended');
    const isAhead = found.aheadMs > clockToleranceMs;
    if (isAhead) log.warn({ ahead_ms: found.aheadMs }, 'a clock was ahead and was set back');
    // A database that no process has used has no times.
    if (found.isNew) this.#lastRepair = steady;
    else if (first || isAhead || steady - this.#lastRepair >= repairMs) await this.#repairTimes(steady);
  }

  async #repairTimes(steady: number): Promise<void> {
    const { transaction, clock, log, repairs } = this.#deps;
    for (const { what, repair } of repairs) {
      const now = clock.now();
      const latest = new Date(now.getTime() + clockToleranceMs);
      const rows = await transaction((tx) => repair(tx, { now, latest }));
      if (rows > 0) log.warn({ what, rows }, 'timestamps in the future were corrected');
    }
    this.#lastRepair = steady;
  }

  async #recordOutage(tx: Tx, outage: Outage): Promise<void> {
    await tx.insertInto('outage').values({ from_at: outage.from, until_at: outage.until }).execute();
    for (const adjust of this.#deps.afterOutage) await adjust(tx, outage);
  }

  async #beat(tx: Tx, now: Date): Promise<void> {
    await tx.updateTable('service_heartbeat').set({ alive_at: now }).execute();
  }
}
