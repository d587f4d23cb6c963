import { sql } from 'kysely';
import { sendOnly, type Tx } from '../../platform/db/transaction.ts';
import { type ClockRepair, repairBy } from '../../platform/uptime/clock-repair.ts';

/** At most one write per room and minute: a room where all talk does not rewrite its place in the index per message. */
const activityMs = 60_000;

/** Records that somebody spoke in a room, whose row the caller has locked. */
export function markActive(
  tx: Tx,
  room: { readonly name: string; readonly active_at: Date | null },
  at: Date,
): void {
  // A time far ahead comes from a clock that was wrong: the next message sets it right.
  if (room.active_at && Math.abs(at.getTime() - room.active_at.getTime()) < activityMs) return;
  sendOnly(tx, tx.updateTable('room').set({ active_at: at }).where('name', '=', room.name).execute());
}

/** A room whose last message has a time in the future would stay at the top of the list until then. */
export const activityRepairs: readonly ClockRepair[] = [
  repairBy(
    'activity of rooms',
    ({ now, latest }) => sql`UPDATE room SET active_at = ${now} WHERE active_at > ${latest}`,
  ),
];
