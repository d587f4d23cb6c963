import { sql } from 'kysely';
import type { Tx } from '../../platform/db/transaction.ts';
import { extendByOutage, type Outage } from '../../platform/uptime/outage.ts';

/** Sponsors of a room are queued, so all future ones shift together. */
export async function extendSponsorships(tx: Tx, outage: Outage): Promise<void> {
  const [fromAt, untilAt] = [sql.ref('from_at'), sql.ref('until_at')];
  await sql`UPDATE room_sponsor SET until_at = ${extendByOutage(untilAt, outage)},
    from_at = CASE WHEN from_at > ${outage.from} THEN ${extendByOutage(fromAt, outage)} ELSE from_at END
    WHERE until_at > ${outage.from}`.execute(tx);
}
