import { type Static, Type } from 'typebox';
import { readHead } from '../../ledger/entries.ts';
import type { Reader } from '../../platform/db/database.ts';
import { timestamp } from '../../platform/http/schema.ts';
import type { RouteFigures } from '../../platform/metrics.ts';
import { maxCounted, taskCounts } from '../../platform/scheduler/task-counts.ts';
import { version } from '../../version.ts';
import type { ViewDependencies } from './cached-view.ts';

const figuresSchema = Type.Object({
  count: Type.Integer(),
  error_rate: Type.Number({ description: 'Share of responses that were server errors (5xx).' }),
  p50_ms: Type.Number(),
  p95_ms: Type.Number(),
  p99_ms: Type.Number(),
});

const queueSchema = Type.Object({
  scheduled: Type.Integer({ description: `Due later; ${maxCounted} means that or more, here and below.` }),
  overdue: Type.Integer({ description: 'Due now and waiting for a process.' }),
  running: Type.Integer(),
  failed: Type.Integer({ description: 'Tasks that failed their last attempt.' }),
  lag_ms: Type.Integer({ description: 'Longest wait so far.' }),
});

export const observabilitySchema = Type.Object({
  at: timestamp(),
  uptime_s: Type.Integer({
    description:
      'Uptime of the process that responds; requests, waiting and watchers are also of this process.',
  }),
  version: Type.String(),
  requests: Type.Unsafe<Record<string, Static<typeof figuresSchema>>>({
    type: 'object',
    additionalProperties: figuresSchema,
    description: 'By route, as METHOD /path, since the process started; quantiles are read from a histogram.',
  }),
  queues: Type.Unsafe<Record<string, Static<typeof queueSchema>>>({
    type: 'object',
    additionalProperties: queueSchema,
    description: 'Scheduled work by kind, over all processes.',
  }),
  ledger: Type.Object({
    head: Type.Object({ seq: Type.Integer(), hash: Type.String() }),
    unsealed: Type.Integer({ description: 'Ledger entries that are not sealed into the chain yet.' }),
  }),
  waiting: Type.Integer({ description: 'Long polls that wait for a message.' }),
  watchers: Type.Integer({ description: 'Spectators connected to the stream.' }),
});

export async function readObservability(
  deps: ViewDependencies,
  startedAt: Date,
): Promise<Static<typeof observabilitySchema>> {
  const now = deps.clock.now();
  const [routes, tasks, head, unsealed] = await Promise.all([
    deps.metrics.routes('city'),
    taskCounts(deps.read, now),
    readHead(deps.read),
    countUnsealed(deps.read),
  ]);
  return {
    at: now.toISOString(),
    uptime_s: Math.floor((now.getTime() - startedAt.getTime()) / 1_000),
    version,
    requests: Object.fromEntries(routes.map((route) => [nameOf(route), omitRoute(route)])),
    queues: Object.fromEntries(tasks.map(({ kind, ...counts }) => [kind, counts])),
    ledger: { head: { seq: head.seq, hash: head.hash }, unsealed },
    waiting: deps.waiting(),
    watchers: deps.watchers(),
  };
}

/** The router's `/api/agents/:name` is `/api/agents/{name}` in all documents. */
const nameOf = ({ method, route }: RouteFigures): string =>
  `${method} ${route.replaceAll(/:(\w+)/g, '{$1}')}`;

const omitRoute = ({ method: _method, route: _route, ...figures }: RouteFigures) => figures;

async function countUnsealed(read: Reader): Promise<number> {
  const { count } = await read
    .selectFrom(
      read.selectFrom('ledger_entry').select('id').where('seq', 'is', null).limit(maxCounted).as('waiting'),
    )
    .select((select) => select.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}
