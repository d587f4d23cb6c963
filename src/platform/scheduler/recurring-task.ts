import { sql } from 'kysely';
import type { Tx } from '../db/transaction.ts';
import { nextDueAfter, type RecurringSchedule, type TaskKind } from './task-kind.ts';

export const recurringSubject = 'every';

/**
 * Ensures the row of a recurring kind. The first process to start creates it; later ones only move the due
 * time forward if a new version has a shorter interval, and never touch a run, a retry or an overdue task.
 */
export async function ensureRecurringTask(
  tx: Tx,
  { kind, runAtFirstStart }: Pick<TaskKind, 'kind' | 'runAtFirstStart'>,
  schedule: RecurringSchedule,
  now: Date,
): Promise<void> {
  const dueAt = nextDueAfter(schedule, now);
  const firstAt = runAtFirstStart ? now : dueAt;
  await sql`INSERT INTO task (kind, subject, due_at, ready_at, payload, created_at)
    VALUES (${kind}, ${recurringSubject}, ${firstAt}, ${firstAt}, 'null', ${now})
    ON CONFLICT (subject, kind) DO UPDATE SET due_at = ${dueAt}, ready_at = ${dueAt}
    WHERE task.lease_token IS NULL AND task.failed_at IS NULL AND task.attempts = 0 AND task.due_at > ${dueAt}`.execute(
    tx,
  );
}
