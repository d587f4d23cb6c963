import { type RawBuilder, sql } from 'kysely';
import type { Clock } from '../../platform/clock.ts';
import type { Reader } from '../../platform/db/database.ts';
import { resolvePosition } from '../../platform/db/positions.ts';
import { pruneRows } from '../../platform/db/prune.ts';
import type { Transact } from '../../platform/db/transaction.ts';
import { dayMs, hourMs } from '../../platform/duration.ts';
import { recurringTask, type TaskKind } from '../../platform/scheduler/task-kind.ts';
import type { PublicType } from './public-event.ts';

/** A seq as clients send it back: digits that fit a safe integer. */
export const cursorPattern = '^[0-9]{1,15}$';

/** Selects events; an undefined field matches all. */
export interface Filter {
  readonly types: ReadonlySet<string> | undefined;
  readonly room: string | undefined;
}

/** A serialised event: built once, sent to every spectator. */
export interface StreamFrame {
  readonly seq: number;
  readonly type: string;
  readonly room: string | null;
  readonly bytes: Buffer;
}

export const matchesFilter = ({ types, room }: Filter, frame: StreamFrame): boolean =>
  (types === undefined || types.has(frame.type)) && (room === undefined || room === frame.room);

interface Page {
  readonly frames: StreamFrame[];
  /** Newest seq covered by this page. */
  readonly end: number;
}

interface Row {
  last_seq: number;
  seq: number | null;
  type: PublicType;
  at: Date;
  room: string | null;
  data: Record<string, unknown>;
}

const everything: Filter = { types: undefined, room: undefined };

function filterCondition({ types, room }: Filter): RawBuilder<boolean> {
  return sql`(${types ? [...types] : null}::text[] IS NULL OR type = ANY(${types ? [...types] : null}::text[]))
    AND (${room ?? null}::text IS NULL OR room = ${room ?? null}::text)`;
}

/** The next events in order. Seqs are committed in order, so none can appear below the last one read. */
export async function readPublicEvents(
  read: Reader,
  from: number,
  limit: number,
  filter: Filter = everything,
): Promise<Page> {
  const { rows } = await sql<Row>`
    SELECT h.last_seq, e.seq, e.type, e.at, e.room, e.data
    FROM public_event_head AS h LEFT JOIN LATERAL (
      SELECT * FROM public_event WHERE seq > ${from} AND ${filterCondition(filter)}
      ORDER BY seq LIMIT ${limit}) AS e ON true
    ORDER BY e.seq`.execute(read);
  const frames = rows.flatMap((row) => (row.seq === null ? [] : [toFrame(row, row.seq)]));
  const last = frames.at(-1);
  const reached = last && frames.length === limit ? last.seq : (rows[0]?.last_seq ?? from);
  return { frames, end: Math.max(reached, from) };
}

function toFrame({ type, room, at, data }: Row, seq: number): StreamFrame {
  const text = JSON.stringify({ type, at: at.toISOString(), id: String(seq), ...data });
  return { seq, type, room, bytes: Buffer.from(text) };
}

interface Head {
  last_seq: number;
  pruned_seq: number;
}

async function readHead(read: Reader): Promise<Head> {
  return read.selectFrom('public_event_head').select(['last_seq', 'pruned_seq']).executeTakeFirstOrThrow();
}

/** The newest assigned seq. */
export async function newestSeq(read: Reader): Promise<number> {
  return (await readHead(read)).last_seq;
}

/** How far back a client can catch up: matching events, and events of all kinds scanned for them. */
const maxWanted = 1_000;
const maxScanned = 10_000;

/** Where to start for a client that has everything up to `since`; `cut` if some later events are skipped. */
export async function findStart(
  read: Reader,
  since: number,
  epoch: string | undefined,
  filter: Filter,
): Promise<{ from: number; cut: boolean; reset: boolean }> {
  const { last_seq, pruned_seq } = await readHead(read);
  const { since: known, told } = await resolvePosition(
    read,
    { since_id: since, epoch },
    (_, restored) => restored.public_event ?? 0,
    () => last_seq,
  );
  if (told.reset) return { from: known, cut: true, reset: true };
  const scanStart = Math.max(since, pruned_seq, last_seq - maxScanned);
  const { rows } = await sql<{ seq: number }>`
    SELECT seq FROM public_event WHERE seq > ${scanStart} AND ${filterCondition(filter)}
    ORDER BY seq DESC OFFSET ${maxWanted} LIMIT 1`.execute(read);
  const from = rows[0]?.seq ?? scanStart;
  return { from, cut: from !== since, reset: false };
}

const retentionMs = 7 * dayMs;
const keptEvents = 200_000;

/**
 * Prunes the oldest events first, so that the rest has no gaps. The bound is recorded first, for clients to
 * see.
 */
export async function pruneEvents(transaction: Transact, clock: Clock): Promise<void> {
  const before = new Date(clock.now().getTime() - retentionMs);
  const { rows } = await transaction((tx) =>
    sql<{ pruned_seq: number }>`
      UPDATE public_event_head SET pruned_seq = greatest(pruned_seq, last_seq - ${keptEvents}::bigint,
        (SELECT seq FROM public_event WHERE seq IS NOT NULL AND at < ${before} ORDER BY seq DESC LIMIT 1))
      RETURNING pruned_seq`.execute(tx),
  );
  const bound = rows[0]?.pruned_seq ?? 0;
  await pruneRows(transaction, 'public_event', sql`seq <= ${bound}::bigint`);
}

/** Prunes old events: the record lets spectators catch up after an absence, and is not an archive. */
export function spectatorTask({ transaction, clock }: { transaction: Transact; clock: Clock }): TaskKind {
  return recurringTask('prune public events', hourMs, async (task) => {
    await pruneEvents(transaction, clock);
    await transaction((tx) => task.finish(tx));
  });
}
