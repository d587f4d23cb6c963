import { Type } from 'typebox';
import type { Clock } from '../../platform/clock.ts';
import type { Reader } from '../../platform/db/database.ts';
import { toStorable } from '../../platform/db/row-values.ts';
import type { Transact } from '../../platform/db/transaction.ts';
import { RawResponse } from '../../platform/http/raw-response.ts';
import { type BoundRoute, bind, route } from '../../platform/http/route.ts';
import { nullable, oneOf, timestamp } from '../../platform/http/schema.ts';
import { recurringSubject } from '../../platform/scheduler/recurring-task.ts';
import { recurringTask, type TaskKind } from '../../platform/scheduler/task-kind.ts';
import type { SkillDirectory } from '../catalogue/skill-directory.ts';
import { feedPath, pagePath, sampleFeed, samplePage } from './own-pages.ts';
import {
  type Result,
  runSelftest,
  type SelftestOutcome,
  type SelftestRunDependencies,
} from './run-selftest.ts';

interface ReportDependencies {
  readonly read: Reader;
  readonly directory: SkillDirectory;
  readonly urls: { readonly utility: string };
  /** The task whose due time is the next run; null if none is scheduled. */
  readonly kind: string | null;
}

const maxListed = 400;
const outcome = oneOf(['passed', 'failed', 'unreachable', 'skipped'], {
  description:
    'unreachable: an upstream of the skill could not be reached, so the skill was not tested. skipped: this server does not offer it (only facilities).',
});
const error = nullable(Type.String());
const counts = {
  passed: Type.Integer(),
  failed: Type.Integer(),
  unreachable: Type.Integer(),
  skipped: Type.Integer(),
  count: Type.Integer({ description: 'Number of skills.' }),
};

const result = Type.Object({
  skill: Type.String({ description: 'Id of the skill.' }),
  passed: Type.Boolean(),
  outcome,
  ms: Type.Integer(),
  checked: Type.String({ description: 'The target, and what was verified about the response.' }),
  error,
});

const report = Type.Object({
  ...counts,
  run_at: nullable(timestamp('Null before the first run has ended.')),
  next_run_at: nullable(timestamp('Null if the operator turned the self-test off.')),
  results: Type.Array(result),
  facilities: Type.Array(result, {
    description: 'What several skills or all of them need: render is the browser, x402 the payment flow.',
  }),
  history: Type.Optional(
    Type.Array(
      Type.Object({
        ...counts,
        run_at: timestamp(),
        not_passed: Type.Array(Type.Object({ skill: Type.String(), outcome, error })),
      }),
      { description: 'Past runs, newest first, including this one.' },
    ),
  ),
});

const selftest = route<ReportDependencies>()({
  method: 'GET',
  path: '/selftest',
  name: 'selftest',
  area: 'selftest',
  summary: 'Get the result of the daily self-test of every skill; history=30 lists past runs.',
  auth: 'none',
  effect: 'read',
  query: Type.Object({
    history: Type.Optional(
      Type.Integer({ minimum: 1, maximum: maxListed, description: 'Number of past runs to list.' }),
    ),
  }),
  example: { query: { history: 30 } },
  output: report,
  handle: async ({ query, setHeader }, { read, directory, kind }) => {
    const [runs, nextRunAt] = await Promise.all([
      read
        .selectFrom('selftest_run')
        .selectAll()
        .orderBy('run_at', 'desc')
        .limit(query.history ?? 1)
        .execute(),
      dueAt(read, kind),
    ]);
    const [last] = runs;
    setHeader('cache-control', 'public, max-age=30');
    const [results, facilities] = split(last?.results ?? [], directory);
    return {
      ...(last ? countResults(results) : { ...countResults([]), count: directory.ids.length }),
      run_at: last?.run_at.toISOString() ?? null,
      next_run_at: nextRunAt?.toISOString() ?? null,
      results,
      facilities,
      ...(query.history !== undefined && {
        history: runs.map((run) => ({
          ...countResults(split(run.results, directory)[0]),
          run_at: run.run_at.toISOString(),
          not_passed: run.results
            .filter((each) => !each.passed && each.outcome !== 'skipped')
            .map(({ skill, outcome, error }) => ({ skill, outcome, error }) satisfies object),
        })),
      }),
    };
  },
});

/** Results of skills, and of the facilities that they need. */
function split(results: readonly Result[], { ids }: SkillDirectory): [Result[], Result[]] {
  const isSkill = ({ skill }: Result) => ids.includes(skill);
  return [results.filter(isSkill), results.filter((each) => !isSkill(each))];
}

function countResults(results: readonly Result[]) {
  const count = (outcome: SelftestOutcome) => results.filter((each) => each.outcome === outcome).length;
  return {
    passed: count('passed'),
    failed: count('failed'),
    unreachable: count('unreachable'),
    skipped: count('skipped'),
    count: results.length,
  };
}

async function dueAt(read: Reader, kind: string | null): Promise<Date | undefined> {
  if (kind === null) return undefined;
  const task = await read
    .selectFrom('task')
    .select('due_at')
    .where('subject', '=', recurringSubject)
    .where('kind', '=', kind)
    .executeTakeFirst();
  return task?.due_at;
}

const sample = (
  name: string,
  path: string,
  summary: string,
  type: string,
  make: (baseUrl: string) => string,
) =>
  route<ReportDependencies>()({
    method: 'GET',
    path,
    name,
    area: 'selftest',
    summary,
    auth: 'none',
    effect: 'read',
    response: { status: 200, schema: Type.String(), types: [type] },
    handle: async (_, { urls }) =>
      new RawResponse(make(urls.utility), {
        'content-type': `${type}; charset=utf-8`,
        'content-security-policy': "default-src 'none'; img-src data:; frame-ancestors 'none'",
        'cache-control': 'public, max-age=300',
      }),
  });

const selftestRoutes = [
  selftest,
  sample(
    'selftestPage',
    pagePath,
    'Get a page with known content, to test skills that read pages.',
    'text/html',
    samplePage,
  ),
  sample(
    'selftestFeed',
    feedPath,
    'Get a feed with known content, to test rss-to-json.',
    'application/atom+xml',
    sampleFeed,
  ),
];

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
      const run = { run_at: runAt, results: JSON.stringify(toStorable(results)) };
      await tx.insertInto('selftest_run').values(run).execute();
      await task.finish(tx);
    });
  });
  return { ...work, runAtFirstStart: true };
}
