import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import type { Clock } from '../clock.ts';
import type { Reader } from '../db/database.ts';
import type { Transact } from '../db/transaction.ts';
import type { EventBus } from '../events/bus.ts';
import type { Log } from '../log.ts';
import type { Tracer } from '../tracing/open.ts';
import { Heartbeat } from './heartbeat.ts';
import { leaseDue, nextReady } from './lease.ts';
import { onDueHint } from './queue.ts';
import { ensureRecurringTask } from './recurring-task.ts';
import { backoffMs, quickBackoff, type TaskKind } from './task-kind.ts';
import { abortGraceMs, TaskRun } from './task-run.ts';

/** Longest delay before a task whose hint was lost is found, or an expired lease is taken over. */
const idlePollMs = 1_000;
const outageBackoff = { ...quickBackoff, maxMs: 5_000 };

interface SchedulerDependencies {
  readonly read: Reader;
  readonly transaction: Transact;
  readonly clock: Clock;
  readonly bus: EventBus;
  readonly log: Log;
  readonly kinds: readonly TaskKind[];
  readonly pollMs?: number;
  readonly tracer?: Tracer | undefined;
}

/**
 * Runs due tasks, together with the schedulers of other processes.
 *
 * A task runs under a lease with its own token. `task.finish(tx)` and `task.again(tx, …)` update the row only
 * while that token is current; otherwise they throw LeaseLost. Effects in the transaction that finishes a run
 * therefore happen exactly once per due time: only the current lease holder can commit its end, and the effect
 * commits with it or not at all, even if the process is killed. Effects elsewhere (a request, a file, another
 * transaction) happen at least once, because the process may die before the end is recorded. Give them an id
 * made of subject and due time, so that the receiver can detect a repeat.
 *
 * Due times follow the injected clock (in a server, the database's). Leases are timed by the database itself,
 * so processes cannot disagree about them.
 */
export class Scheduler {
  readonly #deps: SchedulerDependencies;
  readonly #slots: Map<string, KindSlots>;
  readonly #owner = `${hostname()}:${process.pid}:${randomUUID().slice(0, 8)}`;
  readonly #alarm = new Alarm();
  readonly #pollMs: number;
  /** By the monotonic clock: polls must not depend on a clock that can be set. */
  #nextPollAt = 0;
  #failures = 0;
  #unsubscribe: (() => void)[] = [];
  #heartbeats: Heartbeat[] = [];
  readonly #stopController = new AbortController();
  #loop: Promise<void> | undefined;
  #stopping: Promise<void> | undefined;

