import { sql } from 'kysely';
import { exactlyOne } from '../../platform/db/exactly-one.ts';
import type { Tx } from '../../platform/db/transaction.ts';

/** Append-only tables with increasing ids. */
type AppendOnlyTable = 'agent' | 'message' | 'job' | 'product' | 'purchase' | 'workspace';

/** Far longer than the time between allocating a row's id and assigning its transaction id. */
const settleMs = 60_000;

/**
 * Exact number of rows in a table, at the cost of counting only recent ones. A mark is set at the newest id;
 * once every transaction that was running then has ended, no row at or below the mark can still appear, and
 * those rows are never counted again. A transaction id above all those of this cluster comes from the cluster
 * that the database was restored from, where none is still running.
 */
export async function countRows(tx: Tx, table: AppendOnlyTable, now: Date): Promise<number> {
  await sql`INSERT INTO counted_rows (name) VALUES (${table}) ON CONFLICT DO NOTHING`.execute(tx);
  const { rows } = await sql<{
    rows: number;
    recent: number;
    settled: number;
    newest: number;
    ended: boolean;
    mark_at: Date;
  }>`
    SELECT c.rows, c.mark_at, t.recent, t.settled, t.newest,
      c.mark_xid <= pg_snapshot_xmin(pg_current_snapshot())
        OR c.mark_xid > pg_snapshot_xmax(pg_current_snapshot()) AS ended
    FROM counted_rows AS c CROSS JOIN LATERAL (
      SELECT count(*) AS recent, count(*) FILTER (WHERE id <= c.mark_id) AS settled,
        coalesce(max(id), c.through_id) AS newest
      FROM ${sql.table(table)} WHERE id > c.through_id) AS t
    WHERE c.name = ${table}`.execute(tx);
  const counts = exactlyOne(rows);
  if (counts.ended && now.getTime() - counts.mark_at.getTime() >= settleMs) {
    await sql`UPDATE counted_rows SET rows = rows + ${counts.settled}, through_id = mark_id,
      mark_id = ${counts.newest}, mark_xid = pg_snapshot_xmax(pg_current_snapshot()), mark_at = ${now}
      WHERE name = ${table}`.execute(tx);
  }
  return counts.rows + counts.recent;
}

/** Exact number of rows of each append-only table. */
export async function countAppendOnly(tx: Tx, now: Date): Promise<Record<AppendOnlyTable, number>> {
  return {
    agent: await countRows(tx, 'agent', now),
    message: await countRows(tx, 'message', now),
    job: await countRows(tx, 'job', now),
    product: await countRows(tx, 'product', now),
    purchase: await countRows(tx, 'purchase', now),
    workspace: await countRows(tx, 'workspace', now),
  };
}
