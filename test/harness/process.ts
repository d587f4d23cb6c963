import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { signingKey } from './app.ts';
import { Client } from './client.ts';
import { documentForSettings } from './document.ts';
import { plentifulAp } from './plentiful-ap.ts';

const root = path.join(import.meta.dirname, '../..');

/** `kith serve` as an operator runs it: a separate process, configured by its environment. */
export interface KithProcess {
  readonly city: Client;
  readonly utility: Client;
  readonly child: ChildProcess;
  /** Everything it printed so far. */
  printed(): string;
  /** Ends it, and returns its exit code or the signal that ended it. */
  kill(signal?: 'SIGTERM' | 'SIGINT' | 'SIGKILL'): Promise<number | string>;
}

export interface FinishedProcess {
  readonly code: number | string;
  readonly stdout: string;
  readonly stderr: string;
}

interface AfterTest {
  after(clean: () => Promise<unknown>): void;
}

/** Runs a kith command to completion. */
export async function runKith(
  args: string[],
  env: Record<string, string>,
  { cwd = root, input = '' } = {},
): Promise<FinishedProcess> {
  const child = start(args, env, cwd);
  child.stdin?.end(input);
  const [stdout, stderr] = [gather(child.stdout), gather(child.stderr)];
  return { code: await waitForExit(child), stdout: stdout(), stderr: stderr() };
}

/** Starts it, and resolves once it reports that it is up. */
export const spawnKith = (test: AfterTest, env: Record<string, string>): Promise<KithProcess> =>
  beginKith(test, env).up;

interface StartingKith extends Pick<KithProcess, 'printed' | 'kill'> {
  /** Rejects if it ends before it is up. */
  readonly up: Promise<KithProcess>;
}

/** Starts it, and returns at once. */
export function beginKith(test: AfterTest, env: Record<string, string>): StartingKith {
  const child = start(['serve'], env, root);
  const [stdout, stderr] = [gather(child.stdout), gather(child.stderr)];
  const kill = async (signal: NodeJS.Signals = 'SIGTERM') => {
    const ended = waitForExit(child);
    child.kill(signal);
    return ended;
  };
  test.after(() => kill('SIGKILL'));
  const up = whenUp({ child, stdout, stderr, kill }, env);
  // Whoever only watches it start does not wait for it.
  up.catch(() => {});
  return { up, kill, printed: stdout };
}

interface Spawned extends Pick<KithProcess, 'child' | 'kill'> {
  stdout(): string;
  stderr(): string;
}

async function whenUp(
  { child, stdout, stderr, kill }: Spawned,
  env: Record<string, string>,
): Promise<KithProcess> {
  let up = false;
  child.stdout!.on('data', () => {
    // The banner is complete with its last line; log lines may follow in the same chunk.
    const last = /^ {2}city /m.test(stdout()) ? /^ {2}npx kith (?:register|jobs).*\n/m : /^ {2}data .*\n/m;
    up ||= /^kith is up\.$/m.test(stdout()) && last.test(stdout());
    if (up) child.emit('up');
  });
  await Promise.race([
    once(child, 'up'),
    waitForExit(child).then((code) => {
      throw new Error(`kith ended with ${code}: ${stdout()}${stderr()}`);
    }),
  ]);
  const addressOf = (name: string) => new RegExp(`^ {2}${name} +(http\\S+)$`, 'm').exec(stdout())?.[1] ?? '';
  const clientOf = async (name: string) => {
    const url = addressOf(name);
    // Not every process serves both.
    if (!url) return new Client(url);
    // Read while it runs, because a test may check responses during shutdown.
    const document = await documentForSettings(name, env, url);
    return new Client(url, async () => document);
  };
  const [city, utility] = await Promise.all([clientOf('city'), clientOf('utility API')]);
  return { city, utility, child, printed: stdout, kill };
}

/** Settings of a process on the test's own PostgreSQL. */
export const onDatabase = (database: { url: string }): Record<string, string> => ({
  ...plentifulAp,
  DATABASE_URL: database.url,
  ...(process.env.KITHTEST_DATA_DIR && { KITH_DATA_DIR: process.env.KITHTEST_DATA_DIR }),
  KITH_SIGNING_KEY: signingKey,
  KITH_DATABASE_CONNECTIONS: '6',
});

function start(args: string[], env: Record<string, string>, cwd: string): ChildProcess {
  const { PATH = '', HOME = '', NODE_COMPILE_CACHE } = process.env;
  return spawn(process.execPath, [path.join(root, 'bin/kith.mjs'), ...args], {
    cwd,
    env: {
      PATH,
      HOME,
      ...(NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE }),
      KITH_CITY_PORT: '0',
      KITH_UTILITY_PORT: '0',
      KITH_METRICS_ADDRESS: '127.0.0.1:0',
      KITH_SELFTEST_INTERVAL_S: '0',
      KITH_VIDEO_SAMPLES: '0',
      KITH_PROCESSES: '1',
      ...env,
    },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
}

function gather(stream: NodeJS.ReadableStream | null): () => string {
  let text = '';
  stream?.on('data', (chunk) => {
    text += chunk;
  });
  return () => text;
}

async function waitForExit(child: ChildProcess): Promise<number | string> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'close');
  return child.signalCode ?? child.exitCode ?? 'unknown';
}
