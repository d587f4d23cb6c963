import { sql } from 'kysely';
import type { Reader } from '../db/database.ts';

/** Counting stops here, so that the query stays cheap over millions of rows: this number means "or more". */
export const maxCounted = 10_000;

export interface TaskCounts {
  readonly kind: string;
  /** Due later, including retries that back off. */
  readonly scheduled: number;
  /** Due now and waiting for a process. */
  readonly overdue: number;
  readonly running: number;
  /** Given up and kept. */
  readonly failed: number;
  /** Age of the oldest overdue task; 0 if there is none. */
  readonly lag_ms: number;
}

/** Every kind that has a row, even one that no process runs: by index probes, never by a scan. */
export async function taskCounts(read: Reader, now: Date): Promise<TaskCounts[]> {
  const { rows } = await sql<Omit<TaskCounts, 'lag_ms'> & { waits_since: Date | null }>`
    WITH RECURSIVE kinds AS (
      SELECT ${kindAfter(sql`''`)} AS kind
      UNION ALL SELECT ${kindAfter(sql`kinds.kind`)} FROM kinds WHERE kinds.kind IS NOT NULL)
    SELECT kind, scheduled, failed, overdue, running, waits_since
    FROM kinds
    CROSS JOIN LATERAL (
      SELECT count(*) AS scheduled FROM (
        SELECT FROM task WHERE task.kind = kinds.kind AND failed_at IS NULL AND ready_at > ${now}
        LIMIT ${maxCounted}) AS later) AS later
    CROSS JOIN LATERAL (
      SELECT count(*) AS failed FROM (
        SELECT FROM task WHERE task.kind = kinds.kind AND failed_at IS NOT NULL LIMIT ${maxCounted}) AS failed) AS failed
    CROSS JOIN LATERAL (
      SELECT count(*) FILTER (WHERE leased) AS running, count(*) FILTER (WHERE NOT leased) AS overdue,
        min(ready_at) FILTER (WHERE NOT leased) AS waits_since
      FROM (
        SELECT ready_at, coalesce(lease_until >= now(), false) AS leased FROM task
        WHERE task.kind = kinds.kind AND failed_at IS NULL AND ready_at <= ${now}
        ORDER BY ready_at LIMIT ${maxCounted}) AS ready) AS ready
    WHERE kind IS NOT NULL ORDER BY kind`.execute(read);
  return rows.map(({ waits_since, ...counts }) => {
    return { ...counts, lag_ms: waits_since ? now.getTime() - waits_since.getTime() : 0 };
  });
}

interface FailedTaskPage {
  readonly limit: number;
  readonly kind?: string | undefined;
  /** Cursor: the last task of the previous page. */
  readonly after?: { readonly at: Date; readonly id: number } | undefined;
}

/** To the millisecond, the precision of a cursor in a URL. */
const failedAt = sql<Date>`date_trunc('milliseconds', failed_at)`;

/**
 * The most recently failed tasks, of one kind or of all, for operators to inspect. Scheduling one again
 * revives it.
 */
export async function failedTasks(read: Reader, { limit, kind, after }: FailedTaskPage) {
  return read
    .selectFrom('task')
    .select(['id', 'kind', 'subject', 'due_at', 'failed_at', 'attempts', 'last_error'])
    .where('failed_at', 'is not', null)
    .$if(kind !== undefined, (query) => query.where('kind', '=', kind ?? ''))
    .$if(after !== undefined, (query) =>
      query.where(sql<boolean>`(${failedAt}, id) < (${after?.at}::timestamptz, ${after?.id}::bigint)`),
    )
    .orderBy(failedAt, 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .$narrowType<{ failed_at: Date }>()
    .execute();
}

function kindAfter(previous: ReturnType<typeof sql>) {
  return sql`least(
    (SELECT min(kind) FROM task WHERE task.kind > ${previous} AND failed_at IS NULL),
    (SELECT min(kind) FROM task WHERE task.kind > ${previous} AND failed_at IS NOT NULL))`;
}
