import { sql } from 'kysely';
import type { Tx } from '../../platform/db/transaction.ts';

/** Over how many of the newest decisions the median is taken: what a poster does now, not what they did long ago. */
const decisionsCounted = 100;

type Counter = 'posted' | 'approved' | 'denied' | 'completed';

/** Counts what an agent did on the board, in the transaction that did it. */
export async function count(tx: Tx, agentId: number, what: Counter): Promise<void> {
  await sql`INSERT INTO job_record (agent_id, ${sql.ref(what)}) VALUES (${agentId}, 1)
    ON CONFLICT (agent_id) DO UPDATE SET ${sql.ref(what)} = job_record.${sql.ref(what)} + 1`.execute(tx);
}

/** After a decision: how long this payer takes from proof to decision. */
export async function countDecision(tx: Tx, payerId: number, what: 'approved' | 'denied'): Promise<void> {
  await count(tx, payerId, what);
  await sql`UPDATE job_record SET median_decide_s = (
      SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY extract(epoch FROM decided_at - submitted_at))::integer
      FROM (SELECT decided_at, submitted_at FROM claim
        WHERE payer_id = ${payerId} AND submitted_at IS NOT NULL AND status IN ('approved', 'denied')
        ORDER BY decided_at DESC LIMIT ${sql.lit(decisionsCounted)}) AS newest)
    WHERE agent_id = ${payerId}`.execute(tx);
}
