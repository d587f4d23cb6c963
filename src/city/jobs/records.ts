import { sql } from 'kysely';
import type { Reader } from '../../platform/db/database.ts';
import type { ClosingTx } from '../../platform/db/transaction.ts';

/** The median is taken over the newest decisions only, so that it reflects current behaviour. */
const maxCountedDecisions = 100;

const counters = ['posted', 'approved', 'denied', 'completed', 'decided', 'upheld', 'undecided'] as const;
export type RecordCounter = (typeof counters)[number];

/** Increments agents' counters in id order, so that concurrent transactions cannot deadlock. */
export async function addCounts(
  tx: ClosingTx,
  counts: readonly { agentId: number; counter: RecordCounter }[],
): Promise<void> {
  if (counts.length === 0) return;
  const ids = [...new Set(counts.map((count) => count.agentId))].sort((a, b) => a - b);
  const countPerAgent = (counter: RecordCounter) =>
    ids.map((id) => counts.filter((count) => count.agentId === id && count.counter === counter).length);
  const columns = sql.join(counters.map((name) => sql.ref(name)));
  const added = sql.join(counters.map((name) => sql`${countPerAgent(name)}::integer[]`));
  const sums = sql.join(
    counters.map((name) => sql`${sql.ref(name)} = job_record.${sql.ref(name)} + excluded.${sql.ref(name)}`),
  );
  await sql`
    INSERT INTO job_record (agent_id, ${columns})
    SELECT * FROM unnest(${ids}::bigint[], ${added}) AS t (agent_id) ORDER BY agent_id
    ON CONFLICT (agent_id) DO UPDATE SET ${sums}`.execute(tx);
}

/** Updates the payer's median time from proof to decision; its counter row is already locked. */
export async function updateMedian(tx: ClosingTx, payerId: number): Promise<void> {
  await sql`UPDATE job_record SET median_decide_s = (
      SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY extract(epoch FROM decided_at - submitted_at))::integer
      FROM (SELECT decided_at, submitted_at FROM claim
        WHERE payer_id = ${payerId} AND submitted_at IS NOT NULL AND status IN ('approved', 'denied')
        ORDER BY decided_at DESC LIMIT ${sql.lit(maxCountedDecisions)}) AS newest)
    WHERE agent_id = ${payerId}`.execute(tx);
}

/** Number of claims that this agent completed as a worker. */
export async function countCompleted(read: Reader, agentId: number): Promise<number> {
  const row = await read
    .selectFrom('job_record')
    .select('completed')
    .where('agent_id', '=', agentId)
    .executeTakeFirst();
  return row?.completed ?? 0;
}
