import { type Expression, type RawBuilder, sql } from 'kysely';
import type { Reader } from './database.ts';
import type { Migration } from './migrations.ts';
import { only } from './only.ts';

/**
 * A word index knows which rows contain a word, not their order: the newest page of a common word would read
 * every row that contains it. So ids are divided into segments, narrow ones for the newest, each next kind
 * eight times as wide, and one index holds words and segments together. Read segment by segment from the
 * newest, a page costs little more than its own rows for a common word, and a few dozen lookups for a rare
 * one, whatever the size of the table.
 */
const widths = [9, 12, 15, 18, 21];

/** The first segment may be nearly empty, so at least this many of a kind precede a wider one. */
const fewest = 2;

/** The segments that cover the ids from `top` down to `floor`, each id once, newest first. */
export function segmentsBetween(top: number, floor: number): string[] {
  const segments: string[] = [];
  let next = top;
  for (const [at, bits] of widths.entries()) {
    const wider = widths[at + 1];
    const width = 2 ** bits;
    for (let taken = 0; next >= floor && next >= 0; taken++) {
      const endsWider = wider !== undefined && (next + 1) % 2 ** wider === 0;
      if (endsWider && taken >= fewest) break;
      const segment = Math.floor(next / width);
      segments.push(`${bits}/${segment}`);
      next = segment * width - 1;
    }
  }
  return segments;
}

export const segmentMigrations: Migration[] = [
  {
    name: '0043 shelves',
    sql: `CREATE FUNCTION id_shelves(prefix text, id bigint) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE
      RETURN ARRAY[${widths.map((bits) => `prefix || '${bits}/' || (id >> ${bits})`).join(', ')}]`,
  },
];

/** Where a search starts, and whether an index can serve it: excluded words select no rows. */
export async function searchFrom(
  read: Reader,
  table: string,
  words: string | undefined,
): Promise<{ newest: number; indexed: boolean }> {
  const { rows } = await sql<{ newest: number; tree: string }>`
    SELECT coalesce((SELECT max(id) FROM ${sql.table(table)}), 0) AS newest,
      querytree(websearch_to_tsquery('simple', ${words ?? ''})) AS tree`.execute(read);
  const { newest, tree } = only(rows);
  return { newest, indexed: tree !== 'T' };
}

/**
 * Ids of rows in the given segments, in order, until `limit` are found. `inSegment` selects the `id`s of one
 * segment, whose name is `segment.name`.
 */
export function idsBySegment(
  segments: readonly string[],
  inSegment: Expression<{ id: number }>,
  limit: number,
): RawBuilder<{ id: number }> {
  // A function and a lateral query can only be joined by a nested loop over the segments, so the limit ends
  // it early.
  return sql<{ id: number }>`SELECT found.id FROM unnest(${segments}::text[]) AS segment (name)
    CROSS JOIN LATERAL ${inSegment} AS found LIMIT ${limit}`;
}
