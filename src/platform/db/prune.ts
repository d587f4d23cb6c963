import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Tables } from './tables.ts';
import type { Transact } from './transaction.ts';

/** Small enough that a batch holds its locks for a moment and stays far below the statement timeout. */
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
