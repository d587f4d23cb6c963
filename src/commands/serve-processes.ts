import cluster from 'node:cluster';
import path from 'node:path';
import { serveMetrics } from '../app/metrics-server.ts';
import type { Config } from '../app/settings.ts';
import { explainStartError } from '../app/start-errors.ts';
import { openStorage } from '../app/storage.ts';
import { hasAgents } from '../city/identity/find-agent.ts';
import type { Log } from '../platform/log.ts';
import { ChildDidNotStart, type ChildPlan, Children } from '../platform/processes/children.ts';
import { SharedMetrics } from '../platform/processes/shared-metrics.ts';
import { banner, type Started } from './banner.ts';
import type { StartSteps } from './start-steps.ts';

/** Longer than a child's own limit; acknowledged writes are safe in the database's WAL. */
const stopMs = 9_800;

interface ServeOptions {
  readonly log: Log;
  /** Resolves with the reason once a stop is requested. */
  readonly stopRequested: Promise<string>;
  /** Aborted with it. */
  readonly waitUntil: AbortSignal;
  readonly onLost: (error: Error) => void;
  readonly steps: StartSteps;
}

/**
 * Runs several processes on the same two ports. This one owns the embedded database, applies migrations,
 * holds the listening sockets and restarts children; it serves no requests itself. Background work has its
 * own process.
 */
export async function serveProcesses(
  config: Config,
  { log, stopRequested, waitUntil, onLost, steps }: ServeOptions,
): Promise<number> {
  // Children accept connections themselves: with SCHED_RR, one handed to a dying child would hang.
  cluster.schedulingPolicy = cluster.SCHED_NONE;
  // After schedulingPolicy, which setupPrimary freezes.
  cluster.setupPrimary({ exec: process.argv[1], args: ['serve'] });
  const children = new Children(log);
  const closing: (() => Promise<unknown>)[] = [];
  const close = async () => {
    for (const each of closing.reverse()) await each();
  };
  try {
    const storage = await openStorage(config, {
      log,
      onTakenOver: onLost,
      waitUntil,
      onStep: (step) => steps.begin(step),
    });
    closing.push(() => {
      steps.begin('Stopping the database');
      return storage.close();
    });
    steps.begin('Starting the services');
    const metrics = new SharedMetrics(() => children.running);
    const metricsServer = await serveMetrics(metrics, { address: config.metricsAddress, log });
    closing.push(async () => metricsServer?.close());
    const started = await startAll(children, config);
    steps.finish(banner(started, config, await hasAgents(storage.database.read)));
  } catch (error) {
    steps.end();
    const problem = explainStartError(error);
    if (problem !== undefined) process.stderr.write(`kith: ${problem}\n`);
    children.kill();
    await close();
    if (waitUntil.aborted) return 0;
    if (problem === undefined && !(error instanceof ChildDidNotStart)) throw error;
    return 1;
  }
  const reason = await stopRequested;
  log.info({ why: reason }, 'stopping');
  const timer = setTimeout(() => {
    children.kill();
    process.exit(1);
  }, stopMs);
  steps.begin('Finishing requests and background work');
  await children.stop();
  await close();
  steps.end();
  clearTimeout(timer);
  log.info('stopped');
  return reason === 'lost' ? 1 : 0;
}

/** Starts the first child alone, so that an error that prevents starting is printed once. */
async function startAll(children: Children, config: Config): Promise<Started> {
  const [first, ...others] = planChildren(config);
  const urls = { city: '', utility: '' };
  if (first) Object.assign(urls, await children.start(first));
  await Promise.all(others.map((plan) => children.start(plan)));
  return { urls, dataDir: config.databaseUrl ? undefined : path.resolve(config.dataDir) };
}

/** Serving processes, and one for background work. */
function planChildren({ processes, roles }: Config): ChildPlan[] {
  const env = { KITH_MIGRATE_AT_START: '0' };
  const serving = roles.filter((role) => role !== 'worker').join(',');
  const plans = Array.from({ length: processes }, (_, at) => ({
    name: `api ${at + 1}`,
    env: { ...env, KITH_ROLES: serving },
  }));
  return roles.includes('worker')
    ? [...plans, { name: 'worker', env: { ...env, KITH_ROLES: 'worker' } }]
    : plans;
}
