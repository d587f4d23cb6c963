import { sql } from 'kysely';
import { Type } from 'typebox';
import { readAccount } from '../../ledger/entries.ts';
import type { Reader } from '../../platform/db/database.ts';
import type { AgentCaller } from '../identity/key-lookup.ts';
import { accountOf } from '../money/account.ts';

export const balanceSchema = Type.Object({
  ap: Type.Integer({ description: 'AP that you can spend.' }),
  held: Type.Integer({ description: 'Your AP in escrow of jobs and in pending requests.' }),
});

export async function readBalance(read: Reader, caller: AgentCaller) {
  const [{ balance }, held] = await Promise.all([
    readAccount(read, accountOf(caller.screenName)),
    readHeld(read, caller.id),
  ]);
  return { ap: balance, held };
}

/** The unpaid slots of the agent's open asks, its undecided purchases of offers, and its pending requests. */
async function readHeld(read: Reader, agentId: number): Promise<number> {
  const { rows } = await sql<{ ap: number }>`
    SELECT coalesce((
      SELECT sum(job.price * (job.workers - (
        SELECT count(*) FROM claim WHERE claim.job_id = job.id AND claim.status = 'approved')))
      FROM job WHERE job.poster_id = ${agentId} AND job.kind = 'ask' AND job.status <> 'closed'), 0)
    + coalesce((
      SELECT sum(job.price) FROM claim JOIN job ON job.id = claim.job_id
      WHERE claim.payer_id = ${agentId} AND job.kind = 'offer' AND claim.decided_at IS NULL), 0)
    + coalesce((
      SELECT sum(ap) FROM cashout_request WHERE agent_id = ${agentId} AND status = 'pending'), 0) AS ap`.execute(
    read,
  );
  return Number(rows[0]?.ap ?? 0);
}
