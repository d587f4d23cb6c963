import { sql } from 'kysely';
import type { Tx } from '../../platform/db/transaction.ts';
import { type ClockRepair, repairBy } from '../../platform/uptime/clock-repair.ts';
import { movedDeadline, type Outage, wasCut } from '../../platform/uptime/outage.ts';
import { autoApprovalKind, deadlineKind, disputeKind } from './task-kinds.ts';

const kinds = [autoApprovalKind, deadlineKind, disputeKind];
const dueAt = sql.ref('task.due_at');

/** A claim shows the deadline that its task has. */
const deadlines = sql`
  due_at = CASE WHEN moved.kind = ${deadlineKind} THEN moved.due_at ELSE claim.due_at END,
  silence_at = CASE WHEN moved.kind = ${autoApprovalKind} THEN moved.due_at ELSE silence_at END,
  dispute_until = CASE WHEN moved.kind = ${disputeKind} THEN moved.due_at ELSE dispute_until END`;

/** Neither a payer's silence nor a missing proof counts while nobody could act. */
export async function moveClaimDeadlines(tx: Tx, outage: Outage): Promise<void> {
  await sql`WITH moved AS (
      UPDATE task SET due_at = ${movedDeadline(dueAt, outage)}, ready_at = ${movedDeadline(dueAt, outage)}
      WHERE kind = ANY(${kinds}::text[]) AND failed_at IS NULL AND ${wasCut(dueAt, outage)}
      RETURNING kind, subject, due_at)
    UPDATE claim SET ${deadlines} FROM moved WHERE claim.id = moved.subject::bigint`.execute(tx);
}

/** After tasks were set right. */
export const claimRepairs: readonly ClockRepair[] = [
  repairBy(
    'claims',
    ({ now, latest }) => sql`UPDATE claim SET ${deadlines}, accepted_at = least(accepted_at, ${now}),
      submitted_at = least(submitted_at, ${now})
      FROM task AS moved WHERE moved.kind = ANY(${kinds}::text[]) AND claim.id = moved.subject::bigint
        AND (accepted_at > ${latest} OR submitted_at > ${latest})`,
  ),
];
