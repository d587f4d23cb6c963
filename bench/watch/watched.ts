import { randomBytes } from 'node:crypto';

import { nextDueAfter, scheduleFor } from '../../src/platform/scheduler/task-kind.ts';
import { checkKind } from '../../src/utility/watches/check-tasks.ts';
import { type DatabaseAddress, query } from '../postgres.ts';

const batch = 5_000;
/** Watches per site: with 100,000 watches there are 1,000 names. */
const perHost = 100;

export interface Filled {
  readonly watches: number;
  readonly intervalMs: number;
  readonly port: number;
  /** Each at its own offset in the interval, or all of them now. */
  readonly due: 'spread' | 'now';
}

export const targetOf = (n: number, port: number): string =>
  `http://site-${Math.floor(n / perHost)}.test:${port}/${n}`;

/** Creates this many watches as if they were old; `asked_at` holds when each is first due. */
export async function fill(
  databaseAddress: DatabaseAddress,
  { watches, intervalMs, port, due }: Filled,
): Promise<void> {
  const now = new Date();
  const reading = JSON.stringify({ up: true, status: 200, status_class: '2xx', reason: null });
  for (let from = 0; from < watches; from += batch) {
    const numbers = Array.from({ length: Math.min(batch, watches - from) }, (_, i) => from + i);
    const ids = numbers.map(() => `wat_${randomBytes(12).toString('hex')}`);
    const dues = ids.map((id) => (due === 'now' ? now : nextDueAfter(scheduleFor(id, intervalMs), now)));
    await query(
      databaseAddress,
      `WITH made AS (
         INSERT INTO watch (id, owner, kind, target, secret, status, baseline, current, noise, checks,
           last_checked_at, next_check_at, asked_at, created_at)
         SELECT id, 'ally:' || n / 100, 'endpoint', target, '', 'active', $4, $4, '[]', 1, $5, due, due, $5
         FROM unnest($1::text[], $2::text[], $3::timestamptz[]) WITH ORDINALITY AS t (id, target, due, n)
         RETURNING id, next_check_at)
       INSERT INTO task (kind, subject, due_at, ready_at, payload, created_at)
       SELECT $6, id, next_check_at, next_check_at, 'null', $5 FROM made`,
      [ids, numbers.map((n) => targetOf(n, port)), dues, reading, now, checkKind],
    );
  }
  await query(databaseAddress, 'VACUUM ANALYZE watch, task');
}
