import { sql } from 'kysely';
import type { Tx } from '../db/transaction.ts';
import type { Kind } from './kind.ts';
import { nextDueAfter, type RecurringSchedule } from './rhythm.ts';

export const recurringSubject = 'every';

/**
 * Ensures the row of a recurring kind. The first process to start creates it; later ones only move the due
 * time forward if a new version has a shorter interval, and never touch a run, a retry or an overdue task.
 */
export async function ensureRecurringTask(
  tx: Tx,
  { kind, atFirst }: Pick<Kind, 'kind' | 'atFirst'>,
  rhythm: RecurringSchedule,
  now: Date,
): Promise<void> {
  const dueAt = nextDueAfter(rhythm, now);
  const firstAt = atFirst ? now : dueAt;
  await sql`INSERT INTO task (kind, subject, due_at, ready_at, payload, created_at)
    VALUES (${kind}, ${recurringSubject}, ${firstAt}, ${firstAt}, 'null', ${now})
    ON CONFLICT (subject, kind) DO UPDATE SET due_at = ${dueAt}, ready_at = ${dueAt}
    WHERE task.lease_token IS NULL AND task.failed_at IS NULL AND task.attempts = 0 AND task.due_at > ${dueAt}`.execute(
    tx,
  );
}
