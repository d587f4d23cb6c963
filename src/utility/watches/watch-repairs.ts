import { sql } from 'kysely';
import { type ClockRepair, clockRepair } from '../../platform/uptime/clock-repair.ts';
import { checkKind } from './check-tasks.ts';

/** Watches scheduled by a clock that ran ahead are checked now. */
export const watchRepairs: readonly ClockRepair[] = [
  clockRepair(
    'watches',
    ({ now, latest }) => sql`WITH ahead AS (
        UPDATE watch SET last_checked_at = ${now}, created_at = least(created_at, ${now}),
          next_check_at = CASE WHEN next_check_at IS NULL THEN NULL ELSE ${now}::timestamptz END
        WHERE last_checked_at > ${latest} RETURNING id)
      UPDATE task SET due_at = ${now}, ready_at = ${now} FROM ahead
      WHERE kind = ${checkKind} AND subject = ahead.id AND lease_token IS NULL`,
  ),
];
