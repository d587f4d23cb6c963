import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Tables } from './tables.ts';
import type { Transact } from './transaction.ts';

/** Small enough that a batch holds its locks briefly and stays far below the statement timeout. */
const batchRows = 5_000;

/** Deletes all rows that match, one short transaction per batch. */
export async function pruneRows(
  transaction: Transact,
  table: keyof Tables,
  condition: RawBuilder<SqlBool>,
): Promise<void> {
  const from = sql.table(table);
  for (;;) {
    const { numAffectedRows = 0n } = await transaction((tx) =>
      sql`DELETE FROM ${from} WHERE ctid = ANY (ARRAY (
        SELECT ctid FROM ${from} WHERE ${condition} LIMIT ${batchRows} FOR UPDATE SKIP LOCKED))`.execute(tx),
    );
    if (numAffectedRows < batchRows) return;
  }
}

interface Aged {
  readonly before: Date;
  /** The column with a row's time. */
  readonly at?: string;
  /** Rows that do not match are kept, whatever their age. */
  readonly only?: RawBuilder<SqlBool>;
}

/**
 * Deletes rows older than a time from tables whose ids grow with time, walking the primary key from its
 * lowest id to the first recent row: no index on the time is needed.
 */
export async function pruneAged(
  transaction: Transact,
  table: keyof Tables,
  { before, at = 'at', only = sql`true` }: Aged,
): Promise<void> {
  const [from, time] = [sql.table(table), sql.ref(at)];
  for (let after = 0; ; ) {
    const { rows } = await transaction((tx) =>
      sql<{ last: number | null; young: boolean; size: number }>`WITH page AS MATERIALIZED (
          SELECT id, ${time} AS at FROM ${from} WHERE id > ${after} ORDER BY id LIMIT ${batchRows}),
        gone AS (DELETE FROM ${from} WHERE id IN (SELECT id FROM page WHERE at < ${before}) AND ${only})
        SELECT max(id)::float8 AS last, coalesce(bool_or(at >= ${before}), true) AS young, count(*)::int AS size
        FROM page`.execute(tx),
    );
    const [page] = rows;
    if (!page || page.last === null || page.young || page.size < batchRows) return;
    after = page.last;
  }
}
