import { type RawBuilder, sql } from 'kysely';

/**
 * Whether a note has every word of `q`, as a whole word or a prefix. A notebook has at most 256 notes of 8
 * KB, so its rows are searched without an index.
 */
export function matchesWords(q: string): RawBuilder<boolean> | undefined {
  const words = q.match(/[\p{L}\p{N}]+/gu) ?? [];
  if (words.length === 0) return undefined;
  const query = words.map((word) => `${word.toLowerCase()}:*`).join(' & ');
  const plain = sql`regexp_replace(key || ' ' || value, '[^[:alnum:]]+', ' ', 'g')`;
  return sql<boolean>`to_tsvector('simple', ${plain}) @@ to_tsquery('simple', ${query})`;
}
