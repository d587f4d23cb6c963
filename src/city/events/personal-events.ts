import { sql } from 'kysely';
import type { Clock } from '../../platform/clock.ts';
import type { Reader } from '../../platform/db/database.ts';
import type { Transact } from '../../platform/db/transaction.ts';
import { dayMs, hourMs } from '../../platform/duration.ts';
import { recurringTask, type TaskKind } from '../../platform/scheduler/task-kind.ts';
import type { PersonalEventKind } from './notify.ts';
import type { PersonalEventData } from './tables.ts';

interface EventPage {
  readonly since: number;
  readonly limit: number;
  readonly kinds: readonly PersonalEventKind[] | undefined;
}

/** Events of an agent after one of its ids, oldest first. */
export async function readPersonalEvents(read: Reader, agentId: number, { since, limit, kinds }: EventPage) {
  let query = read
    .selectFrom('agent_event')
    .select(['id', 'kind', 'at', 'text', 'data', 'next'])
    .where('agent_id', '=', agentId)
    .where('id', '>', since)
    .orderBy('id')
    .limit(limit);
  if (kinds) query = query.where('kind', 'in', kinds);
  return presentEvents(read, agentId, await query.execute());
}

/** Events as their agent reads them: `next` is null once the call can no longer succeed. */
export async function presentEvents(read: Reader, agentId: number, rows: readonly EventRow[]) {
  const [over, withCurrentNames] = await Promise.all([
    findStaleIds(read, agentId, rows),
    currentNames(read, rows),
  ]);
  return rows.map(({ id, at, kind, text, data, next }) => {
    const calls = over.has(id) ? [] : [next ?? [], data.either ?? []].flat();
    const [first = null, ...others] = calls.map((call) => parseCall(withCurrentNames(call)));
    return {
      id,
      at: at.toISOString(),
      kind,
      from: data.from,
      ref: data.ref,
      text,
      ...(data.ap !== null && { ap: data.ap }),
      next: first,
      ...(others.length > 0 && { either: others.filter((call) => call !== null) }),
    };
  });
}

