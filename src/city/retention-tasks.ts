import { type SqlBool, sql } from 'kysely';
import type { Clock } from '../platform/clock.ts';
import { pruneAged, pruneRows } from '../platform/db/prune.ts';
import type { Transact } from '../platform/db/transaction.ts';
import { dayMs } from '../platform/duration.ts';
import { recurringTask, type TaskKind } from '../platform/scheduler/task-kind.ts';
import { pruneDms } from './direct-messages/dm.ts';
import { pruneMessages } from './rooms/messages.ts';
import { pruneUnusedUploads, type UnusedUploadDependencies } from './uploads/files.ts';

/** Longer than any rule looks back at daily counts, and longer than expired placements are of interest. */
const countsKeptDays = 40;
/** One day more than a leaderboard looks back. */
const scoreDaysKept = 366;
/** The points stay on the ledger permanently; the hourly details explain them for a while. */
const reputationKeptDays = 400;

/** Retention in days per operator setting; 0 keeps rows forever. */
export interface CityRetention {
  readonly messages: number;
  readonly dms: number;
  readonly histories: number;
  readonly uploads: number;
  readonly claims: number;
  readonly reports: number;
}

interface RetentionDependencies extends UnusedUploadDependencies {
  readonly transaction: Transact;
  readonly clock: Clock;
  readonly retention: CityRetention;
}

/** Daily deletion by age: one task per operator setting, and one for counts. */
export function retentionTasks(deps: RetentionDependencies): TaskKind[] {
  const { transaction, clock, retention } = deps;
  const daysAgo = (days: number) => new Date(clock.now().getTime() - days * dayMs);
  const dailyPruning = (kind: string, days: number, prune: (before: Date) => Promise<void>): TaskKind[] =>
    days === 0
      ? []
      : [
          recurringTask(kind, dayMs, async (task) => {
            await prune(daysAgo(days));
            await transaction((tx) => task.finish(tx));
          }),
        ];
  return [
    ...dailyPruning('prune messages', retention.messages, (before) => pruneMessages(transaction, before)),
    ...dailyPruning('prune direct messages', retention.dms, (before) => pruneDms(transaction, before)),
    ...dailyPruning('prune histories', retention.histories, async (before) => {
      const isOfEndedJob = sql<SqlBool>`EXISTS (
        SELECT FROM job WHERE job.id = job_event.job_id AND job.status IN ('closed', 'done'))`;
      await pruneAged(transaction, 'job_event', { before, only: isOfEndedJob });
      await pruneAged(transaction, 'company_log', { before });
      await pruneAged(transaction, 'workspace_event', { before });
    }),
    ...dailyPruning('prune claims', retention.claims, (before) =>
      pruneRows(
        transaction,
        'claim',
        // Except paid claims, which document a deal, and those of open jobs, whose rules depend on them.
        sql`status IN ('released', 'denied') AND decided_at < ${before} AND EXISTS (
          SELECT FROM job WHERE job.id = claim.job_id AND job.status IN ('closed', 'done'))`,
      ),
    ),
    ...dailyPruning('prune reports', retention.reports, (before) =>
      pruneAged(transaction, 'report', { before, only: sql`closed_at < ${before}` }),
    ),
    ...dailyPruning('prune unused uploads', retention.uploads, (before) => pruneUnusedUploads(deps, before)),
    ...dailyPruning('prune counts of days', countsKeptDays, async (before) => {
      const day = before.toISOString().slice(0, 10);
      await pruneRows(transaction, 'key_spend', sql`day < ${day}`);
      await pruneRows(transaction, 'reputation_day', sql`day < ${day}`);
      await pruneRows(transaction, 'mint_use', sql`day < ${day}`);
      await pruneRows(transaction, 'mint_day', sql`day < ${day}`);
      await pruneRows(transaction, 'placement', sql`until_at < ${before}`);
    }),
    ...dailyPruning('prune days of scores', scoreDaysKept, async (before) => {
      const day = before.toISOString().slice(0, 10);
      // The newest of the old days is what a score has grown from.
      const isSuperseded = sql<SqlBool>`EXISTS (SELECT FROM score_day AS newer
        WHERE newer.name = score_day.name AND newer.day > score_day.day AND newer.day < ${day})`;
      await pruneRows(transaction, 'score_day', sql`day < ${day} AND ${isSuperseded}`);
    }),
    ...dailyPruning('prune hours of reputation', reputationKeptDays, (before) =>
      pruneAged(transaction, 'reputation_entry', { before, at: 'hour_at', only: sql`ref IS NOT NULL` }),
    ),
  ];
}
