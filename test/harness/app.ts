import { PassThrough } from 'node:stream';
import type { TestContext } from 'node:test';
import { type Kith, startKith } from '../../src/app/kith.ts';
import { readConfig } from '../../src/app/settings.ts';
import { type Clock, systemClock } from '../../src/platform/clock.ts';
import { createLog } from '../../src/platform/log.ts';
import { Client } from './client.ts';
import { freshDatabase, type TestDatabase } from './database.ts';
import { documentLike } from './document.ts';
import { plentifulAp } from './plentiful-ap.ts';

export interface TestApp {
  readonly city: Client;
  readonly utility: Client;
  readonly database: TestDatabase;
  readonly kith: Kith;
  /** The metrics, as Prometheus reads them. */
  metrics(): Promise<string>;
  /** Everything logged so far. */
  logged(): string;
  stop(): Promise<void>;
}

export const signingKey = '11'.repeat(32);

interface AppOptions {
  env?: Record<string, string>;
  clock?: Clock;
  /** Starts another app on the same database. */
  database?: TestDatabase;
}

/** Starts the real app on free ports with its own database; stopped when the test ends. */
export async function startApp(test: TestContext | undefined, options: AppOptions = {}): Promise<TestApp> {
  const database = options.database ?? (await freshDatabase());
  const sink = new PassThrough();
  let logged = '';
  sink.on('data', (chunk: Buffer) => {
    logged += chunk.toString();
  });
  const config = readConfig({
    DATABASE_URL: database.url,
    // One for all apps of a run: those on one database must have the same files.
    ...(process.env.KITHTEST_DATA_DIR && { KITH_DATA_DIR: process.env.KITHTEST_DATA_DIR }),
    KITH_SIGNING_KEY: signingKey,
    KITH_CITY_PORT: '0',
    KITH_UTILITY_PORT: '0',
    KITH_METRICS_ADDRESS: '127.0.0.1:0',
    KITH_DATABASE_CONNECTIONS: '8',
    // Background work that a test does not request must not run beside it.
    KITH_SELFTEST_INTERVAL_S: '0',
    KITH_VIDEO_SAMPLES: '0',
    // At a low priority a video would wait for minutes beside the other tests.
    KITH_VIDEO_NICENESS: '0',
    // The next checkpoint that a test requests covers everything it moved.
    KITH_CHECKPOINT_INTERVAL_S: '0',
    ...plentifulAp,
    ...options.env,
  });
  const log = createLog({ level: config.logLevel, destination: sink });
  const kith = await startKith(config, { log, clock: options.clock ?? systemClock });
  let stopped = false;
  const stop = async () => {
    if (stopped) return;
    stopped = true;
    await kith.stop();
    if (!options.database) await database.drop();
  };
  test?.after(stop);
  const clientOf = (name: 'city' | 'utility') => {
    const url = kith.listens[name];
    const running = kith.services.find(({ service }) => service.name === name);
    return running ? new Client(url, () => documentLike(running.service, url)) : new Client(url);
  };
  return {
    city: clientOf('city'),
    utility: clientOf('utility'),
    database,
    kith,
    metrics: async () => (await fetch(kith.metricsUrl ?? '')).text(),
    logged: () => logged,
    stop,
  };
}
