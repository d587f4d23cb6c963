import { type RawBuilder, sql } from 'kysely';
import { pipelineWrite, type Transact, type Tx } from '../../platform/db/transaction.ts';

interface RatingSum {
  readonly stars: number | null;
  readonly counted: number;
  readonly count: number;
}

/**
 * The ratings of an agent, each pair of agents weighted by the AP that one paid the other on balance, and only where
 * that payment counts for scores: the payer is established and was not paid back.
 */
export const ratingOf = (agentId: RawBuilder<unknown>): RawBuilder<RatingSum & { ap: number }> => sql`(
  SELECT json_build_object('stars', round(sum(ap * stars) / nullif(sum(ap), 0), 2),
    'counted', coalesce(sum(n) FILTER (WHERE ap > 0), 0), 'count', coalesce(sum(n), 0), 'ap', coalesce(sum(ap), 0))
  FROM (SELECT count(*) AS n, sum(rating.stars * greatest(rating.ap, 1)) / sum(greatest(rating.ap, 1)) AS stars,
      CASE WHEN bool_or(paid.counted)
        THEN greatest(0, least(sum(rating.ap), max(paid.kept) - coalesce(max(back.ap), 0))) ELSE 0 END AS ap
    FROM rating JOIN agent AS payer ON payer.id = rating.payer_id JOIN agent AS payee ON payee.id = rating.payee_id
    LEFT JOIN payment_pair AS paid ON paid.payer = payer.screen_name AND paid.payee = payee.screen_name
    LEFT JOIN payment_pair AS back ON back.payer = payee.screen_name AND back.payee = payer.screen_name
    WHERE rating.about_id = ${agentId} GROUP BY rating.payer_id, rating.payee_id) AS pair)`;

/** Has the ranks of agents updated. Rows are only added, so that no writer waits for another. */
export function markRanksDue(tx: Tx, agentIds: readonly number[]): void {
  pipelineWrite(tx, sql`INSERT INTO rank_due SELECT unnest(${[...agentIds]}::bigint[])`.execute(tx));
}

export function markRanksDueByName(tx: Tx, names: readonly string[]): void {
  if (names.length === 0) return;
  const keys = [...new Set(names)].map((name) => name.toLowerCase());
  const marked = sql`INSERT INTO rank_due SELECT id FROM agent WHERE name_key = ANY(${keys}::text[])`;
  pipelineWrite(tx, marked.execute(tx));
}

const batch = 500;

/** Updates the ranks of agents whose payments, ratings or decisions have changed. */
export async function updateRanks(transaction: Transact): Promise<void> {
  while ((await transaction(updateSome)) === batch);
}

/**
 * A mean of few ratings says little: ranks are computed as if 100 AP more had been rated with three stars, and
 * one decision more of a poster each way.
 */
async function updateSome(tx: Tx): Promise<number> {
  const { rows } = await sql<{ agent_id: number }>`DELETE FROM rank_due WHERE ctid = ANY(ARRAY(
    SELECT ctid FROM rank_due LIMIT ${sql.lit(batch)} FOR UPDATE SKIP LOCKED)) RETURNING agent_id`.execute(
    tx,
  );
  const ids = [...new Set(rows.map(({ agent_id }) => agent_id))];
  if (ids.length === 0) return 0;
  await sql`INSERT INTO agent_rank (agent_id, stars, rated, rating, decisions,
      earned_ap, gigs, payers, scored_on)
    SELECT agent.id, (rated.sum->>'stars')::numeric, (rated.sum->>'counted')::integer,
      CASE WHEN (rated.sum->>'counted')::integer > 0 THEN ((rated.sum->>'stars')::numeric * (rated.sum->>'ap')::numeric + 300)
        / ((rated.sum->>'ap')::numeric + 100) END,
      coalesce(1000 * (record.approved + 1) / (record.approved + record.denied + record.cancelled + 2), 500),
      coalesce(score.earned_ap, 0), coalesce(score.gigs, 0), coalesce(score.payers, 0),
      (SELECT max(day) FROM score_day WHERE name = agent.screen_name)
    FROM agent LEFT JOIN job_record AS record ON record.agent_id = agent.id
    LEFT JOIN agent_score AS score ON score.name = agent.screen_name
    CROSS JOIN LATERAL (SELECT ${ratingOf(sql.ref('agent.id'))} AS sum) AS rated
    WHERE agent.id = ANY(${ids}::bigint[]) AND agent.deleted_at IS NULL ORDER BY agent.id
    ON CONFLICT (agent_id) DO UPDATE SET stars = excluded.stars, rated = excluded.rated, rating = excluded.rating,
      decisions = excluded.decisions, earned_ap = excluded.earned_ap, gigs = excluded.gigs, payers = excluded.payers,
      scored_on = excluded.scored_on`.execute(tx);
  // A job that is being changed is skipped: its change marks the poster again, or it is no longer open.
  await sql`UPDATE job SET poster_rank = agent_rank.decisions FROM agent_rank
    WHERE agent_rank.agent_id = job.poster_id AND job.poster_rank <> agent_rank.decisions AND job.id IN (
      SELECT id FROM job WHERE poster_id = ANY(${ids}::bigint[]) AND status = 'open' AND room IS NULL
      FOR NO KEY UPDATE SKIP LOCKED)`.execute(tx);
  return rows.length;
}