export interface EventRow {
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

/** The position before the newest `count` events of an agent. */
export async function beforeNewestEvents(read: Reader, agentId: number, count: number): Promise<number> {
  const row = await read
    .selectFrom('agent_event')
    .select('id')
    .where('agent_id', '=', agentId)
    .orderBy('id', 'desc')
    .offset(count)
    .limit(1)
    .executeTakeFirst();
  return row?.id ?? 0;
}

/** The newest event id of an agent that is at most the given one; those that were pruned count up to the counter. */
export async function newestEventUpTo(read: Reader, agentId: number, id: number): Promise<number> {
  const newest = (await readNewestEventIds(read, [agentId])).get(agentId) ?? 0;
  if (newest <= id) return newest;
  const row = await read
    .selectFrom('agent_event')
    .select((select) => select.fn.max('id').as('id'))
    .where('agent_id', '=', agentId)
    .where('id', '<=', id)
    .executeTakeFirst();
  return row?.id ?? 0;
}

interface CallRow {
  readonly data: { readonly from: string | null };
  readonly next: string | null;
}

const agentPath = /(?<=\/api\/agents\/)\w+$/;

/** Agents named in a call: the one that caused the event, and the one in the path. */
const namesIn = ({ data, next }: CallRow): string[] =>
  next === null ? [] : [data.from, agentPath.exec(next)?.[0]].filter((name) => typeof name === 'string');

/** Replaces the former names of agents in the calls of events, because only current names can be looked up. */
async function currentNames(read: Reader, rows: readonly CallRow[]): Promise<(next: string) => string> {
  const names = new Set(rows.flatMap(namesIn));
  if (names.size === 0) return (next) => next;
  const { rows: renamed } = await sql<{ former: string; current: string }>`
    SELECT retired_name.screen_name AS former, agent.screen_name AS current
    FROM retired_name JOIN agent ON agent.id = retired_name.agent_id
    WHERE retired_name.name_key = ANY(${[...names].map((name) => name.toLowerCase())}::text[])`.execute(read);
  const replaceName = (call: string, { former, current }: (typeof renamed)[number]) =>
    call
      .replaceAll(`"${former}"`, `"${current}"`)
      .replaceAll(`with=${former}&`, `with=${current}&`)
      .replace(agentPath, (name) => (name === former ? current : name));
  return (next) => renamed.reduce(replaceName, next);
}

/** A call that an agent can send unchanged. */
interface NextCall {
  readonly method: string;
  readonly path: string;
  readonly body?: Record<string, unknown>;
}

/** Parses `METHOD /path {body}`, the form of calls in notices and briefings. */
function parseCall(text: string): NextCall | null {
  const [, method, path, body] = /^([A-Z]+) (\S+)(?: (\{.*\}))?$/s.exec(text) ?? [];
  if (method === undefined || path === undefined) return null;
  return { method, path, ...(body !== undefined && { body: JSON.parse(body) }) };
}

interface StaleRow {
  readonly id: number;
  readonly kind: string;
  readonly data: PersonalEventData;
}

/** The claim status in which an event's call still succeeds. */
const neededStatus: Partial<Record<string, string>> = { 'job.submitted': 'submitted' };

/**
 * Events that need no action any more: a decided proof, an answered request, a private room that the agent left, a
 * room that closed before the agent joined it, and calls that the agent can no longer afford or decide.
 */
async function findStaleIds(read: Reader, agentId: number, rows: readonly StaleRow[]): Promise<Set<number>> {
  const found = await Promise.all([
    findStaleClaims(read, rows),
    findStaleRooms(read, agentId, rows),
    findStaleRequests(read, agentId, rows),
    findUnaffordable(read, agentId, rows),
  ]);
  return new Set(found.flat());
}

async function findStaleClaims(read: Reader, all: readonly StaleRow[]): Promise<number[]> {
  const rows = all.filter(({ kind, data }) => neededStatus[kind] !== undefined && data.claim !== undefined);
  if (rows.length === 0) return [];
  const ids = rows.map(({ data }) => data.claim ?? 0);
  const claims = await read
    .selectFrom('claim')
    .select(['id', 'status'])
    .where((where) => where('id', '=', where.fn.any(where.val(ids))))
    .execute();
  const statuses = new Map<number, string>(claims.map(({ id, status }) => [id, status]));
  return rows
    .filter(({ kind, data }) => statuses.get(data.claim ?? 0) !== neededStatus[kind])
    .map(({ id }) => id);
}

async function findStaleRooms(read: Reader, agentId: number, all: readonly StaleRow[]): Promise<number[]> {
  const rows = all.filter(({ data }) => typeof data.room === 'string');
  if (rows.length === 0) return [];
  const names = [...new Set(rows.map(({ data }) => String(data.room)))];
  const found = await read
    .selectFrom('room')
    .select((select) => [
      'name',
      select
        .or([
          select('ended_at', 'is not', null),
          select.exists(
            select
              .selectFrom('room_ban')
              .select('room_ban.room')
              .whereRef('room_ban.room', '=', 'room.name')
              .where('room_ban.agent_id', '=', agentId),
          ),
        ])
        .as('closed_to_agent'),
    ])
    .where((where) => where('name', '=', where.fn.any(where.val(names))))
    .where((where) =>
      where.or([
        where('private', '=', false),
        where.exists(
          where
            .selectFrom('room_member')
            .select('room_member.room')
            .whereRef('room_member.room', '=', 'room.name')
            .where('room_member.agent_id', '=', agentId),
        ),
        where.exists(
          where
            .selectFrom('room_invitation')
            .select('room_invitation.room')
            .whereRef('room_invitation.room', '=', 'room.name')
            .where('room_invitation.agent_id', '=', agentId)
            .where('room_invitation.declined_at', 'is', null),
        ),
      ]),
    )
    .execute();
  const readable = new Map(found.map(({ name, closed_to_agent }) => [name, !closed_to_agent]));
  // A closed room can still be read, but not joined.
  const isOpen = ({ kind, data }: StaleRow) =>
    kind === 'room.invited' ? readable.get(String(data.room)) === true : readable.has(String(data.room));
  return rows.filter((row) => !isOpen(row)).map(({ id }) => id);
}

/** The request was answered, or the agent has handed the company over to another founder. */
async function findStaleRequests(read: Reader, agentId: number, all: readonly StaleRow[]): Promise<number[]> {
  const rows = all.flatMap(({ id, data: { request } }) => (request ? [{ id, ...request }] : []));
  if (rows.length === 0) return [];
  const waiting = await read
    .selectFrom('company_request')
    .innerJoin('company', 'company.id', 'company_request.company_id')
    .select(['company_id', 'agent_id'])
    .where('company.closed_at', 'is', null)
    .where('company.founder_id', '=', agentId)
    .where((where) => where('agent_id', '=', where.fn.any(where.val(rows.map(({ agent }) => agent)))))
    .execute();
  const open = new Set(waiting.map(({ company_id, agent_id }) => `${company_id} ${agent_id}`));
  return rows.filter(({ company, agent }) => !open.has(`${company} ${agent}`)).map(({ id }) => id);
}

/** Calls that cost more AP than the agent has. */
async function findUnaffordable(read: Reader, agentId: number, all: readonly StaleRow[]): Promise<number[]> {
  const rows = all.filter(({ data }) => data.costs !== undefined);
  if (rows.length === 0) return [];
  const account = await read
    .selectFrom('agent')
    .innerJoin('account', (join) => join.on('account.name', '=', sql`'agent:' || agent.screen_name`))
    .select('account.balance')
    .where('agent.id', '=', agentId)
    .executeTakeFirst();
  const balance = account?.balance ?? 0;
  return rows.filter(({ data }) => (data.costs ?? 0) > balance).map(({ id }) => id);
}

const retentionMs = 30 * dayMs;
const batch = 5_000;

/** Deletes old events in small transactions, so that no lock is held for long. */
export function eventPruning({ transaction, clock }: { transaction: Transact; clock: Clock }): TaskKind {
  return recurringTask('prune personal events', hourMs, async (task) => {
    const before = new Date(clock.now().getTime() - retentionMs);
    let deleted: number;
    do {
      deleted = await transaction(async (tx) => {
        const { numAffectedRows } = await sql`DELETE FROM agent_event WHERE ctid IN (
          SELECT ctid FROM agent_event WHERE at < ${before} LIMIT ${sql.lit(batch)})`.execute(tx);
        return Number(numAffectedRows ?? 0);
      });
    } while (deleted === batch && !task.signal.aborted);
    await transaction((tx) => task.finish(tx));
  });
}
