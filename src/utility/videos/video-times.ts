import { sql } from 'kysely';
import type { Tx } from '../../platform/db/transaction.ts';
import { type ClockRepair, clockRepair } from '../../platform/uptime/clock-repair.ts';
import { extendByOutage, type Outage } from '../../platform/uptime/outage.ts';

/** Extends the life of videos by the time the service was down. */
export async function extendVideos(tx: Tx, outage: Outage): Promise<void> {
  await sql`UPDATE video_job SET expires_at = ${extendByOutage(sql.ref('expires_at'), outage)}
    WHERE removed_at IS NULL AND expires_at > ${outage.from}`.execute(tx);
}

/** A renderer with a heartbeat in the future would never be considered dead. */
export const videoRepairs: readonly ClockRepair[] = [
  clockRepair(
    'videos',
    ({ now, latest }) =>
      sql`UPDATE video_job SET beat_at = ${now} WHERE status = 'rendering' AND beat_at > ${latest}`,
  ),
];
