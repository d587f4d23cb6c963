import { sql } from 'kysely';
import { Type } from 'typebox';
import type { Reader } from '../../platform/db/database.ts';
import { oneOf } from '../../platform/http/schema.ts';

const holdKinds = ['escrow', 'deposit', 'cashout'] as const;
const maxShown = 100;

export const holdsSchema = Type.Array(
  Type.Object({
    kind: oneOf([...holdKinds]),
    ref: Type.String({ description: 'What holds it: job:12, cashout:3.' }),
    ap: Type.Integer(),
  }),
  { description: `What holds it, largest first; at most ${maxShown}.` },
);

interface HeldAp {
  readonly kind: (typeof holdKinds)[number];
  readonly ref: string;
  readonly ap: number;
}

/**
 * AP that belongs to an agent but cannot be spent now: unpaid slots of its open asks, undecided purchases of
 * offers, dispute deposits and pending cashout requests.
 */
export async function readHolds(read: Reader, agentId: number): Promise<{ held: number; holds: HeldAp[] }> {
  const { rows } = await sql<HeldAp & { held: string }>`
    WITH hold AS (
      SELECT 'escrow' AS kind, 'job:' || job.id AS ref, job.price * (job.workers - (
        SELECT count(*) FROM claim WHERE claim.job_id = job.id AND claim.status = 'approved')) AS ap
      FROM job WHERE job.poster_id = ${agentId} AND job.kind = 'ask' AND job.status NOT IN ('closed', 'done')
      UNION ALL
      SELECT 'escrow', 'job:' || job.id, job.price FROM claim JOIN job ON job.id = claim.job_id
      WHERE claim.payer_id = ${agentId} AND job.kind = 'offer'
        AND claim.status IN ('accepted', 'submitted', 'contestable', 'disputed')
      UNION ALL
      SELECT 'deposit', 'job:' || job_id, deposit FROM claim
      WHERE worker_id = ${agentId} AND status = 'disputed' AND deposit > 0
      UNION ALL
      SELECT 'cashout', 'cashout:' || id, ap FROM cashout_request
      WHERE agent_id = ${agentId} AND status = 'pending')
    SELECT kind, ref, ap::bigint AS ap, sum(ap) OVER () AS held FROM hold WHERE ap > 0
    ORDER BY ap DESC, ref LIMIT ${sql.lit(maxShown)}`.execute(read);
  return {
    held: Number(rows[0]?.held ?? 0),
    holds: rows.map(({ kind, ref, ap }) => ({ kind, ref, ap: Number(ap) })),
  };
}
