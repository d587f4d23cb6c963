import { sql } from 'kysely';
import type { Clock } from '../clock.ts';
import { afterCommit, type Transact, type Tx } from '../db/transaction.ts';
import { hourMs } from '../duration.ts';
import type { EventBus } from '../events/bus.ts';
import { type Log, scrub } from '../log.ts';
import { enterSpan, type Tracer } from '../tracing/open.ts';
import { parseTrace, type Span } from '../tracing/trace.ts';
import { type Lease, type LeasedTask, releaseLease } from './lease.ts';
import { encodeTaskPayload, publishDueHint } from './queue.ts';
import { backoffMs, type Json, LeaseLost, nextDueAfterRun, type Task, type TaskKind } from './task-kind.ts';

const maxErrorChars = 1_000;
const defaultMaxRunMs = hourMs;
/** How long a run may take to end after its signal aborts. */
export const abortGraceMs = 1_000;

interface RunDependencies {
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
  #attempt: number;
  #endRequested = false;
  #ended = false;

  constructor(kind: TaskKind, lease: LeasedTask, heldUntil: number, deps: RunDependencies) {
    this.#kind = kind;
    this.lease = lease;
    this.#attempt = lease.attempt;
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
    return this.#attempt;
  }

  get signal(): AbortSignal {
    return this.#abort.signal;
  }

  async restoreAttempts(tx: Tx): Promise<void> {
    if (!(await recordFirstAttempt(tx, this.lease))) return;
    afterCommit(tx, () => {
      this.#attempt = 1;
    });
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

const noLease = { lease_token: null, lease_owner: null, lease_until: null };

/** Removes the task, unless it was scheduled during the run: then returns its next due time. */
async function recordDone(tx: Tx, lease: Lease): Promise<Date | undefined> {
  const deleted = await tx
    .deleteFrom('task')
    .where('id', '=', lease.id)
    .where('lease_token', '=', lease.token)
    .where('again_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  if (deleted) return undefined;
  const updated = await tx
    .updateTable('task')
    .set({
      ...noLease,
      due_at: sql`again_at`,
      ready_at: sql`again_at`,
      again_at: null,
      attempts: 0,
      last_error: null,
    })
    .where('id', '=', lease.id)
    .where('lease_token', '=', lease.token)
    .where('again_at', 'is not', null)
    .returning('due_at')
    .executeTakeFirst();
  if (!updated) throw new LeaseLost();
  return updated.due_at;
}

/** A due time set during the run wins if it is earlier, and its payload is the newer one. */
async function recordRescheduled(tx: Tx, lease: Lease, next: { dueAt: Date; payload?: Json }): Promise<Date> {
  const dueAt = sql<Date>`least(again_at, ${next.dueAt}::timestamptz)`;
  const payload = encodeTaskPayload(next.payload);
  const updated = await tx
    .updateTable('task')
    .set({
      ...noLease,
      due_at: dueAt,
      ready_at: dueAt,
      payload: sql`CASE WHEN again_at IS NULL THEN coalesce(${payload}::jsonb, payload) ELSE payload END`,
      // A repetition has no cause other than its schedule.
      traceparent: sql`CASE WHEN again_at IS NOT NULL THEN traceparent END`,
      again_at: null,
      attempts: 0,
      last_error: null,
    })
    .where('id', '=', lease.id)
    .where('lease_token', '=', lease.token)
    .returning('due_at')
    .executeTakeFirst();
  if (!updated) throw new LeaseLost();
  return updated.due_at;
}

async function recordFirstAttempt(tx: Tx, lease: Lease): Promise<boolean> {
  const updated = await tx
    .updateTable('task')
    .set({ attempts: 1 })
    .where('id', '=', lease.id)
    .where('lease_token', '=', lease.token)
    .returning('id')
    .executeTakeFirst();
  return updated !== undefined;
}

async function recordRetry(tx: Tx, lease: Lease, readyAt: Date, error: string): Promise<void> {
  const updated = await tx
    .updateTable('task')
    .set({ ...noLease, ready_at: readyAt, last_error: error })
    .where('id', '=', lease.id)
    .where('lease_token', '=', lease.token)
    .returning('id')
    .executeTakeFirst();
  if (!updated) throw new LeaseLost();
}

/** False if the task was rescheduled during its last attempt, and so starts over after a pause. */
async function recordGivenUp(
  tx: Tx,
  lease: Lease,
  failure: { at: Date; readyAt: Date; error: string },
): Promise<boolean> {
  const updated = await tx
    .updateTable('task')
    .set({
      ...noLease,
      failed_at: sql`CASE WHEN again_at IS NULL THEN ${failure.at}::timestamptz END`,
      attempts: sql`CASE WHEN again_at IS NULL THEN attempts ELSE 0 END`,
      due_at: sql`coalesce(again_at, due_at)`,
      ready_at: sql`greatest(again_at, ${failure.readyAt}::timestamptz)`,
      again_at: null,
      last_error: failure.error,
    })
    .where('id', '=', lease.id)
    .where('lease_token', '=', lease.token)
    .returning('failed_at')
    .executeTakeFirst();
  if (!updated) throw new LeaseLost();
  return updated.failed_at !== null;
}
