import type { Kith } from '../../src/app/kith.ts';
import { startApp, type TestApp } from './app.ts';
import { randomAddress } from './client.ts';
import { releaseAtEnd } from './runner/shared.ts';

/** Nobody stops it: other files use it too. */
export interface SharedApp extends Omit<TestApp, 'stop' | 'kith'> {
  readonly kith: Omit<Kith, 'stop'>;
}

const apps = new Map<string, Promise<SharedApp>>();

/**
 * The app that all test files of a process share: what a test creates in it has names of its own (`register`,
 * `unique`), and each caller of this function has a network of its own, whose limits nobody else uses up. A test that
 * needs other settings shares the app with all that need the same; one that needs a fresh city or a clock starts its own.
 */
export async function sharedApp(env: Record<string, string> = {}): Promise<SharedApp> {
  const key = JSON.stringify(Object.entries(env).toSorted());
  const starting = apps.get(key) ?? start(env);
  apps.set(key, starting);
  const app = await starting;
  const network = randomAddress();
  return { ...app, city: app.city.from(network), utility: app.utility.from(network) };
}

async function start(env: Record<string, string>): Promise<SharedApp> {
  const app = await startApp(undefined, { env: { KITH_TRUST_PROXY: '127.0.0.1', ...env } });
  releaseAtEnd(() => app.stop());
  return app;
}

let count = 0;

/** A name that no other test of the process uses, for an agent, a room, a company or a workspace. */
export const unique = (word: string): string => `${word}${++count}`;
