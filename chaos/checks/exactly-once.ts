import { isAcknowledged, type Operation } from '../load/operation.ts';
import type { Site } from '../site/site.ts';

/** Query for one kind of line in the histories of jobs. */
const historyOf = (step: string, line: string): string =>
  `SELECT replace(title, ' job ', ' ${step} ') || ' ' || by AS mark, count(*)::int AS times
   FROM job JOIN job_event ON job_id = job.id AND job_event.kind = '${line}'
   WHERE replace(title, ' job ', ' ${step} ') || ' ' || by = ANY ($1) GROUP BY 1`;

/** Per kind of operation, a query that returns (mark, number of times it took effect). */
const effectQueries: Record<string, string> = {
  registration:
    'SELECT screen_name AS mark, count(*)::int AS times FROM agent WHERE screen_name = ANY ($1) GROUP BY screen_name',
  job: `SELECT title AS mark, count(*)::int AS times FROM job
    JOIN ledger_entry ON ref = 'escrow:job:' || job.id || ':1' WHERE title = ANY ($1) GROUP BY title`,
  sponsorship:
    'SELECT note AS mark, count(*)::int AS times FROM room_sponsor WHERE note = ANY ($1) GROUP BY note',
  accept: historyOf('accept', 'accepted'),
  submit: historyOf('submit', 'submitted'),
  approve: `SELECT replace(title, ' job ', ' approve ') || ' ' || substring(to_account FROM 7) AS mark, count(*)::int AS times
    FROM job JOIN ledger_entry ON from_account = 'escrow:' || job.id AND ledger_entry.kind = 'payout'
    WHERE replace(title, ' job ', ' approve ') || ' ' || substring(to_account FROM 7) = ANY ($1) GROUP BY 1`,
};

export interface ExactlyOnceFindings {
  readonly lost: string[];
  readonly doubled: string[];
}

/**
 * Checks that every acknowledged operation took effect once, and every other one at most once. Messages and tips are
 * checked by the histories of their callers and readers.
 */
export async function checkExactlyOnce(
  site: Site,
  operations: readonly Operation[],
): Promise<ExactlyOnceFindings> {
  const found: ExactlyOnceFindings = { lost: [], doubled: [] };
  for (const [kind, text] of Object.entries(effectQueries)) {
    const ours = operations.filter((operation) => operation.kind === kind);
    const rows = await site.sql<{ mark: string; times: number }>(text, [ours.map(({ mark }) => mark)]);
    const times = new Map(rows.map((row) => [row.mark, row.times]));
    for (const operation of ours) {
      const kept = times.get(operation.mark) ?? 0;
      if (kept === 0 && isAcknowledged(operation)) found.lost.push(operation.mark);
      if (kept > 1) found.doubled.push(operation.mark);
    }
  }
  return found;
}
