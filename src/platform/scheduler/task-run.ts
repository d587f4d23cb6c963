import type { Clock } from '../clock.ts';
import { afterCommit, type Transact, type Tx } from '../db/transaction.ts';
import { hourMs } from '../duration.ts';
import type { EventBus } from '../events/bus.ts';
import { type Log, scrub } from '../log.ts';
import type { Span } from '../tracing/span.ts';
import { parseTrace } from '../tracing/trace.ts';
import { enterSpan, type Tracer } from '../tracing/tracer.ts';
import { backoffMs } from './backoff.ts';
import { publishDueHint } from './due-hint.ts';
import { type LeasedTask, releaseLease } from './lease.ts';
import { recordDone, recordGivenUp, recordRescheduled, recordRetry } from './outcome.ts';
import { nextDueAfterRun } from './recurring-schedule.ts';
import { type Json, LeaseLost, type Task, type TaskKind } from './task-kind.ts';

const maxErrorChars = 1_000;
const defaultMaxRunMs = hourMs;
/** How long a run may take to end after its signal aborts. */
export const abortGraceMs = 1_000;

export interface RunDependencies {
  readonly transaction: Transact;
  readonly clock: Clock;
  readonly bus: EventBus;
  readonly log: Log;
  readonly tracer?: Tracer | undefined;
}

class Stopping extends Error {}

/** One attempt at a leased task, from the lease to its recorded end. */
export class TaskRun implements Task {
  readonly lease: LeasedTask;
  /** By the process's monotonic clock. After this, another process may hold the lease. */
  heldUntil: number;
  readonly tooLongAt: number;
  /** When the task is next due, so that this process checks then without a poll. */
  nextDue: Date | undefined;
  readonly #kind: TaskKind;
  readonly #deps: RunDependencies;
  readonly #abort = new AbortController();
  readonly #abandoned = Promise.withResolvers<never>();
  #abandonTimer: NodeJS.Timeout | undefined;
  #endRequested = false;
  #ended = false;

  constructor(kind: TaskKind, lease: LeasedTask, heldUntil: number, deps: RunDependencies) {
    this.#kind = kind;
    this.lease = lease;
    this.heldUntil = heldUntil;
    this.tooLongAt = performance.now() + (kind.maxRunMs ?? defaultMaxRunMs);
    this.#deps = deps;
  }

  get subject(): string {
    return this.lease.subject;
  }

  get abortOnStop(): boolean {
    return this.#kind.abortOnStop === true;
  }

  get dueAt(): Date {
    return this.lease.dueAt;
  }

  get payload(): Json {
    return this.lease.payload;
  }

  get attempt(): number {
    return this.lease.attempt;
  }

  get signal(): AbortSignal {
    return this.#abort.signal;
  }

  async finish(tx: Tx): Promise<void> {
    const { schedule } = this.#kind;
    if (schedule)
      return this.reschedule(tx, { dueAt: nextDueAfterRun(schedule, this.dueAt, this.#deps.clock.now()) });
    this.#confirmRecorded(tx, await recordDone(tx, this.lease));
  }

  async reschedule(tx: Tx, next: { dueAt: Date; payload?: Json }): Promise<void> {
    this.#confirmRecorded(tx, await recordRescheduled(tx, this.lease, next));
  }

  /** Never throws: an outcome that cannot be recorded is retried when the lease expires. */
  execute(): Promise<void> {
    const { kind } = this.#kind;
    const cause = parseTrace(this.lease.traceparent);
    return enterSpan(this.#deps.tracer, `task ${kind}`, 'consumer', cause, (span) => {
      span?.set('kith.task.kind', kind);
      span?.set('kith.task.attempt', this.attempt);
      return this.#attemptOnce(span);
    });
  }

  async #attemptOnce(span: Span | undefined): Promise<void> {
    try {
      if (this.attempt > this.#kind.maxAttempts) throw new Error('its last attempt never ended');
      await Promise.race([this.#kind.run(this), this.#abandoned.promise]);
      if (this.#ended) return;
      if (this.#endRequested)
        throw new Error('the run continued although the transaction that finished it was rolled back');
      await this.#deps.transaction((tx) => this.finish(tx));
    } catch (error) {
      span?.fail(error);
      await this.#failed(error).catch((fault: unknown) => this.#logUnrecorded(fault, error));
    } finally {
      clearTimeout(this.#abandonTimer);
    }
  }

  /**
   * The end of a run is committed before its promise settles. A lease that is gone for that reason is not lost.
   */
  abortAsLost(): void {
    if (!this.#ended) this.#abort.abort(new LeaseLost());
  }

  /** A run that also ignores its signal is abandoned: its slot is freed and its task continues without it. */
  abortAsTooLong(): void {
    const error = new Error('the run took longer than its kind allows');
    this.#abort.abort(error);
    this.#abandonTimer ??= setTimeout(() => this.#abandoned.reject(error), abortGraceMs);
  }

  abortForStop(): void {
    this.#abort.abort(new Stopping('the process is stopping'));
  }

  /** Another process continues at once. Anything this run still commits with its task is refused. */
  async release(): Promise<void> {
    const { transaction, bus, clock } = this.#deps;
    await transaction(async (tx) => {
      if (await releaseLease(tx, this.lease)) publishDueHint(tx, bus, clock, this.#kind.kind, clock.now());
    });
  }

  #confirmRecorded(tx: Tx, nextDue: Date | undefined): void {
    this.#endRequested = true;
    afterCommit(tx, () => {
      this.#ended = true;
      this.nextDue = nextDue;
    });
  }

  async #failed(error: unknown): Promise<void> {
    if (this.#ended) return this.#log().warn({ err: error }, 'a task failed after its end was committed');
    if (this.signal.reason instanceof Stopping) return this.release();
    if (this.attempt >= this.#kind.maxAttempts) return this.#giveUp(error);
    const { transaction, clock } = this.#deps;
    const readyAt = new Date(clock.now().getTime() + backoffMs(this.#kind.backoff, this.attempt));
    await transaction((tx) => recordRetry(tx, this.lease, readyAt, describe(error)));
    this.nextDue = readyAt;
    this.#log().warn({ err: error, ready_at: readyAt }, 'a task failed and will be tried again');
  }

  async #giveUp(error: unknown): Promise<void> {
    const { transaction, clock } = this.#deps;
    const at = clock.now();
    const readyAt = new Date(at.getTime() + backoffMs(this.#kind.backoff, this.attempt));
    const { subject, dueAt, payload, attempt: attempts } = this;
    const givenUp = await transaction(async (tx) => {
      const over = await recordGivenUp(tx, this.lease, { at, readyAt, error: describe(error) });
      if (over)
        await this.#kind.onGiveUp?.(tx, { subject, dueAt, payload, attempts, error: describe(error) });
      return over;
    });
    this.#log().error({ err: error }, givenUp ? 'a task was given up' : 'a task failed and is rescheduled');
  }

  #logUnrecorded(fault: unknown, error: unknown): void {
    if (fault instanceof LeaseLost)
      this.#log().info({ err: error }, 'a run found its task taken over, ended or cancelled');
    else
      this.#log().error(
        { err: fault, cause: describe(error) },
        'the failure of a task could not be recorded',
      );
  }

  #log(): Log {
    return this.#deps.log.child({ kind: this.#kind.kind, subject: this.subject, attempt: this.attempt });
  }
}

/** Text for the database and for people: without secrets or NUL, and limited in length. */
function describe(error: unknown): string {
  const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return scrub(text).replaceAll('\0', '').slice(0, maxErrorChars);
}
