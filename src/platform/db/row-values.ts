import { type RawBuilder, sql } from 'kysely';

/** A row of the query that this function builds. */
export type RowOf<Query extends (...args: never[]) => { executeTakeFirstOrThrow(): Promise<unknown> }> =
  Awaited<ReturnType<ReturnType<Query>['executeTakeFirstOrThrow']>>;

/** The row of a query that always returns exactly one, such as an aggregate without GROUP BY. */
export function exactlyOne<T>(rows: readonly T[]): T {
  const [row] = rows;
  if (row === undefined || rows.length !== 1) throw new Error(`expected exactly one row, got ${rows.length}`);
  return row;
}

/** Selects the ids of a page, as the `before_id` and `since_id` of a list name them; both are exclusive. */
export const isInIdRange = (
  column: string,
  { before_id, since_id }: { readonly before_id?: number; readonly since_id?: number },
): RawBuilder<boolean> =>
  sql<boolean>`${sql.ref(column)} < ${before_id ?? Number.MAX_SAFE_INTEGER}::bigint AND ${sql.ref(column)} > ${since_id ?? 0}::bigint`;

/**
 * A copy of JSON data that PostgreSQL can store: without NUL characters and lone surrogates, which foreign text may contain and
 * truncation can leave behind.
 */
export function toStorable<T>(value: T): T;
export function toStorable(value: unknown): unknown {
  if (typeof value === 'string') return storableText(value);
  if (Array.isArray(value)) return value.map((each) => toStorable(each));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, each]) => [storableText(key), toStorable(each)]);
  return Object.fromEntries(entries);
}

const storableText = (text: string): string => text.replaceAll('\0', '\ufffd').toWellFormed();
