import { sql } from 'kysely';
import { type TObject, Type } from 'typebox';
import type { Reader } from './database.ts';
import { runOnPrimary } from './replicas.ts';

declare module './tables.ts' {
  interface Tables {
    /**
     * Each restore begins an epoch: all ids given from then on are above `first_id`, and no id is given twice. `newest`
     * is the newest id of each table in the backup.
     */
    position_epoch: { first_id: number; started_at: Date; newest: Record<string, number> };
  }
}

export const positionTables = `
  CREATE TABLE position_epoch (first_id bigint PRIMARY KEY, started_at timestamptz NOT NULL, newest jsonb NOT NULL DEFAULT '{}');
`;

/** How a list is read by position. */
export interface ListPosition {
  /** The table whose ids its positions are, if they are ids. */
  readonly of?: string;
  /** Its ids continue after a restore, as the ledger's seqs do: only the epoch of a reader tells what it has seen. */
  readonly continues?: true;
  /** Query fields that say where an older page begins, and what belongs to them. */
  readonly older?: readonly string[];
  /** Its handler resolves `since_id` by the newest row of the very list. */
  readonly resolves?: true;
}

interface Told {
  readonly reset?: true;
  readonly reset_to?: number;
  readonly hint?: string;
}

export interface Position {
  /** The position itself, or the newest valid one before it. */
  readonly since: number;
  /** What to tell a reader whose position is not known: rows that it has seen are gone, or never existed. */
  readonly told: Told;
}

/** The epoch of the pages that a reader has. */
export const epochField = Type.Optional(
  Type.String({
    pattern: '^[0-9]{1,16}$',
    'x-rule': 'the epoch of the page before',
    description: 'The epoch of the page before; next contains it.',
  }),
);

/** The fields by which every list that is read by position tells it. */
export const resetFields = {
  epoch: Type.Optional(Type.String({ description: 'Another one after each restore of the server.' })),
  reset: Type.Optional(
    Type.Boolean({
      description:
        'True if your position is not known, because the server was restored from a backup or never gave it: forget what you have above reset_to, or all of it without reset_to. The rows after it are listed.',
    }),
  ),
  reset_to: Type.Optional(
    Type.Integer({ description: 'With reset: the newest valid position before since_id.' }),
  ),
  hint: Type.Optional(Type.String({ description: 'With reset: what to do.' })),
} satisfies TObject['properties'];

const hints = {
  newer:
    'The server was restored from a backup: forget what you have above reset_to. The rows after it follow.',
  older: 'The server was restored from a backup: forget the pages you have. This is the first page.',
  future: 'No such position was given yet. Continue at reset_to, which is the newest.',
} as const;

interface Epoch {
  readonly first: number;
  readonly newest: Readonly<Record<string, number>>;
}

/** Epochs only begin while no process runs. */
const epochs = new WeakMap<Reader, Promise<Epoch[]>>();

function readEpochs(read: Reader): Promise<Epoch[]> {
  const known = epochs.get(read);
  if (known) return known;
  const found = read
    .selectFrom('position_epoch')
    .select(['first_id', 'newest'])
    .orderBy('first_id')
    .execute()
    .then((rows) => rows.map(({ first_id, newest }) => ({ first: first_id, newest })));
  epochs.set(read, found);
  found.catch(() => epochs.delete(read));
  return found;
}

/** The epoch that the server is in: 0 until it is restored. */
export const currentEpoch = async (read: Reader): Promise<string> =>
  String((await readEpochs(read)).at(-1)?.first ?? 0);

/** Nothing of an unknown server is known here. */
const unknownEpoch: Epoch = { first: Number.MAX_SAFE_INTEGER, newest: {} };

/** The restore that separates a reader from this server: it decides what the reader has seen of it. */
async function findRestore(
  read: Reader,
  sent: string | undefined,
  position: number,
): Promise<Epoch | undefined> {
  const all = await readEpochs(read);
  if (sent === undefined) return all.find(({ first }) => first > position);
  const epoch = Number(sent);
  const isKnown = epoch === 0 || all.some(({ first }) => first === epoch);
  return all.find(({ first }) => first > epoch) ?? (isKnown ? undefined : unknownEpoch);
}

