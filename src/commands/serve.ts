import cluster from 'node:cluster';
import type { Kith } from '../app/kith.ts';
import type { Config } from '../app/settings.ts';
import { checkStart } from '../app/start-checks.ts';
import type { Storage, StorageOptions } from '../app/storage.ts';
import { createLog, isTextLog } from '../platform/log.ts';
import { sendToParent } from '../platform/processes/shared-metrics.ts';
import { StartSteps } from './start-steps.ts';

/** Limit for a graceful stop: acknowledged writes are safe in the database's WAL. */
const stopMs = 9_500;

/** Runs kith until it receives a stop signal. */
export async function serve(config: Config): Promise<number> {
  const isChild = cluster.isWorker;
  const steps = new StartSteps();
  const text = isTextLog(config.logFormat, process.stdout);
  const ownLog = createLog({ level: config.logLevel, text });
  const log = isChild ? ownLog.child({ pid: process.pid }) : ownLog;
  const { promise: stopRequested, resolve: askToStop } = Promise.withResolvers<string>();
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.on(signal, () => {
      stop.abort();
      askToStop(signal);
    });
  const onLost = (error: Error) => {
    log.fatal({ err: error }, 'the data dir was taken over');
    askToStop('lost');
  };
  try {
    if (!isChild) await checkStart(config, log);
  } catch (error) {
    return reportStartError(error);
  }
  // The rest is loaded now, so that a start that cannot succeed says so at once.
  const serves = config.roles.some((role) => role !== 'worker');
  if (config.processes > 1 && serves && !isChild) {
    const { serveProcesses } = await import('./serve-processes.ts');
    return serveProcesses(config, { log, stopRequested, waitUntil: stop.signal, onLost, steps });
  }
  const onStep = (step: string) => steps.begin(step);
  const storage = isChild
    ? undefined
    : await beginStorage(config, { log, onStep, waitUntil: stop.signal, onTakenOver: onLost });
  // Not before: a process that only starts others never loads the services.
  const { startKith } = await import('../app/kith.ts');
  const { DatabaseClock } = await import('../platform/db/database-clock.ts');
  const { banner } = await import('./banner.ts');
  let kith: Kith;
  try {
    kith = await startKith(config, {
      log,
      clock: new DatabaseClock(),
      onLost,
      isChild,
      waitUntil: stop.signal,
      storage: storage?.opened,
      ...(!isChild && { onStep }),
    });
  } catch (error) {
    steps.end();
    if (isAbort(error)) return 0;
    return reportStartError(error);
  }
  if (isChild) sendToParent({ kind: 'up', urls: { ...kith.urls } });
  else steps.finish(banner(kith, config, await kith.hasAgents()));
  const reason = await stopRequested;
  log.info({ why: reason }, 'stopping');
  const timer = setTimeout(() => process.exit(1), stopMs);
  await kith.stop();
  steps.end();
  clearTimeout(timer);
  log.info('stopped');
  return reason === 'lost' ? 1 : 0;
}

/**
 * Returns as soon as other processes create or start the database: they do so while this one loads the services, which
 * takes longest of all.
 */
async function beginStorage(config: Config, options: StorageOptions): Promise<{ opened: Promise<Storage> }> {
  const { openStorage } = await import('../app/storage.ts');
  const { promise: waiting, resolve: onWait } = Promise.withResolvers<void>();
  const opened = openStorage(config, { ...options, onWait });
  // A failure is reported by whoever uses it.
  await Promise.race([waiting, opened.catch(() => {})]);
  return { opened };
}

/** It was asked to stop while it waited. */
const isAbort = (error: unknown): boolean => error instanceof Error && error.name === 'AbortError';

/** Prints a problem that the operator can solve as one line; anything else is a bug and is thrown. */
async function reportStartError(error: unknown): Promise<number> {
  const { explainStartError } = await import('../app/start-errors.ts');
  const problem = explainStartError(error);
  if (problem === undefined) throw error;
  process.stderr.write(`kith: ${problem}\n`);
  return 1;
}
