import { sql } from 'kysely';
import type { Reader } from '../../platform/db/database.ts';
import { currentNames } from './current-names.ts';
import { type NextCall, parseCall } from './next-call.ts';
import type { PersonalEventKind } from './notify.ts';
import { findStaleIds } from './stale.ts';
import type { PersonalEventData } from './tables.ts';

export interface EventPage {
  readonly since: number;
  readonly limit: number;
  readonly kinds: readonly PersonalEventKind[] | undefined;
}

export interface PersonalEvent {
  readonly id: number;
  readonly at: string;
  readonly kind: PersonalEventKind;
  readonly from: string | null;
  readonly ref: string;
  readonly text: string;
  readonly ap?: number;
  readonly next: NextCall | null;
}

/**
 * Events of an agent after one of its ids, oldest first. `next` is null once the call can no longer succeed.
 */
export async function readPersonalEvents(
  read: Reader,
  agentId: number,
  { since, limit, kinds }: EventPage,
): Promise<PersonalEvent[]> {
  let query = read
    .selectFrom('agent_event')
    .select(['id', 'kind', 'at', 'text', 'data', 'next'])
    .where('agent_id', '=', agentId)
    .where('id', '>', since)
    .orderBy('id')
    .limit(limit);
  if (kinds) query = query.where('kind', 'in', kinds);
  const rows: EventRow[] = await query.execute();
  const [over, withCurrentNames] = await Promise.all([
    findStaleIds(read, agentId, rows),
    currentNames(read, rows),
  ]);
  return rows.map(({ id, at, kind, text, data, next }) => ({
    id,
    at: at.toISOString(),
    kind,
    from: data.from,
    ref: data.ref,
    text,
    ...(data.ap !== null && { ap: data.ap }),
    next: next === null || over.has(id) ? null : parseCall(withCurrentNames(next)),
  }));
}

interface EventRow {
  readonly id: number;
  readonly kind: PersonalEventKind;
  readonly at: Date;
  readonly text: string;
  readonly data: PersonalEventData;
  readonly next: string | null;
}

/** The newest event id of each of the given agents. */
export async function readNewestEventIds(
  read: Reader,
  agentIds: readonly number[],
): Promise<Map<number, number>> {
  const { rows } = await sql<{ agent_id: number; last_id: number }>`
    SELECT agent_id, last_id FROM agent_event_counter WHERE agent_id = ANY(${[...agentIds]}::bigint[])`.execute(
    read,
  );
  return new Map(rows.map((row) => [row.agent_id, row.last_id]));
}
