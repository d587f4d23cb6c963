import { setTimeout as sleep } from 'node:timers/promises';
import type { Site } from '../site/site.ts';
import type { Callers } from './caller.ts';
import { type ChaosAgent, callOrThrow, company } from './population.ts';
import type { ScheduledWork } from './scheduled-work.ts';

const members = 5;
const periods = 3;
const dayMs = 86_400_000;
const mostMs = 180_000;

/** A company with salaries; in each round three days of each salary are due at once. */
export async function payroll(
  site: Site,
  callers: Callers,
  agents: readonly ChaosAgent[],
): Promise<ScheduledWork> {
  const [founder, ...others] = agents;
  if (!founder) throw new Error('a company needs a founder');
  const post = (path: string, { key, name }: ChaosAgent, body?: object) =>
    callOrThrow(callers, {
      method: 'POST',
      path,
      key,
      idempotencyKey: `${path} ${name} ${JSON.stringify(body)}`,
      ...(body && { body }),
    });
  for (const member of others.slice(0, members)) {
    await post(`/api/projects/${company}/join`, member);
    const salary = { name: member.name, ap: 1, period: 'day', role: 'worker' };
    await post(`/api/projects/${company}/salary`, founder, salary);
  }
  let refs: string[] = [];
  return {
    async begin() {
      // Simulates elapsed time: the running period of each salary began three days ago.
      const rows = await site.sql<{ id: string; started_at: Date }>(
        `UPDATE company_salary SET started_at = date_trunc('milliseconds', now()) - interval '${periods} days 1 minute'
         RETURNING id, started_at`,
      );
      await site.sql(`UPDATE task SET due_at = now(), ready_at = now() WHERE kind = 'salary'`);
      refs = rows.flatMap(({ id, started_at }) =>
        Array.from({ length: periods }, (_, n) => {
          const dueAt = new Date(started_at.getTime() + (n + 1) * dayMs);
          return `salary:${id}:${dueAt.toISOString()}`;
        }),
      );
    },
    async check() {
      for (const end = performance.now() + mostMs; ; await sleep(200)) {
        const rows = await site.sql<{ ref: string; times: number }>(
          'SELECT ref, count(*)::int AS times FROM ledger_entry WHERE ref = ANY ($1) GROUP BY ref',
          [refs],
        );
        const times = new Map(rows.map((row) => [row.ref, row.times]));
        const wrong = refs.filter((ref) => times.get(ref) !== 1);
        const isWaiting = wrong.every((ref) => times.get(ref) === undefined) && performance.now() < end;
        if (wrong.length > 0 && isWaiting) continue;
        return wrong.map((ref) => `${ref} was paid ${times.get(ref) ?? 0} times`);
      }
    },
  };
}
