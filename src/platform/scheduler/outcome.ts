import { sql } from 'kysely';
import type { Tx } from '../db/transaction.ts';
import type { Lease } from './lease.ts';
import { encodeTaskPayload } from './payload.ts';
import { type Json, LeaseLost } from './task-kind.ts';

const noLease = { lease_token: null, lease_owner: null, lease_until: null };

/** Removes the task, unless it was scheduled during the run: then returns its next due time. */
export async function recordDone(tx: Tx, lease: Lease): Promise<Date | undefined> {
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
export async function recordRescheduled(
  tx: Tx,
  lease: Lease,
  next: { dueAt: Date; payload?: Json },
): Promise<Date> {
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

export async function recordRetry(tx: Tx, lease: Lease, readyAt: Date, error: string): Promise<void> {
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
export async function recordGivenUp(
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
