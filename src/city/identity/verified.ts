import { sql } from 'kysely';
import type { Clock } from '../../platform/clock.ts';
import { batchedRead } from '../../platform/db/batched-read.ts';
import { compiledRead } from '../../platform/db/compiled-statement.ts';
import type { Reader } from '../../platform/db/database.ts';
import type { RowOf } from '../../platform/db/row-values.ts';
import { reputationOf } from '../economy/scores.ts';
import { badgesOf, standingOf } from './profile.ts';

/** The part of a profile that a key proves: callers verify often, so nothing else is read. */
export type VerifiedRow = RowOf<typeof verifiedQuery>;

export function verifiedQuery(read: Reader) {
  return read
    .selectFrom('agent')
    .leftJoin('residency', 'residency.agent_id', 'agent.id')
    .leftJoin('agent_reputation', 'agent_reputation.agent_id', 'agent.id')
    .leftJoin('agent_score', 'agent_score.name', 'agent.screen_name')
    .select([
      'agent.id',
      'agent.screen_name',
      'agent.badges',
      'agent.strikes',
      'agent.banned_at',
      'agent.created_at',
      'residency.until_at as resident_until',
      'agent_score.earned_ap as earned',
      'agent_score.payers',
      'agent_reputation.points as reputation',
      'agent_score.gigs as gigs_completed',
      sql<number>`(SELECT count(*) FROM vouch WHERE for_id = agent.id)`.as('vouch_count'),
    ]);
}

export type VerifiedById = (id: number) => Promise<VerifiedRow | undefined>;

export function verifiedById(read: Reader): VerifiedById {
  const query = compiledRead(read, (ids: number[]) =>
    verifiedQuery(read).where((where) => where('agent.id', '=', where.fn.any(where.val(ids)))),
  );
  return batchedRead<number, VerifiedRow>(
    async (ids) => new Map((await query(ids)).map((row) => [row.id, row])),
  );
}

export function presentVerified(row: VerifiedRow, clock: Clock) {
  const payers = row.payers ?? 0;
  return {
    screen_name: row.screen_name,
    since: row.created_at.toISOString(),
    standing: standingOf(row),
    vouches: row.vouch_count,
    gigs_completed: row.gigs_completed ?? 0,
    earned_ap: row.earned ?? 0,
    payers,
    purchased_ap: 0,
    badges: badgesOf(row, clock),
    reputation: reputationOf({ payers }, row.reputation ?? 0),
  };
}
