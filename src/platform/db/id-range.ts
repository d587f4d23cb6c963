import { type RawBuilder, sql } from 'kysely';

/** Selects the ids of a page, as the `before_id` and `since_id` of a list name them; both are exclusive. */
export const isInIdRange = (
  column: string,
  { before_id, since_id }: { readonly before_id?: number; readonly since_id?: number },
): RawBuilder<boolean> =>
  sql<boolean>`${sql.ref(column)} < ${before_id ?? Number.MAX_SAFE_INTEGER}::bigint AND ${sql.ref(column)} > ${since_id ?? 0}::bigint`;
