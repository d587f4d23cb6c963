import { sql } from 'kysely';
import type { Clock } from '../clock.ts';
import { afterCommit, pipelineWrite, type Tx } from '../db/transaction.ts';
import type { EventBus, EventData } from '../events/bus.ts';
import { outgoingTraceparent } from '../tracing/trace.ts';
import type { Json } from './task-kind.ts';

const maxPayloadBytes = 32_768;

/** As SQL parameter: undefined is NULL and means "unchanged"; null is a JSON value. */
export function encodeTaskPayload(payload: Json | undefined): string | null {
  if (payload === undefined) return null;
  const text = JSON.stringify(payload);
  if (Buffer.byteLength(text) > maxPayloadBytes) {
    throw new RangeError(
      `a task's payload is at most ${maxPayloadBytes} bytes: store the body and pass its id`,
    );
  }
  return text;
}

const topic = 'task.due';
/** Tasks due later are found by the schedulers' own polls, so that 100,000 watches cause no traffic. */
const horizonMs = 2_000;

const pending = new WeakMap<Tx, Map<string, number>>();

/**
 * Notifies the schedulers, after the commit, that a task of this kind is due soon: once per kind and
 * transaction.
 */
export function publishDueHint(tx: Tx, bus: EventBus, clock: Clock, kind: string, dueAt: Date): void {
  if (dueAt.getTime() - clock.now().getTime() > horizonMs) return;
  const hints = pending.get(tx) ?? new Map<string, number>();
  if (!pending.has(tx)) {
    pending.set(tx, hints);
    afterCommit(tx, () => {
      for (const [name, due_ms] of hints) bus.publish(topic, { kind: name, due_ms });
    });
  }
  hints.set(kind, Math.min(dueAt.getTime(), hints.get(kind) ?? Number.POSITIVE_INFINITY));
}

export function onDueHint(bus: EventBus, listener: (kind: string, dueAt: Date) => void): () => void {
  return bus.subscribe(topic, (data: EventData) => {
    if (data === null || typeof data !== 'object' || Array.isArray(data)) return;
    const { kind, due_ms } = data;
    if (typeof kind === 'string' && typeof due_ms === 'number') listener(kind, new Date(due_ms));
  });
}

interface NewTask {
  readonly kind: string;
  readonly subject: string;
  readonly dueAt: Date;
  /** Ids, not bodies. If omitted, an existing task keeps its payload and a new one has null. */
  readonly payload?: Json;
}

/**
 * Schedules work. There is at most one task per (kind, subject), and everything happens in the caller's
 * transaction: a task exists if and only if its cause does.
 */
export class TaskQueue {
  readonly #bus: EventBus;
  readonly #clock: Clock;

  constructor(deps: { bus: EventBus; clock: Clock }) {
    this.#bus = deps.bus;
    this.#clock = deps.clock;
  }

  /**
   * Guarantees a run that starts after this transaction and is due at `dueAt` or earlier. A waiting task
   * keeps the earlier of two due times and, between attempts, its backoff; a current run is not interrupted
   * but followed by another one; a task that was given up starts over. The newest payload wins.
   */
  async schedule(tx: Tx, task: NewTask): Promise<void> {
    const payload = encodeTaskPayload(task.payload);
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
    publishDueHint(tx, this.#bus, this.#clock, task.kind, task.dueAt);
  }

  /**
   * Makes the task due at exactly `dueAt`, earlier or later than before, with all its attempts restored. A
   * current run loses its lease, so the effects in its transaction are rolled back.
   */
  async reschedule(tx: Tx, task: NewTask): Promise<void> {
    const payload = encodeTaskPayload(task.payload);
    const written = sql`INSERT INTO task (kind, subject, due_at, ready_at, payload, created_at, traceparent)
      VALUES (${task.kind}, ${task.subject}, ${task.dueAt}, ${task.dueAt}, coalesce(${payload}::jsonb, 'null'), ${this.#clock.now()}, ${outgoingTraceparent() ?? null})
      ON CONFLICT (subject, kind) DO UPDATE SET
        payload = coalesce(${payload}::jsonb, task.payload), due_at = excluded.due_at, ready_at = excluded.ready_at,
        attempts = 0, again_at = NULL, lease_token = NULL, lease_owner = NULL, lease_until = NULL,
        last_error = NULL, failed_at = NULL, traceparent = excluded.traceparent`.execute(tx);
    pipelineWrite(tx, written);
    publishDueHint(tx, this.#bus, this.#clock, task.kind, task.dueAt);
  }

  /** Removes the task, given up or not; a current run loses its lease. False if there was none. */
  async cancel(tx: Tx, task: { kind: string; subject: string }): Promise<boolean> {
    const deleted = await tx
      .deleteFrom('task')
      .where('kind', '=', task.kind)
      .where('subject', '=', task.subject)
      .returning('id')
      .executeTakeFirst();
    return deleted !== undefined;
  }
}
