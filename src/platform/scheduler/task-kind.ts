import { createHash } from 'node:crypto';
import type { Tx } from '../db/transaction.ts';
import { hourMs } from '../duration.ts';

/** Delay before a failed task's next attempt. */
interface Backoff {
  readonly firstMs: number;
  readonly factor: number;
  readonly maxMs: number;
}

/** For our own database and processes, which recover soon. */
export const quickBackoff: Backoff = { firstMs: 250, factor: 2, maxMs: 60_000 };
/** For remote servers, and for anything that may stay broken until someone looks. */
export const patientBackoff: Backoff = { firstMs: 5_000, factor: 3, maxMs: hourMs };

/** Jitter over the upper half: tasks that failed together are not retried together, and never immediately. */
export function backoffMs(backoff: Backoff, attempt: number, random = Math.random()): number {
  const full = Math.min(backoff.maxMs, backoff.firstMs * backoff.factor ** (attempt - 1));
  return Math.round(full * (0.5 + random / 2));
}

/**
 * The times phase, phase + interval, phase + 2 intervals … since 1970, the same for every process and
 * version.
 */
export interface RecurringSchedule {
  readonly intervalMs: number;
  readonly phaseMs: number;
}

/**
 * Each subject has its own phase within the interval, so that tasks with the same interval are not all due at
 * once.
 */
export function scheduleFor(subject: string, intervalMs: number): RecurringSchedule {
  const digest = createHash('sha256').update(subject).digest();
  return { intervalMs, phaseMs: digest.readUIntBE(0, 6) % intervalMs };
}

export function nextDueAfter(schedule: RecurringSchedule, after: Date): Date {
  const { intervalMs, phaseMs } = schedule;
  return new Date((Math.floor((after.getTime() - phaseMs) / intervalMs) + 1) * intervalMs + phaseMs);
}

/** One run for all missed times, and never a time twice, even if the clock was set back. */
export function nextDueAfterRun(schedule: RecurringSchedule, dueAt: Date, now: Date): Date {
  return nextDueAfter(schedule, dueAt > now ? dueAt : now);
}

export type Json = string | number | boolean | null | Json[] | { [key: string]: Json };

/**
 * The run no longer holds the lease, or the task was cancelled. Thrown in the effect's transaction, which rolls
 * the effect back.
 */
export class LeaseLost extends Error {
  constructor(message = 'the task was taken over, rescheduled or cancelled during this run') {
    super(message);
    this.name = 'LeaseLost';
  }
}

/** One run of one task, as the kind's `run` sees it. */
export interface Task {
  readonly subject: string;
  /** The scheduled time of this run. It is the same for every attempt, so it can identify a billing period. */
  readonly dueAt: Date;
  readonly payload: Json;
  /** From 1. */
  readonly attempt: number;
  /** Aborts when the lease is lost, the run exceeds its time limit, or the process stops. */
  readonly signal: AbortSignal;
  /**
   * Records in `tx` that this run got further than those before it: their attempts no longer count against the
   * limit, so that a long task survives any number of restarts.
   */
  restoreAttempts(tx: Tx): Promise<void>;
  /** Records in `tx` that this run is done. The task is deleted, or rescheduled if its kind recurs. */
  finish(tx: Tx): Promise<void>;
  /**
   * Records in `tx` that this run is done and schedules the next one for `dueAt`. Without `payload`, the
   * payload is unchanged.
   */
  reschedule(tx: Tx, next: { dueAt: Date; payload?: Json }): Promise<void>;
}

export interface GivenUpTask {
  readonly subject: string;
  readonly dueAt: Date;
  readonly payload: Json;
  readonly attempts: number;
  readonly error: string;
}

export interface TaskKind {
  readonly kind: string;
  /**
   * How long after its process dies or hangs a task is taken over. Runs may take longer: the lease is renewed.
   */
  readonly leaseMs: number;
  /**
   * Infinity: never given up. A process that dies during a run has used an attempt; otherwise a task that
   * crashes its process would run forever.
   */
  readonly maxAttempts: number;
  readonly backoff: Backoff;
  /** Concurrent runs in one process. */
  readonly concurrency: number;
  /** A run that takes longer is aborted and its task taken over. Default: one hour. */
  readonly maxRunMs?: number;
  /**
   * For recurring tasks: the scheduler creates the task at start, and finishing a run schedules the next one.
   */
  readonly schedule?: RecurringSchedule;
  /**
   * When the process stops, runs are aborted without a grace period: nobody waits for them, and they are
   * repeated.
   */
  readonly abortOnStop?: boolean;
  /** The first run happens at the first start that knows the kind, not at the first scheduled time. */
  readonly runAtFirstStart?: boolean;
  run(task: Task): Promise<void>;
  /** Called in the transaction that gives the task up, so exactly once. */
  onGiveUp?(tx: Tx, task: GivenUpTask): Promise<void>;
}

/**
 * A recurring task of the service: once per interval across all processes, once after any downtime, never given
 * up.
 */
export function recurringTask(
  kind: string,
  intervalMs: number,
  run: (task: Task) => Promise<void>,
): TaskKind {
  return {
    kind,
    leaseMs: 30_000,
    maxAttempts: Number.POSITIVE_INFINITY,
    backoff: { ...patientBackoff, maxMs: Math.min(patientBackoff.maxMs, intervalMs) },
    concurrency: 1,
    schedule: scheduleFor(kind, intervalMs),
    run,
  };
}
