import { type Expression, type RawBuilder, sql } from 'kysely';
import type { Reader } from './database.ts';
import { exactlyOne } from './row-values.ts';
import { wordQuery } from './word-query.ts';

/**
 * A word index knows which rows contain a word, not their order: the newest page of a common word would read
 * every row that contains it. So ids are divided into segments, narrow ones for the newest, each next kind
 * eight times as wide, and one index holds words and segments together. Read segment by segment from the
 * newest, a page costs little more than its own rows for a common word, and about a dozen lookups for a rare
 * one, whatever the size of the table.
 */
const widths = [9, 12, 15, 18, 21];

/** The first segment of a width may be covered already except for a few ids, so one per width could add almost nothing. */
const segmentsPerWidth = 2;

/** A named range of ids. Those above `top` were read with narrower segments. */
export interface Segment {
  readonly name: string;
  readonly top: number;
}

/** The segments that cover the ids from `top` down to `floor`, each id once, newest first. */
export function segmentsBetween(top: number, floor: number): Segment[] {
  const segments: Segment[] = [];
  let next = top;
  for (const bits of widths) {
    const maxSegments = bits === widths.at(-1) ? Number.POSITIVE_INFINITY : segmentsPerWidth;
    for (let count = 0; count < maxSegments && next >= floor && next >= 0; count++) {
      const segment = Math.floor(next / 2 ** bits);
      segments.push({ name: `${bits}/${segment}`, top: next });
      next = segment * 2 ** bits - 1;
    }
  }
  return segments;
}

export const segmentFunctions = `
  CREATE FUNCTION id_segments(prefix text, id bigint) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN ARRAY[${widths.map((bits) => `prefix || '${bits}/' || (id >> ${bits})`).join(', ')}];
  -- Generated columns take immutable functions only; for texts this is one.
  CREATE FUNCTION words_of(list text[]) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN array_to_string(list, ' ');
`;

/**
 * Where a search starts, and whether an index can serve it: excluded words select no rows. `ownIds` are read with
 * it, for a caller that searches among few rows only.
 */
export async function searchStart(
  read: Reader,
  table: string,
  words: string | undefined,
  ownIds: RawBuilder<number[]> = sql<number[]>`'{}'::bigint[]`,
): Promise<{ newest: number; indexed: boolean; ownIds: number[] }> {
  const { rows } = await sql<{ newest: number; tree: string; own_ids: number[] }>`
    SELECT coalesce((SELECT max(id) FROM ${sql.table(table)}), 0) AS newest,
      querytree(${wordQuery(words ?? '')}) AS tree,
      array_to_json(${ownIds}) AS own_ids`.execute(read);
  const { newest, tree, own_ids } = exactlyOne(rows);
  return { newest, indexed: tree !== 'T', ownIds: own_ids };
}

/**
 * Ids of rows in the given segments, in order, until `limit` are found. `inSegment` selects the `id`s of one
 * segment: those with `segment.name` whose `id + 0` is at most `segment.top`. A comparison of the id itself would
 * make the planner read the index of all ids beside the one of words.
 */
export function idsBySegment(
  segments: readonly Segment[],
  inSegment: Expression<{ id: number }>,
  limit: number,
): RawBuilder<{ id: number }> {
  // A function and a lateral query can only be joined by a nested loop over the segments, so the limit ends
  // it early.
  return sql<{ id: number }>`SELECT found.id FROM unnest(
      ${segments.map(({ name }) => name)}::text[], ${segments.map(({ top }) => top)}::bigint[]) AS segment (name, top)
    CROSS JOIN LATERAL ${inSegment} AS found LIMIT ${limit}`;
}
