import { sql } from 'kysely';
import { compiledStatement } from '../platform/db/compiled-statement.ts';
import type { Tx } from '../platform/db/transaction.ts';
import type { Transfer } from './movement.ts';
import type { LedgerEntry, Movement } from './proof/entry.ts';
import type { EntryRow } from './tables.ts';

/** Converts entries to table rows and back. */
export const movementColumns = [
  'at',
  'kind',
  'from_account',
  'to_account',
  'amount',
  'memo',
  'ref',
] as const satisfies (keyof EntryRow)[];

export const sealedColumns = [
  'seq',
  ...movementColumns,
  'prev_hash',
  'hash',
] as const satisfies (keyof EntryRow)[];

export function toMovement(row: Pick<EntryRow, (typeof movementColumns)[number]>): Omit<Movement, 'seq'> {
  const { at, kind, from_account: from, to_account: to, amount, memo, ref } = row;
  return { at: at.toISOString(), kind, from, to, amount, memo, ref };
}

/** Columns of a sealed row. */
export function toEntry(row: Pick<EntryRow, (typeof sealedColumns)[number]>): LedgerEntry {
  return {
    seq: row.seq!,
    ...toMovement(row),
    prev_hash: row.prev_hash!.toString('hex'),
    hash: row.hash!.toString('hex'),
  };
}

/** Inserts entries that are sealed at once. */
export async function insertSealed(tx: Tx, entries: readonly LedgerEntry[]): Promise<void> {
  if (entries.length === 0) return;
  await writeSealed(tx, {
    seqs: entries.map((entry) => entry.seq),
    at: entries.map((entry) => entry.at),
    kinds: entries.map((entry) => entry.kind),
    from: entries.map((entry) => entry.from),
    to: entries.map((entry) => entry.to),
    amounts: entries.map((entry) => entry.amount),
    memos: entries.map((entry) => entry.memo),
    refs: entries.map((entry) => entry.ref),
    prevHashes: entries.map((entry) => entry.prev_hash),
    hashes: entries.map((entry) => entry.hash),
  });
}

interface SealedColumns {
  seqs: number[];
  at: string[];
  kinds: string[];
  from: string[];
  to: string[];
  amounts: number[];
  memos: (string | null)[];
  refs: (string | null)[];
  prevHashes: string[];
  hashes: string[];
}

const writeSealed = compiledStatement(
  (_: Tx, { seqs, at, kinds, from, to, amounts, memos, refs, prevHashes, hashes }: SealedColumns) => sql`
    INSERT INTO ledger_entry (seq, at, kind, from_account, to_account, amount, memo, ref, prev_hash, hash)
    SELECT seq, at, kind, giver, taker, amount, memo, ref, decode(prev_hash, 'hex'), decode(hash, 'hex')
    FROM unnest(${seqs}::bigint[], ${at}::timestamptz[], ${kinds}::text[], ${from}::text[], ${to}::text[],
      ${amounts}::bigint[], ${memos}::text[], ${refs}::text[], ${prevHashes}::text[], ${hashes}::text[])
      AS t (seq, at, kind, giver, taker, amount, memo, ref, prev_hash, hash)`,
);

/**
 * Inserts entries for the sealer, which seals them in the order of their ids: insert them after the locks are
 * taken, never before.
 */
export async function insertUnsealed(tx: Tx, transfers: readonly Transfer[], at: Date): Promise<void> {
  await writeUnsealed(tx, {
    at,
    kinds: transfers.map((transfer) => transfer.kind),
    from: transfers.map((transfer) => transfer.from),
    to: transfers.map((transfer) => transfer.to),
    amounts: transfers.map((transfer) => transfer.amount),
    memos: transfers.map((transfer) => transfer.memo ?? null),
    refs: transfers.map((transfer) => transfer.ref),
  });
}

interface UnsealedColumns {
  at: Date;
  kinds: string[];
  from: string[];
  to: string[];
  amounts: number[];
  memos: (string | null)[];
  refs: string[];
}

const writeUnsealed = compiledStatement(
  (_: Tx, { at, kinds, from, to, amounts, memos, refs }: UnsealedColumns) => sql`
    INSERT INTO ledger_entry (at, kind, from_account, to_account, amount, memo, ref)
    SELECT ${at}::timestamptz, kind, giver, taker, amount, memo, ref
    FROM unnest(${kinds}::text[], ${from}::text[], ${to}::text[], ${amounts}::bigint[], ${memos}::text[],
      ${refs}::text[]) WITH ORDINALITY AS t (kind, giver, taker, amount, memo, ref, place)
    ORDER BY place`,
);

/** Assigns waiting entries their positions in the chain, in the order given. */
export async function markSealed(
  tx: Tx,
  ids: readonly number[],
  sealed: readonly LedgerEntry[],
): Promise<void> {
  await sql`
    UPDATE ledger_entry SET seq = t.seq, prev_hash = decode(t.prev_hash, 'hex'), hash = decode(t.hash, 'hex')
    FROM unnest(${ids}::bigint[], ${sealed.map((entry) => entry.seq)}::bigint[],
      ${sealed.map((entry) => entry.prev_hash)}::text[], ${sealed.map((entry) => entry.hash)}::text[])
      AS t (id, seq, prev_hash, hash)
    WHERE ledger_entry.id = t.id AND ledger_entry.seq IS NULL`.execute(tx);
}
