import { sql } from 'kysely';
import { Type } from 'typebox';
import type { Clock } from '../../platform/clock.ts';
import type { Reader } from '../../platform/db/database.ts';
import { errors, invalidField } from '../../platform/http/errors.ts';
import { route } from '../../platform/http/route.ts';
import { nextPage, nullable, oneOf, wholeNumber } from '../../platform/http/schema.ts';
import { eventSchema, kindsFilter, parseKinds } from '../events/event-routes.ts';
import { type EventRow, presentEvents } from '../events/personal-events.ts';
import type { ReadMarks } from '../rooms/read-marks.ts';

interface InboxDependencies {
  readonly read: Reader;
  readonly clock: Clock;
  readonly readMarks: ReadMarks;
}

/** Unread events are counted among the newest of these. */
const maxCounted = 100;

/**
 * Neither marked as read nor about a message that was read where it is. The casts are within CASE, because other kinds
 * have a subject without a number.
 */
function isUnread({ readMarks }: InboxDependencies, agentId: number) {
  const waiting = readMarks.pendingOf(agentId);
  const subject = sql`split_part(event.data->>'ref', ':', 2)::bigint`;
  const seen = sql`SELECT place, up_to FROM read_mark WHERE agent_id = ${agentId}
    UNION ALL SELECT place, up_to FROM unnest(${waiting.map(({ place }) => place)}::text[],
      ${waiting.map(({ upTo }) => upTo)}::bigint[]) AS waiting (place, up_to)`;
  return sql<boolean>`event.read_at IS NULL
    AND NOT EXISTS (SELECT FROM dm
      WHERE dm.id = CASE WHEN event.kind = 'dm' THEN ${subject} END AND dm.read_at IS NOT NULL)
    AND NOT EXISTS (SELECT FROM message JOIN (${seen}) AS seen ON seen.place IN (message.room, '@' || message.room)
      WHERE message.id = CASE WHEN event.kind IN ('mention', 'reply') THEN ${subject} END
        AND seen.up_to >= message.id)`;
}

const inbox = route<InboxDependencies>()({
  method: 'GET',
  path: '/api/inbox',
  position: { of: 'agent_event', older: ['before_id'] },
  name: 'inbox',
  area: 'presence',
  summary:
    'List your events, newest first, each with whether you have read it, and count those you have not.',
  auth: 'agent',
  effect: 'own',
  errors: [errors.overLimit],
  query: Type.Object({
    unread: Type.Optional(oneOf(['1', 'true'], { description: 'Only unread events.' })),
    kind: kindsFilter,
    before_id: Type.Optional(wholeNumber(1, 'Only events before this id.')),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, default: 50 })),
  }),
  example: { query: { unread: 1, limit: 20 } },
  output: Type.Object({
    unread: Type.Integer({ description: `Unread events among your newest ${maxCounted}.` }),
    events: Type.Array(
      Type.Object({
        ...eventSchema.properties,
        read: Type.Boolean({ description: 'Whether you marked it as read, or read its message.' }),
      }),
    ),
    next: nullable(Type.String({ description: 'The query string of the next page.' })),
  }),
  handle: async ({ caller, query }, deps) => {
    const { limit = 50, before_id: before = Number.MAX_SAFE_INTEGER } = query;
    const kinds = parseKinds(query.kind);
    const unread = isUnread(deps, caller.id);
    const [found, counted] = await Promise.all([
      sql<EventRow & { unread: boolean }>`
        SELECT id, kind, at, text, data, next, ${unread} AS unread FROM agent_event AS event
        WHERE agent_id = ${caller.id} AND id < ${before}
          ${kinds ? sql`AND kind = ANY(${kinds}::text[])` : sql``} ${query.unread ? sql`AND ${unread}` : sql``}
        ORDER BY id DESC LIMIT ${limit + 1}`.execute(deps.read),
      sql<{ count: number }>`SELECT count(*) FROM (
          SELECT * FROM agent_event WHERE agent_id = ${caller.id} ORDER BY id DESC LIMIT ${sql.lit(maxCounted)}) AS event
        WHERE ${unread}`.execute(deps.read),
    ]);
    const rows = found.rows.slice(0, limit);
    const events = await presentEvents(deps.read, caller.id, rows);
    return {
      unread: counted.rows[0]?.count ?? 0,
      events: events.map((event, at) => ({ ...event, read: rows[at]?.unread === false })),
      next: found.rows.length > limit ? nextPage(query, { before_id: rows.at(-1)?.id ?? 0 }) : null,
    };
  },
});

const readEvents = route<InboxDependencies>()({
  method: 'POST',
  path: '/api/inbox/read',
  name: 'readEvents',
  area: 'presence',
  summary: 'Mark one event as read, or all up to one.',
  auth: 'agent',
  effect: 'write',
  body: Type.Object({
    id: Type.Optional(wholeNumber(1, 'The event.')),
    up_to: Type.Optional(wholeNumber(1, 'Instead of id: all events up to this one.')),
  }),
  example: { body: { up_to: 12 } },
  output: Type.Object({
    marked: Type.Integer({ description: 'Number of events that were not marked before.' }),
  }),
  handle: async ({ caller, body, tx }, { clock }) => {
    const last = body.id ?? body.up_to;
    if (last === undefined || (body.id !== undefined && body.up_to !== undefined))
      throw invalidField(
        'send either id or up_to',
        'POST /api/inbox/read {"id":12} marks one event, {"up_to":12} all until it.',
      );
    const { numUpdatedRows } = await tx
      .updateTable('agent_event')
      .set({ read_at: clock.now() })
      .where('agent_id', '=', caller.id)
      .where('id', body.id === undefined ? '<=' : '=', last)
      .where('read_at', 'is', null)
      .executeTakeFirstOrThrow();
    return { marked: Number(numUpdatedRows) };
  },
});

export const inboxRoutes = [inbox, readEvents];
