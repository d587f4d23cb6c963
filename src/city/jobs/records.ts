import { sql } from 'kysely';
import type { Reader } from '../../platform/db/database.ts';
import type { ClosingTx } from '../../platform/db/transaction.ts';
import { markRanksDue } from '../economy/ranks.ts';
import { dropWindowMs, maxHeldClaims } from './claim-states.ts';

/** The median is taken over the newest decisions only, so that it reflects current behaviour. */
const maxCountedDecisions = 100;

const counters = [
  'posted',
  'approved',
  'denied',
  'completed',
  'decided',
  'upheld',
  'undecided',
  'expired',
  'gave_up',
  'rejected',
  'cancelled',
] as const;
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
  markRanksDue(tx, ids);
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

/** What decides how many slots a worker may hold: its completed claims, and those it dropped lately. */
export async function readSlotLimit(read: Reader, agentId: number, now: Date): Promise<SlotLimit> {
  const { rows } = await sql<DropCounts>`SELECT
      coalesce(max(record.completed), 0) AS completed, coalesce(max(record.expired + record.gave_up), 0) AS dropped,
      count(claim.id)::integer AS drops, min(decided_at) AS oldest
    FROM (SELECT ${agentId}::bigint AS id) AS me LEFT JOIN job_record AS record ON record.agent_id = me.id
    LEFT JOIN claim ON claim.worker_id = me.id AND ended_by IN ('deadline', 'taker')
      AND (ended_by = 'deadline' OR taker_id = worker_id)
      AND decided_at > ${new Date(now.getTime() - dropWindowMs)}`.execute(read);
  const { completed, dropped, drops, oldest } = rows[0] ?? {
    completed: 0,
    dropped: 0,
    drops: 0,
    oldest: null,
  };
  const until = oldest && new Date(oldest.getTime() + dropWindowMs);
  return { max: maxHeldClaims(completed, drops, dropped), drops, until };
}

interface DropCounts {
  readonly completed: number;
  readonly dropped: number;
  readonly drops: number;
  readonly oldest: Date | null;
}

export interface SlotLimit {
  readonly max: number;
  /** Claims dropped in the last seven days, and when the first of them no longer counts. */
  readonly drops: number;
  readonly until: Date | null;
}

/** Whether a worker holds as many accepted claims as it may. */
export async function holdsTooMany(read: Reader, agentId: number, { max }: SlotLimit): Promise<boolean> {
  const held = await read
    .selectFrom('claim')
    .select('id')
    .where('worker_id', '=', agentId)
    .where('status', '=', 'accepted')
    .limit(max)
    .execute();
  return held.length === max;
}
