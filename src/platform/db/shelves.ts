import { type Expression, type RawBuilder, sql } from 'kysely';
import type { Reader } from './database.ts';
import type { Migration } from './migrations.ts';

/**
 * A word index says what holds a word, and not in which order: the newest page of a common word would cost all that
 * hold it. So ids stand on shelves, small ones for the newest and each kind eight times as wide as the one before,
 * and an index holds words and shelves together. Asked for shelf by shelf, from the newest down, a page costs little
 * more than its own rows where the word is common, and a few dozen look-ups where it is rare, however many rows
 * there are.
 */
const widths = [9, 12, 15, 18, 21];

/** A first shelf that is nearly empty is no reason to take a wide one next. */
const fewest = 2;

/** The shelves that hold the ids from `top` down to `floor`, each id on one of them, the newest first. */
export function shelvesBetween(top: number, floor: number): string[] {
  const shelves: string[] = [];
  let next = top;
  for (const [at, bits] of widths.entries()) {
    const wider = widths[at + 1];
    const width = 2 ** bits;
    for (let taken = 0; next >= floor && next >= 0; taken++) {
      const endsWider = wider !== undefined && (next + 1) % 2 ** wider === 0;
      if (endsWider && taken >= fewest) break;
      const shelf = Math.floor(next / width);
      shelves.push(`${bits}/${shelf}`);
      next = shelf * width - 1;
    }
  }
  return shelves;
}

export const shelfMigrations: Migration[] = [
  {
    name: '0043 shelves',
    sql: `CREATE FUNCTION id_shelves(prefix text, id bigint) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE
      RETURN ARRAY[${widths.map((bits) => `prefix || '${bits}/' || (id >> ${bits})`).join(', ')}]`,
  },
];

/** Where a search begins, and whether an index can answer it: words that must not be there lead to no row. */
export async function searchFrom(
  read: Reader,
  table: string,
  words: string | undefined,
): Promise<{ newest: number; indexed: boolean }> {
  const { rows } = await sql<{ newest: number; tree: string }>`
    SELECT coalesce((SELECT max(id) FROM ${sql.table(table)}), 0) AS newest,
      querytree(websearch_to_tsquery('simple', ${words ?? ''})) AS tree`.execute(read);
  const { newest, tree } = rows[0]!;
  return { newest, indexed: tree !== 'T' };
}

/**
 * Ids of rows that stand on some shelves, in their order, until `limit` are found. `onShelf` is the query of one
 * shelf, which it knows as `shelf.name`; it gives an `id`.
 */
export function idsByShelf(
  shelves: readonly string[],
  onShelf: Expression<{ id: number }>,
  limit: number,
): RawBuilder<{ id: number }> {
  // A function and a lateral query can only be joined by going through the shelves one by one, so the limit ends it.
  return sql<{ id: number }>`SELECT found.id FROM unnest(${shelves}::text[]) AS shelf (name)
    CROSS JOIN LATERAL ${onShelf} AS found LIMIT ${limit}`;
}
