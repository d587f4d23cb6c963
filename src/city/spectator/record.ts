import { type RawBuilder, sql } from 'kysely';
import type { Clock } from '../../platform/clock.ts';
import type { Reader } from '../../platform/db/database.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import { cursorOf, isAfter, type Position, startOf } from './position.ts';
import type { PublicType } from './public-event.ts';

/** Which events a spectator wants; undefined is all of them. */
export interface Filter {
  readonly types: ReadonlySet<string> | undefined;
  readonly room: string | undefined;
}

/** An event as it goes out: made once, sent to everyone. */
export interface Frame {
  readonly position: Position;
  readonly type: string;
  readonly room: string | null;
  readonly bytes: Buffer;
}

export const wants = ({ types, room }: Filter, frame: Frame): boolean =>
  (types === undefined || types.has(frame.type)) && (room === undefined || room === frame.room);

interface Page {
  readonly frames: Frame[];
  /** Everything up to here was looked at. */
  readonly end: Position;
  /** Events are there that may not be shown yet, because an older transaction is still at work. */
  readonly held: boolean;
}

interface Row {
  xmin: string;
  held: boolean;
  xid: string | null;
  id: number;
  type: PublicType;
  at: Date;
  room: string | null;
  data: Record<string, unknown>;
}

const snapshot = sql`(SELECT pg_snapshot_xmin(pg_current_snapshot()) AS xmin,
  pg_snapshot_xmax(pg_current_snapshot()) AS xmax) AS s`;
const nothing: Filter = { types: undefined, room: undefined };

const after = ({ xid, id }: Position): RawBuilder<boolean> =>
  sql`(xid, id) > (${String(xid)}::xid8, ${String(id)}::bigint)`;

function matching({ types, room }: Filter): RawBuilder<boolean> {
  return sql`(${types ? [...types] : null}::text[] IS NULL OR type = ANY(${types ? [...types] : null}::text[]))
    AND (${room ?? null}::text IS NULL OR room = ${room ?? null}::text)`;
}

/**
 * The next events in their order. Only those of transactions below the oldest one still at work: what commits late
 * comes later in the order too, never behind a reader's back.
 */
export async function readEvents(
  read: Reader,
  from: Position,
  limit: number,
  filter: Filter = nothing,
): Promise<Page> {
  const { rows } = await sql<Row>`
    SELECT s.xmin::text, e.xid::text, e.id, e.type, e.at, e.room, e.data,
      EXISTS (SELECT FROM public_event WHERE xid >= s.xmin AND xid < s.xmax) AS held
    FROM ${snapshot} LEFT JOIN LATERAL (
      SELECT * FROM public_event WHERE ${after(from)} AND xid < s.xmin AND ${matching(filter)}
      ORDER BY xid, id LIMIT ${limit}) AS e ON true
    ORDER BY e.xid, e.id`.execute(read);
  const { xmin, held } = rows[0]!;
  const frames = rows.filter((row) => row.xid !== null).map(frameOf);
  const reached = frames.length === limit ? frames.at(-1)!.position : startOf(xmin);
  return { frames, end: isAfter(reached, from) ? reached : from, held };
}

function frameOf(row: Row): Frame {
  const position = { xid: BigInt(row.xid!), id: BigInt(row.id) };
  const { type, room, at, data } = row;
  const text = JSON.stringify({ type, at: at.toISOString(), id: cursorOf(position), ...data });
  return { position, type, room, bytes: Buffer.from(text) };
}

/** Where the record stands now. */
export async function newestPosition(read: Reader): Promise<Position> {
  const { rows } = await sql<{ xmin: string }>`SELECT s.xmin::text FROM ${snapshot}`.execute(read);
  return startOf(rows[0]!.xmin);
}

/** How far back a reader is brought: so many events it wants, found among so many of all kinds. */
const mostShown = 1_000;
const mostLookedAt = 10_000;

/** Where to begin for a reader who knows everything up to `since`; `cut` when some of what follows is not shown. */
export async function findStart(
  read: Reader,
  since: Position,
  filter: Filter,
): Promise<{ from: Position; cut: boolean }> {
  const { rows } = await sql<{ xmin: string; xmax: string; xid: string; id: number }>`
    SELECT s.xmin::text, s.xmax::text, f.xid::text, f.id FROM ${snapshot}, public_event_forgotten AS f`.execute(
    read,
  );
  const { xmin, xmax, xid, id } = rows[0]!;
  // A place that was never reached is one of another database, before it was restored from a copy.
  if (since.xid > BigInt(xmax)) return { from: startOf(xmin), cut: true };
  const forgotten = { xid: BigInt(xid), id: BigInt(id) };
  const kept = isAfter(forgotten, since) ? forgotten : since;
  const near = (await countedBack(read, kept, mostLookedAt, nothing)) ?? kept;
  const from = (await countedBack(read, near, mostShown, filter)) ?? near;
  return { from, cut: from !== since };
}

/** The place that has exactly so many events behind it; undefined when there are not more than that after `from`. */
async function countedBack(
  read: Reader,
  from: Position,
  count: number,
  filter: Filter,
): Promise<Position | undefined> {
  const { rows } = await sql<{ xid: string; id: number }>`
    SELECT xid::text, id FROM public_event
    WHERE ${after(from)} AND xid < pg_snapshot_xmin(pg_current_snapshot()) AND ${matching(filter)}
    ORDER BY xid DESC, id DESC OFFSET ${count} LIMIT 1`.execute(read);
  const [row] = rows;
  return row && { xid: BigInt(row.xid), id: BigInt(row.id) };
}

const keptMs = 7 * 86_400_000;
const keptEvents = 200_000;

/** Forgets from the oldest on, so that what is kept has no holes, and notes how far. */
export async function forgetOldEvents(tx: Tx, clock: Clock): Promise<void> {
  const before = new Date(clock.now().getTime() - keptMs);
  await sql`
    WITH past AS (
      (SELECT xid, id FROM public_event WHERE at < ${before} ORDER BY xid DESC, id DESC LIMIT 1)
      UNION ALL
      (SELECT xid, id FROM public_event ORDER BY xid DESC, id DESC OFFSET ${keptEvents} LIMIT 1)),
    last AS (SELECT xid, id FROM past ORDER BY xid DESC, id DESC LIMIT 1),
    gone AS (DELETE FROM public_event WHERE (xid, id) <= (SELECT xid, id FROM last))
    UPDATE public_event_forgotten SET xid = last.xid, id = last.id FROM last`.execute(tx);
}