/** By table. Ids only grow: what was read once needs no further query. */
const idsGiven = new WeakMap<Reader, Map<string, number>>();

/** The newest id given in a table, also if its row is gone: at least `atLeast`, where that was given. */
export async function newestIdGiven(read: Reader, table: string, atLeast = 0): Promise<number> {
  const known = idsGiven.get(read) ?? new Map<string, number>();
  idsGiven.set(read, known);
  const before = known.get(table) ?? 0;
  if (before >= atLeast && atLeast > 0) return before;
  const { rows } = await sql<{ id: number | null }>`
    SELECT pg_sequence_last_value(pg_get_serial_sequence(${table}, 'id')::regclass) AS id`.execute(read);
  const newest = rows[0]?.id ?? 0;
  known.set(table, newest);
  return newest;
}

/**
 * Checks a position of a reader against the list: `newestUpTo` returns its newest id that is at most the given
 * one, or 0. A position beyond the last row of an epoch that has ended was given before a restore; one beyond
 * `newestGiven` never was.
 */
export async function resolvePosition(
  read: Reader,
  { since_id: since, epoch }: { readonly since_id: number; readonly epoch: string | undefined },
  newestUpTo: (upTo: number, restored: Epoch['newest']) => number | Promise<number>,
  newestGiven: () => number | Promise<number>,
): Promise<Position> {
  if (since === 0) return { since, told: {} };
  // A replica may not have the row yet that the position names.
  return runOnPrimary(async () => {
    const restore = await findRestore(read, epoch, since);
    const newest = await (restore ? newestUpTo(restore.first - 1, restore.newest) : newestGiven());
    if (since <= newest) return { since, told: {} };
    const hint = restore ? hints.newer : hints.future;
    return { since: newest, told: { reset: true, reset_to: newest, hint } };
  });
}

type Query = Readonly<Record<string, unknown>>;

/** What a list is asked once the position of its reader is checked, and what the reader is told. */
interface CheckedQuery {
  readonly query: Query;
  readonly told: Told & { readonly epoch: string };
}

/** Checks the position that a query has, for every list that is read by position. */
export async function checkPosition(
  read: Reader,
  { of, continues, older = [], resolves }: ListPosition,
  given: Query,
): Promise<CheckedQuery> {
  const epoch = await currentEpoch(read);
  const query: Query = { ...given, epoch };
  const sent = typeof given.epoch === 'string' ? given.epoch : undefined;
  const isUnknown = sent === undefined && (epoch === '0' || continues);
  const page = sent === epoch || isUnknown ? [] : older.filter((name) => given[name] !== undefined);
  if (page.length > 0 && (await isGone(read, of, sent, given[page[0] ?? '']))) {
    const first = Object.fromEntries(Object.entries(query).filter(([name]) => !older.includes(name)));
    return { query: first, told: { epoch, reset: true, hint: hints.older } };
  }
  if (resolves || of === undefined || typeof given.since_id !== 'number') return { query, told: { epoch } };
  const { since, told } = await resolvePosition(
    read,
    { since_id: given.since_id, epoch: sent },
    (_, restored) => restored[of] ?? 0,
    () => newestIdGiven(read, of, Number(given.since_id)),
  );
  return { query: { ...query, since_id: since }, told: { epoch, ...told } };
}

/** Whether pages before this position may hold rows that are gone. */
async function isGone(
  read: Reader,
  of: string | undefined,
  sent: string | undefined,
  position: unknown,
): Promise<boolean> {
  // A position of a sorted list ends with the id: key:id.
  const id = Number(String(position).split(':').at(-1));
  const restore = await findRestore(read, sent, id);
  if (restore === undefined) return false;
  return sent !== undefined || (of !== undefined && id > (restore.newest[of] ?? 0));
}
