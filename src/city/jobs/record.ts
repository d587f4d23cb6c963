import { type Selectable, sql } from 'kysely';
import type { Tables } from '../../platform/db/tables.ts';
import type { Tx } from '../../platform/db/transaction.ts';

/** The median is taken over the newest decisions only, so that it reflects current behaviour. */
const decisionsCounted = 100;

type Counter = 'posted' | 'approved' | 'denied' | 'completed';

/** Increments an agent's counter in the transaction that caused it. */
export async function count(tx: Tx, agentId: number, what: Counter): Promise<void> {
  await sql`INSERT INTO job_record (agent_id, ${sql.ref(what)}) VALUES (${agentId}, 1)
    ON CONFLICT (agent_id) DO UPDATE SET ${sql.ref(what)} = job_record.${sql.ref(what)} + 1`.execute(tx);
}

type Decisions = Pick<Selectable<Tables['job_record']>, 'approved' | 'denied' | 'median_decide_s'>;

/** Counts a decision and updates the payer's median time to decide. Returns the new record. */
export async function countDecision(
  tx: Tx,
  payerId: number,
  what: 'approved' | 'denied',
): Promise<Decisions> {
  await count(tx, payerId, what);
  const { rows } = await sql<Decisions>`UPDATE job_record SET median_decide_s = (
      SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY extract(epoch FROM decided_at - submitted_at))::integer
      FROM (SELECT decided_at, submitted_at FROM claim
        WHERE payer_id = ${payerId} AND submitted_at IS NOT NULL AND status IN ('approved', 'denied')
        ORDER BY decided_at DESC LIMIT ${sql.lit(decisionsCounted)}) AS newest)
    WHERE agent_id = ${payerId} RETURNING approved, denied, median_decide_s`.execute(tx);
  return rows[0]!;
}
