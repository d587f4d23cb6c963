import { sql } from 'kysely';
import { compiledStatement } from '../../platform/db/compiled-statement.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import type { ScoredEntry } from './scores.ts';

/** One or more entries of a day between the same two accounts, added up for scoring. */
export interface ScoredMovement extends ScoredEntry {
  /** The seq of its last entry. */
  readonly seq: number;
  readonly at: string;
  /** The number of its entries; `amount` is their sum. */
  readonly entries: number;
}

/**
 * Sealed entries in a range of seqs, both ends inclusive. PostgreSQL adds up entries between the same two accounts,
 * except where one of them is the payout of a gig: what a worker kept by then depends on the order.
 */
export async function readScoredMovements(
  tx: Tx,
  range: { from: number; to: number },
): Promise<ScoredMovement[]> {
  const rows = await readMovements(tx, range);
  return rows.map((row) => ({ ...row, at: row.at.toISOString() }));
}

const readMovements = compiledStatement(
  (_: Tx, { from, to }: { from: number; to: number }) => sql<Omit<ScoredMovement, 'at'> & { at: Date }>`
    WITH entry AS MATERIALIZED (
      SELECT seq, at, kind, from_account, to_account, amount, ref FROM ledger_entry
      WHERE seq BETWEEN ${from} AND ${to})
    SELECT max(seq) AS seq, max(at) AS at, kind, from_account AS "from", to_account AS "to",
      sum(amount)::bigint AS amount, count(*)::integer AS entries, min(ref) AS ref
    FROM entry
    GROUP BY kind, from_account, to_account, (at AT TIME ZONE 'UTC')::date,
      CASE WHEN kind = 'standing' OR (SELECT bool_or(kind = 'payout') FROM entry) THEN seq END
    ORDER BY max(seq)`,
);
