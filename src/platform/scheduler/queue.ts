import { sql } from 'kysely';
import type { Clock } from '../clock.ts';
import { sendOnly, type Tx } from '../db/transaction.ts';
import type { EventBus } from '../events/bus.ts';
import { outgoingTraceparent } from '../tracing/trace.ts';
import { hintDue } from './hint.ts';
import type { Json } from './kind.ts';
import { encodePayload } from './payload.ts';

export interface NewTask {
  readonly kind: string;
  readonly subject: string;
  readonly dueAt: Date;
  /** Ids, not bodies. Left out, an existing task keeps its own and a new one has null. */
  readonly payload?: Json;
}

/**
 * Asking for work. A (kind, subject) is one task at the most, and everything happens with the caller's
 * transaction: work is there if and only if its cause is.
 */
export class TaskQueue {
  readonly #bus: EventBus;
  readonly #clock: Clock;

  constructor(parts: { bus: EventBus; clock: Clock }) {
    this.#bus = parts.bus;
    this.#clock = parts.clock;
  }

  /**
   * Promises a run that begins after this transaction and is due at `dueAt` or earlier. A waiting task keeps
   * the earlier of two due times and, between attempts, its back-off; a run underway is not disturbed but
   * followed by another one; a task that was given up starts afresh. The newest payload wins.
   */
  async schedule(tx: Tx, task: NewTask): Promise<void> {
    const payload = encodePayload(task.payload);
    await sql`INSERT INTO task (kind, subject, due_at, ready_at, payload, created_at, traceparent)
      VALUES (${task.kind}, ${task.subject}, ${task.dueAt}, ${task.dueAt}, coalesce(${payload}::jsonb, 'null'), ${this.#clock.now()}, ${outgoingTraceparent() ?? null})
      ON CONFLICT (subject, kind) DO UPDATE SET
        payload = coalesce(${payload}::jsonb, task.payload),
        again_at = CASE
          WHEN task.failed_at IS NOT NULL THEN NULL
          WHEN task.lease_token IS NOT NULL THEN least(task.again_at, excluded.due_at)
          ELSE task.again_at END,
        due_at = CASE
          WHEN task.failed_at IS NOT NULL THEN excluded.due_at
          WHEN task.lease_token IS NOT NULL OR task.attempts > 0 THEN task.due_at
          ELSE least(task.due_at, excluded.due_at) END,
        ready_at = CASE
          WHEN task.failed_at IS NOT NULL THEN excluded.ready_at
          WHEN task.lease_token IS NOT NULL OR task.attempts > 0 THEN task.ready_at
          ELSE least(task.ready_at, excluded.ready_at) END,
        attempts = CASE WHEN task.failed_at IS NULL THEN task.attempts ELSE 0 END,
        failed_at = NULL, traceparent = excluded.traceparent`.execute(tx);
    hintDue(tx, this.#bus, this.#clock, task.kind, task.dueAt);
  }

  /**
   * The task is due at exactly `dueAt`, earlier or later than it was, with all its attempts before it. A run
   * underway loses its lease, so what it does in its transaction is undone.
   */
  async reschedule(tx: Tx, task: NewTask): Promise<void> {
    const payload = encodePayload(task.payload);
    const written = sql`INSERT INTO task (kind, subject, due_at, ready_at, payload, created_at, traceparent)
      VALUES (${task.kind}, ${task.subject}, ${task.dueAt}, ${task.dueAt}, coalesce(${payload}::jsonb, 'null'), ${this.#clock.now()}, ${outgoingTraceparent() ?? null})
      ON CONFLICT (subject, kind) DO UPDATE SET
        payload = coalesce(${payload}::jsonb, task.payload), due_at = excluded.due_at, ready_at = excluded.ready_at,
        attempts = 0, again_at = NULL, lease_token = NULL, lease_owner = NULL, lease_until = NULL,
        last_error = NULL, failed_at = NULL, traceparent = excluded.traceparent`.execute(tx);
    sendOnly(tx, written);
    hintDue(tx, this.#bus, this.#clock, task.kind, task.dueAt);
  }

  /** The task is gone, given up or not; a run underway loses its lease. False when there was none. */
  async cancel(tx: Tx, task: { kind: string; subject: string }): Promise<boolean> {
    const gone = await tx
      .deleteFrom('task')
      .where('kind', '=', task.kind)
      .where('subject', '=', task.subject)
      .returning('id')
      .executeTakeFirst();
    return gone !== undefined;
  }
}
