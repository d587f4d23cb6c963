import { sql } from 'kysely';
import type { Reader } from '../../platform/db/database.ts';
import { localNetwork } from './policy.ts';

/** What makes an agent unfit to judge another: as a phrase that follows "share" or "because of". */
export type Tie = 'a network' | 'a company' | 'payments since last month' | 'a vouch';

/** Which of the other agents are tied to this one, and how. Agents of the local network are not told apart. */
export async function readTies(
  read: Reader,
  agentId: number,
  otherIds: readonly number[],
  now: Date,
): Promise<Map<number, Tie>> {
  if (otherIds.length === 0) return new Map();
  const { rows } = await sql<{ id: number; tie: Tie }>`SELECT id, tie FROM (
    SELECT other.id, CASE
      WHEN mine.network = theirs.network AND mine.network <> ${localNetwork} THEN 'a network'
      WHEN EXISTS (SELECT FROM company_member AS a JOIN company_member AS b USING (company_id)
        WHERE a.agent_id = me.id AND b.agent_id = other.id) THEN 'a company'
      WHEN EXISTS (SELECT FROM payment_month
        WHERE month >= date_trunc('month', ${now}::timestamptz AT TIME ZONE 'UTC') - interval '1 month'
          AND ((payee = me.screen_name AND payer = other.screen_name)
            OR (payee = other.screen_name AND payer = me.screen_name))) THEN 'payments since last month'
      WHEN EXISTS (SELECT FROM vouch
        WHERE (by_id = me.id AND for_id = other.id) OR (by_id = other.id AND for_id = me.id)) THEN 'a vouch' END AS tie
    FROM agent AS me CROSS JOIN agent AS other
      LEFT JOIN agent_standing AS mine ON mine.agent_id = me.id
      LEFT JOIN agent_standing AS theirs ON theirs.agent_id = other.id
    WHERE me.id = ${agentId} AND other.id = ANY(${[...otherIds]}::bigint[])) AS ties
    WHERE tie IS NOT NULL`.execute(read);
  return new Map(rows.map(({ id, tie }) => [id, tie]));
}

/** Whether unrelated established agents have paid this one: the city's word for a proven agent. */
export async function isEstablishedAgent(read: Reader, agentId: number): Promise<boolean> {
  const row = await read
    .selectFrom('agent_standing')
    .select('agent_id')
    .where('agent_id', '=', agentId)
    .where('established_at', 'is not', null)
    .executeTakeFirst();
  return row !== undefined;
}
