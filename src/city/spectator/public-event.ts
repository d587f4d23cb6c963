import { sql } from 'kysely';
import { agentOfAccount } from '../../ledger/movement.ts';
import type { LedgerEntry } from '../../ledger/proof/entry.ts';
import { compiledStatement } from '../../platform/db/compiled-statement.ts';
import { afterCommit, beforeCommit, pipelineWrite, type Tx } from '../../platform/db/transaction.ts';
import type { EventBus } from '../../platform/events/bus.ts';

export const publicTypes = ['message', 'job', 'sale', 'tip', 'ship', 'agent', 'presence', 'ledger'] as const;
export type PublicType = (typeof publicTypes)[number];

/** A public event. Its data is shown to anyone unchanged, so it must never contain anything private. */
interface PublicEvent {
  readonly type: PublicType;
  readonly at: Date;
  /** The public room it happened in. */
  readonly room?: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** Published when recorded events were changed. */
export const changedTopic = 'public.changed';
/** Published when this process committed events that have no seq yet. */
export const unsealedEventTopic = 'public.unsealed';
/** Published when sealed events can be read; processes with spectators subscribe to it. */
export const sealedTopic = 'public:sealed';

interface EventColumns {
  types: string[];
  at: Date[];
  rooms: (string | null)[];
  data: string[];
}

/** Arrays keep it one prepared statement for any number of events. */
const insertEvents = compiledStatement(
  (_: Tx, { types, at, rooms, data }: EventColumns) => sql`INSERT INTO public_event (type, at, room, data)
    SELECT type, at, room, data::jsonb
    FROM unnest(${types}::text[], ${at}::timestamptz[], ${rooms}::text[], ${data}::text[])
      WITH ORDINALITY AS t (type, at, room, data, place)
    ORDER BY place`,
);

/**
 * Records public events in the transaction of their cause, so that they are visible if and only if it
 * happened. The sealer assigns their seq after the commit.
 */
export function publishEvents(tx: Tx, bus: EventBus, ...events: readonly PublicEvent[]): void {
  if (events.length === 0) return;
  pipelineWrite(tx, insertEvents(tx, toColumns(events)));
  afterCommit(tx, () => bus.publishLocally(unsealedEventTopic, null));
}

const toColumns = (events: readonly PublicEvent[]): EventColumns => ({
  types: events.map((event) => event.type),
  at: events.map((event) => event.at),
  rooms: events.map((event) => event.room ?? null),
  data: events.map((event) => JSON.stringify(event.data)),
});

/**
 * Inserts without a seq if another transaction holds the head, so that no writer waits for it. The head stays locked
 * until the commit, so seqs are committed in order. Returns the head if it was moved.
 */
const insertInSequence = compiledStatement(
  (_: Tx, { types, at, rooms, data, count }: EventColumns & { count: number }) => sql<{ last_seq: number }>`
    WITH head AS MATERIALIZED (SELECT one FROM public_event_head FOR UPDATE SKIP LOCKED),
    moved AS (UPDATE public_event_head AS h SET last_seq = h.last_seq + ${count}::bigint
      FROM head WHERE h.one = head.one RETURNING h.last_seq),
    written AS (INSERT INTO public_event (seq, type, at, room, data)
      SELECT moved.last_seq - ${count}::bigint + place, type, at, room, data::jsonb
      FROM unnest(${types}::text[], ${at}::timestamptz[], ${rooms}::text[], ${data}::text[])
        WITH ORDINALITY AS t (type, at, room, data, place) LEFT JOIN moved ON true
      ORDER BY place)
    SELECT last_seq FROM moved`,
);

/**
 * The same for a transaction that records many events and must be short anyway: they have their seq at once, which saves
 * writing every row twice.
 */
function publishInSequence(tx: Tx, bus: EventBus, ...events: readonly PublicEvent[]): void {
  if (events.length === 0) return;
  let isSealed = false;
  beforeCommit(tx, 'stream', async () => {
    const written = insertInSequence(tx, { ...toColumns(events), count: events.length });
    pipelineWrite(
      tx,
      written.then((moved) => {
        isSealed = moved.length > 0;
      }),
    );
  });
  afterCommit(tx, () =>
    isSealed ? bus.publish(sealedTopic, null) : bus.publishLocally(unsealedEventTopic, null),
  );
}

/** Applies an edit or a deletion of a message to its event, so that spectators who catch up later see it too. */
export async function changePublicMessage(
  tx: Tx,
  bus: EventBus,
  messageId: number,
  changes: Readonly<Record<string, unknown>>,
): Promise<void> {
  await sql`UPDATE public_event SET data = data || ${JSON.stringify(changes)}::jsonb
    WHERE type = 'message' AND data->>'message_id' = ${String(messageId)}`.execute(tx);
  afterCommit(tx, () => bus.publish(changedTopic, messageId));
}

/** Publishes entries that are being sealed: tips, and the new head of the chain. */
export function publishSealedEntries(tx: Tx, bus: EventBus, entries: readonly LedgerEntry[]): void {
  const last = entries.at(-1);
  if (!last) return;
  const tips = entries.flatMap((entry): PublicEvent[] => {
    const [from, to] = [agentOfAccount(entry.from), agentOfAccount(entry.to)];
    if (entry.kind !== 'tip' || from === undefined || to === undefined) return [];
    const { amount, seq, memo } = entry;
    return [
      {
        type: 'tip',
        at: new Date(entry.at),
        data: { from, to, amount, seq, ...(memo !== null && { memo }) },
      },
    ];
  });
  const end = { seq: last.seq, head: last.hash };
  publishInSequence(tx, bus, ...tips, { type: 'ledger', at: new Date(last.at), data: end });
}
