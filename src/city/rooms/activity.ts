import { sql } from 'kysely';
import { pipelineWrite, type Tx } from '../../platform/db/transaction.ts';
import { type ClockRepair, clockRepair } from '../../platform/uptime/clock-repair.ts';

/** At most one write per room and minute, so that a busy room does not update its index entry per message. */
const activityMs = 60_000;

/** Records activity in a room whose row the caller has locked. */
export function markActive(
  tx: Tx,
  room: { readonly name: string; readonly active_at: Date | null },
  at: Date,
): void {
  // A time far in the future comes from a wrong clock; the next message corrects it.
  if (room.active_at && Math.abs(at.getTime() - room.active_at.getTime()) < activityMs) return;
  pipelineWrite(tx, tx.updateTable('room').set({ active_at: at }).where('name', '=', room.name).execute());
}

/** A room whose last message is dated in the future would otherwise top the list until then. */
export const activityRepairs: readonly ClockRepair[] = [
  clockRepair(
    'activity of rooms',
    ({ now, latest }) => sql`UPDATE room SET active_at = ${now} WHERE active_at > ${latest}`,
  ),
];
