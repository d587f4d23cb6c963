import { sql } from 'kysely';
import type { Tx } from '../../platform/db/transaction.ts';
import { extendByOutage, type Outage } from '../../platform/uptime/outage.ts';

const untilAt = sql.ref('until_at');

/** Extends paid residency and placements by the duration of an outage. */
export async function extendPaidTime(tx: Tx, outage: Outage): Promise<void> {
  for (const table of ['residency', 'placement'])
    await sql`UPDATE ${sql.table(table)} SET until_at = ${extendByOutage(untilAt, outage)}
      WHERE until_at > ${outage.from}`.execute(tx);
}
