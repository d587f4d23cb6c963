import type { Clock } from '../../platform/clock.ts';
import type { Reader } from '../../platform/db/database.ts';
import { toStorable } from '../../platform/db/storable.ts';
import type { Transact } from '../../platform/db/transaction.ts';
import { type BoundRoute, bind } from '../../platform/http/route.ts';
import { recurringTask, type TaskKind } from '../../platform/scheduler/task-kind.ts';
import { selftestRoutes } from './routes.ts';
import {
  type Result,
  runSelftest,
  type SelftestOutcome,
  type SelftestRunDependencies,
} from './run-selftest.ts';

const selftestKind = 'test the skills';

interface SelftestDependencies extends SelftestRunDependencies {
  readonly read: Reader;
  readonly transaction: Transact;
  readonly clock: Clock;
  readonly urls: { readonly utility: string };
  /** 0 disables it. */
  readonly selftestIntervalMs: number;
}

/** Assembles the self-test of all skills: its daily task and its report. */
export function createSelftest(deps: SelftestDependencies): { routes: BoundRoute[]; work: TaskKind[] } {
  const { selftestIntervalMs: intervalMs } = deps;
  const routes = bind(selftestRoutes, { ...deps, kind: intervalMs > 0 ? selftestKind : null });
  return { routes, work: intervalMs > 0 ? [selftestWork(deps, intervalMs)] : [] };
}

/** Runs in one process at a time; a run whose process dies leaves no result and is repeated by another. */
function selftestWork(deps: SelftestDependencies, intervalMs: number): TaskKind {
  const { transaction, clock } = deps;
  const work = recurringTask(selftestKind, intervalMs, async (task) => {
    const runAt = clock.now();
    const results = await runSelftest(deps, task.signal);
    await transaction(async (tx) => {
      const run = {
        run_at: runAt,
        passed: count(results, 'passed'),
        failed: count(results, 'failed'),
        unreachable: count(results, 'unreachable'),
        results: JSON.stringify(toStorable(results)),
      };
      await tx.insertInto('selftest_run').values(run).execute();
      await task.finish(tx);
    });
  });
  return { ...work, runAtFirstStart: true };
}

const count = (results: readonly Result[], outcome: SelftestOutcome) =>
  results.filter((each) => each.outcome === outcome).length;