  constructor(deps: SchedulerDependencies) {
    this.#deps = deps;
    this.#pollMs = deps.pollMs ?? idlePollMs;
    this.#slots = new Map(deps.kinds.map((kind) => [kind.kind, new KindSlots(kind)]));
    if (this.#slots.size !== deps.kinds.length) throw new Error('two task kinds have the same name');
  }

  async start(): Promise<void> {
    const { kinds, transaction, clock, bus, log } = this.#deps;
    const recurring = kinds.filter(({ schedule }) => schedule);
    if (recurring.length > 0)
      // Every process creates them in the same order, so that none waits for another in a circle.
      await transaction(async (tx) => {
        const now = clock.now();
        await Promise.all(
          recurring.map((kind) => kind.schedule && ensureRecurringTask(tx, kind, kind.schedule, now)),
        );
      });
    if (this.#halted) return;
    this.#unsubscribe = [
      onDueHint(bus, (kind, dueAt) => this.#onHint(kind, dueAt)),
      bus.onGap(() => this.#pollNow()),
    ];
    this.#heartbeats = [...this.#slots.values()].map(
      (slots) => new Heartbeat({ transaction, leaseMs: slots.kind.leaseMs, runs: () => slots.runs, log }),
    );
    this.#loop = this.#work();
  }

  /**
   * Stops leasing, waits for runs to end, then aborts the rest and releases their tasks to other processes. All
   * callers wait for the same stop.
   */
  stop(graceMs = 10_000): Promise<void> {
    this.#stopping ??= this.#stop(graceMs);
    return this.#stopping;
  }

  async #stop(graceMs: number): Promise<void> {
    this.#stopController.abort();
    for (const unsubscribe of this.#unsubscribe) unsubscribe();
    this.#alarm.ring();
    await this.#loop;
    for (const run of this.#runs()) if (run.abortOnStop) run.abortForStop();
    await this.#waitUntilIdle(graceMs);
    for (const run of this.#runs()) run.abortForStop();
    await this.#waitUntilIdle(abortGraceMs);
    await Promise.all(this.#heartbeats.map((heartbeat) => heartbeat.stop()));
    const released = await Promise.allSettled(this.#runs().map((run) => run.release()));
    for (const outcome of released) {
      if (outcome.status === 'rejected')
        this.#deps.log.warn({ err: outcome.reason }, 'a lease was left to expire');
    }
  }

  async #waitUntilIdle(ms: number): Promise<void> {
    const end = performance.now() + ms;
    while (this.#runs().length > 0 && performance.now() < end) {
      await this.#alarm.sleep(end - performance.now());
    }
  }

  get #halted(): boolean {
    return this.#stopController.signal.aborted;
  }

  #runs(): TaskRun[] {
    return [...this.#slots.values()].flatMap((slots) => [...slots.runs]);
  }

  async #work(): Promise<void> {
    while (!this.#halted) {
      try {
        if (performance.now() >= this.#nextPollAt) await this.#poll();
        await this.#leaseDueTasks();
        this.#onRecovered();
      } catch (error) {
        await this.#onOutage(error);
        continue;
      }
      if (!this.#halted) await this.#alarm.sleep(this.#sleepMs());
    }
  }

  async #poll(): Promise<void> {
    for (const slots of this.#slots.values()) slots.clearExpected();
    const ready = await nextReady(this.#deps.read, [...this.#slots.keys()]);
    for (const [kind, readyAt] of ready) this.#slots.get(kind)?.expectTaskAt(readyAt);
    // Random intervals keep the polls of many processes from coinciding.
    this.#nextPollAt = performance.now() + this.#pollMs * (0.75 + Math.random() / 2);
  }

  /**
   * Leases kind by kind, at most as many tasks as each has free slots: a kind with a long queue delays no
   * other.
   */
  async #leaseDueTasks(): Promise<void> {
    for (const slots of this.#slots.values()) {
      if (!this.#halted && slots.waitMs(this.#deps.clock.now()) === 0) await this.#lease(slots);
    }
  }

  async #lease(slots: KindSlots): Promise<void> {
    const { transaction, clock } = this.#deps;
    const { kind, leaseMs } = slots.kind;
    const max = slots.free;
    const heldUntil = performance.now() + leaseMs;
    const now = clock.now();
    slots.clearExpected();
    const leased = await transaction((tx) => leaseDue(tx, { kind, now, max, leaseMs, owner: this.#owner }));
    for (const task of leased) this.#begin(slots, new TaskRun(slots.kind, task, heldUntil, this.#deps));
    if (leased.length === 0) slots.pause();
    if (leased.length === max) slots.expectTaskAt(now);
    else this.#nextPollAt = 0;
  }

  #begin(slots: KindSlots, run: TaskRun): void {
    slots.runs.add(run);
    // A process told to stop while the lease was being taken does not start the run.
    const over = this.#halted ? run.release() : run.execute();
    over
      .catch((error: unknown) => this.#deps.log.warn({ err: error }, 'a lease was left to expire'))
      .finally(() => {
        slots.runs.delete(run);
        if (run.nextDue) slots.expectTaskAt(run.nextDue);
        this.#alarm.ring();
      });
  }

  #onHint(kind: string, dueAt: Date): void {
    const slots = this.#slots.get(kind);
    if (!slots) return;
    slots.hint(dueAt);
    this.#alarm.ring();
  }

  #pollNow(): void {
    this.#nextPollAt = 0;
    this.#alarm.ring();
  }

  #sleepMs(): number {
    const now = this.#deps.clock.now();
    const waits = [...this.#slots.values()].map((slots) => slots.waitMs(now));
    return Math.max(0, Math.min(this.#nextPollAt - performance.now(), ...waits));
  }

  async #onOutage(error: unknown): Promise<void> {
    this.#failures++;
    // Expected times were cleared before the query that failed, so they are read again.
    this.#nextPollAt = 0;
    if (this.#failures === 1) this.#deps.log.warn({ err: error }, 'due tasks cannot be read: trying again');
    // Does not wait on the alarm: runs that end during the outage would end the pause.
    await delay(backoffMs(outageBackoff, this.#failures), undefined, {
      signal: this.#stopController.signal,
    }).catch(() => {});
  }

  #onRecovered(): void {
    if (this.#failures > 0) this.#deps.log.info({ failures: this.#failures }, 'due tasks can be read again');
    this.#failures = 0;
  }
}

/** A sleep that can be interrupted; a ring before the sleep is kept for it. */
class Alarm {
  #isRinging = false;
  #wake: (() => void) | undefined;

  ring(): void {
    this.#isRinging = true;
    this.#wake?.();
  }

  async sleep(ms: number): Promise<void> {
    if (!this.#isRinging) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, ms);
        this.#wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
    this.#wake = undefined;
    this.#isRinging = false;
  }
}

/**
 * Pause after a lease query that found nothing although a task was due: its row is locked, or another process
 * was faster.
 */
const emptyPauseMs = 100;

/** One kind in one process: its slots, and when to query the database for more. */
class KindSlots {
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
