import { sql } from 'kysely';
import type { Reader } from '../platform/db/database.ts';
import type { Transact, Tx } from '../platform/db/transaction.ts';

/**
 * Maps accounts to their entries. An index on two more columns would be written with every entry, and that
 * cost grows with the ledger; instead every complete block of entries is listed once, shortly afterwards: one
 * row per account in it. Entries beyond the last complete block are few enough to scan.
 */
export const entriesPerBlock = 2_048;

/** Lists the newly complete blocks. One process at a time; the next one continues where it stopped. */
export async function indexCompleteBlocks(transaction: Transact): Promise<void> {
  while (await transaction(indexNextBlock));
}

async function indexNextBlock(tx: Tx): Promise<boolean> {
  const { rows } = await sql<{ blocks: number }>`
    SELECT blocks FROM ledger_lists
    WHERE id = 1 AND (SELECT size FROM ledger_head WHERE id = 1) >= (blocks + 1)::bigint * ${sql.lit(entriesPerBlock)}
    FOR UPDATE OF ledger_lists SKIP LOCKED`.execute(tx);
  const next = rows[0]?.blocks;
  if (next === undefined) return false;
  const [above, upTo] = [next * entriesPerBlock, (next + 1) * entriesPerBlock];
  await sql`INSERT INTO ledger_account_list (account, block, size, places)
    SELECT account, ${next}, count(*), array_agg((seq - 1 - ${above})::smallint ORDER BY seq)
    FROM (
      SELECT from_account AS account, seq FROM ledger_entry WHERE seq > ${above} AND seq <= ${upTo}
      UNION ALL SELECT to_account, seq FROM ledger_entry WHERE seq > ${above} AND seq <= ${upTo}) AS part
    GROUP BY account ORDER BY account`.execute(tx);
  await tx
    .updateTable('ledger_lists')
    .set({ blocks: next + 1 })
    .where('id', '=', 1)
    .execute();
  return true;
}

/** The seq up to which everything is listed. It only grows, and lists never change. */
export async function readIndexedUpTo(read: Reader): Promise<number> {
  const { blocks } = await read
    .selectFrom('ledger_lists')
    .select('blocks')
    .where('id', '=', 1)
    .executeTakeFirstOrThrow();
  return blocks * entriesPerBlock;
}

export interface SeqRange {
  /** Both ends are exclusive. */
  readonly above: number;
  readonly below: number;
}

/** The seqs of an account in a listed range: highest first, or lowest first. */
export async function readIndexedSeqs(
  read: Reader,
  account: string,
  { above, below }: SeqRange,
  { limit, order }: { limit: number; order: 'asc' | 'desc' },
): Promise<number[]> {
  if (below - above < 2) return [];
  const blockOf = (seq: number) => Math.floor((seq - 1) / entriesPerBlock);
  const way = sql.raw(order);
  // Blocks inside the range contribute all of their entries, so a few rows are enough. For an account that occurs in
  // every block, the long lists after the first are not even read.
  const { rows } = await sql<{ seq: number }>`
    WITH near AS (
      SELECT block, size, places FROM ledger_account_list
      WHERE account = ${account} AND block >= ${blockOf(above + 1)} AND block <= ${blockOf(below - 1)}
      ORDER BY block ${way} LIMIT ${limit + 2}),
    passed AS (
      SELECT block, places, coalesce(sum(size) OVER before - first_value(size) OVER before, 0) AS count FROM near
      WINDOW before AS (ORDER BY block ${way} ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING))
    SELECT seq FROM (
      SELECT block::bigint * ${sql.lit(entriesPerBlock)} + unnest(places) + 1 AS seq FROM passed WHERE count < ${limit}) AS listed
    WHERE seq > ${above} AND seq < ${below} ORDER BY seq ${way} LIMIT ${limit}`.execute(read);
  return rows.map((row) => row.seq);
}
