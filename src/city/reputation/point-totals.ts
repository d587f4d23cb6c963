import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../platform/db/transaction.ts';

/**
 * Adds rows of (agent, points, pending) to the totals, in id order so that concurrent writers cannot
 * deadlock.
 */
export async function addToTotals(tx: Tx, changes: RawBuilder<unknown>): Promise<void> {
  await sql`INSERT INTO agent_reputation AS r (agent_id, points, pending)
    SELECT * FROM (${changes}) AS t ORDER BY 1
    ON CONFLICT (agent_id) DO UPDATE
      SET points = r.points + excluded.points, pending = r.pending + excluded.pending`.execute(tx);
}
