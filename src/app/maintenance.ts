import { sql } from 'kysely';
import { audit } from '../ledger/audit.ts';
import { prunePaidResponses, pruneUnsentPayments } from '../payments/records.ts';
import { pruneRows } from '../platform/db/prune.ts';
import { dayMs, hourMs } from '../platform/duration.ts';
import { pruneSamples } from '../platform/health/history.ts';
import { pruneIdempotencyRecords } from '../platform/http/idempotency.ts';
import { pruneLimitUses } from '../platform/http/limits.ts';
import { recurringTask, type TaskKind } from '../platform/scheduler/task-kind.ts';
import { pruneCallLog } from '../utility/access/call-log.ts';
import { pruneQuotaUse } from '../utility/access/quota.ts';
import { pruneSessions } from '../web/sessions/sessions.ts';
import type { Runtime } from './runtime.ts';
import type { Config } from './settings.ts';

const selftestsKeptDays = 400;

/** Maintenance jobs: each runs once per interval across all processes. */
export function maintenanceTasks(
  { transaction, clock, log }: Runtime,
  { failedTaskDays }: Pick<Config, 'failedTaskDays'>,
): TaskKind[] {
  return [
    recurringTask('prune idempotency records', hourMs, async (task) => {
      await pruneIdempotencyRecords(transaction);
      await transaction((tx) => task.finish(tx));
    }),
    recurringTask('prune limit uses', hourMs, async (task) => {
      await pruneLimitUses(transaction, clock);
      await pruneQuotaUse(transaction, clock);
      await pruneCallLog(transaction, clock);
      await transaction((tx) => task.finish(tx));
    }),
    recurringTask('end idle page sessions and old health samples', hourMs, async (task) => {
      await pruneSessions({ transaction, clock });
      await pruneSamples(transaction, clock);
      await pruneRows(transaction, 'mcp_session', sql`expires_at < ${clock.now()}`);
      await pruneRows(transaction, 'oauth_code', sql`expires_at < ${clock.now()}`);
      await transaction((tx) => task.finish(tx));
    }),
    recurringTask('prune paid responses', hourMs, async (task) => {
      await prunePaidResponses(transaction, clock);
      await pruneUnsentPayments(transaction, clock);
      await transaction((tx) => task.finish(tx));
    }),
    recurringTask('prune failed tasks and self-tests', dayMs, async (task) => {
      const before = new Date(clock.now().getTime() - failedTaskDays * dayMs);
      if (failedTaskDays > 0) await pruneRows(transaction, 'task', sql`failed_at < ${before}`);
      const oldTests = new Date(clock.now().getTime() - selftestsKeptDays * dayMs);
      await pruneRows(transaction, 'selftest_run', sql`run_at < ${oldTests}`);
      await transaction((tx) => task.finish(tx));
    }),
    recurringTask('audit the ledger', dayMs, () => auditAndLog({ transaction, log })),
  ];
}

/** Audits the whole ledger and logs the outcome. */
export async function auditAndLog({ transaction, log }: Pick<Runtime, 'transaction' | 'log'>): Promise<void> {
  const { ok, ...found } = await audit(transaction);
  if (ok) log.info(found, 'ledger audit passed');
  else log.error(found, 'ledger audit failed');
}
