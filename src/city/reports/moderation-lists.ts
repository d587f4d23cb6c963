import { sql } from 'kysely';
import type { Reader } from '../../platform/db/database.ts';
import { nameKey } from '../identity/fields.ts';

/**
 * Cursor in a list of two parts, each newest first: the last row seen, and whether it was in the second part.
 */
export interface SeenRow {
  readonly id: number;
  readonly inSecondPart: boolean;
}

const toIsoOrNull = (at: Date | null): string | null => at?.toISOString() ?? null;

/** Open reports first, each part newest first. */
export async function listReports(
  read: Reader,
  { limit, all, after }: { limit: number; all: boolean; after?: SeenRow },
) {
  const closed = sql<boolean>`report.closed_at IS NOT NULL`;
  let query = read
    .selectFrom('report')
    .innerJoin('agent as reporter', 'reporter.id', 'report.reporter_id')
    .innerJoin('agent as accused', 'accused.id', 'report.agent_id')
    .select([
      'report.id',
      'report.kind',
      'report.subject',
      'accused.screen_name as agent',
      'reporter.screen_name as reporter',
      'report.reason',
      'report.excerpt',
      'report.at',
      'report.closed_at',
      'report.closed_by',
      'report.outcome',
    ])
    .orderBy(closed)
    .orderBy('report.id', 'desc')
    .limit(limit);
  if (!all) query = query.where('report.closed_at', 'is', null);
  if (after)
    query = query.where(
      sql<boolean>`(${closed}, -report.id) > (${after.inSecondPart}::boolean, -${after.id}::bigint)`,
    );
  const rows = await query.execute();
  return rows.map((row) => ({ ...row, at: row.at.toISOString(), closed_at: toIsoOrNull(row.closed_at) }));
}

/** Banned agents first, each part newest first. */
export async function listAgents(
  read: Reader,
  { q, limit, after }: { q: string | undefined; limit: number; after?: SeenRow },
) {
  const inGoodStanding = sql<boolean>`agent.banned_at IS NULL`;
  let query = read
    .selectFrom('agent')
    .select((select) => [
      'agent.id',
      'screen_name',
      'strikes',
      'banned_at',
      'created_at',
      select
        .selectFrom('report')
        .select((count) => count.fn.countAll<number>().as('count'))
        .whereRef('report.agent_id', '=', 'agent.id')
        .where('report.closed_at', 'is', null)
        .as('open_reports'),
    ])
    .orderBy(inGoodStanding)
    .orderBy('agent.id', 'desc')
    .limit(limit);
  if (q) query = query.where(sql<boolean>`strpos(name_key, ${nameKey(q)}) > 0`);
  if (after)
    query = query.where(
      sql<boolean>`(${inGoodStanding}, -agent.id) > (${after.inSecondPart}::boolean, -${after.id}::bigint)`,
    );
  const rows = await query.execute();
  return rows.map((row) => ({
    ...row,
    open_reports: Number(row.open_reports ?? 0),
    banned_at: toIsoOrNull(row.banned_at),
    created_at: row.created_at.toISOString(),
  }));
}

/** Actions of operators, newest first. */
export async function listActions(
  read: Reader,
  { limit, before }: { limit: number; before?: number | undefined },
) {
  const rows = await read
    .selectFrom('moderation_action')
    .selectAll()
    .$if(before !== undefined, (query) => query.where('id', '<', before ?? 0))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
  return rows.map((row) => ({ ...row, at: row.at.toISOString() }));
}
