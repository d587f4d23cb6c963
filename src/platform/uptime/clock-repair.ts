import { sql } from 'kysely';
import type { Tx } from '../db/transaction.ts';
import { recurringSubject } from '../scheduler/recurring-task.ts';

interface RepairTimes {
  readonly now: Date;
  /** Recorded events cannot be later than this, unless a clock was ahead. */
  readonly latest: Date;
}

/** Corrects times written by a clock that was ahead, in one area; returns the number of rows. */
export interface ClockRepair {
  readonly what: string;
  repair(tx: Tx, now: RepairTimes): Promise<number>;
}

const countAffected = ({ numAffectedRows }: { numAffectedRows?: bigint | undefined }): number =>
  Number(numAffectedRows ?? 0);

/** A repair that is a single statement. */
export const clockRepair = (
  what: string,
  statement: (now: RepairTimes) => ReturnType<typeof sql>,
): ClockRepair => ({
  what,
  repair: async (tx, now) => countAffected(await statement(now).execute(tx)),
});

/**
 * Tasks scheduled by the fast clock become due as long after now as they were meant to be after their
 * creation.
 */
export const platformRepairs: readonly ClockRepair[] = [
  clockRepair(
    'tasks',
    ({ now, latest }) => sql`UPDATE task SET created_at = ${now},
      due_at = due_at - (created_at - ${now}::timestamptz), ready_at = ready_at - (created_at - ${now}::timestamptz)
      WHERE created_at > ${latest} AND lease_token IS NULL`,
  ),
  clockRepair(
    'regular work',
    ({ now, latest }) => sql`UPDATE task SET due_at = ${now}, ready_at = ${now}
      WHERE subject = ${recurringSubject} AND lease_token IS NULL AND due_at > ${latest}::timestamptz + interval '1 day'`,
  ),
  clockRepair('limits', ({ latest }) => sql`DELETE FROM limit_use WHERE window_at > ${latest}`),
];
