import { spawn } from 'node:child_process';
import { open, readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type DatabaseAddress, databaseUrl } from './postgres.ts';

const kith = fileURLToPath(new URL('../bin/kith.mjs', import.meta.url));
const startMs = 60_000;
const stopMs = 15_000;

export interface Server {
  readonly city: string;
  readonly utility: string;
  readonly pid: number | undefined;
  stop(): Promise<void>;
}

interface ServerOptions {
  readonly database: DatabaseAddress;
  /** Destination of its log: a file, as in most deployments, so that the cost of logging is included. */
  readonly dir: string;
  readonly logLevel: string;
  /** File for a CPU profile, written at the end; none by default. */
  readonly profileDir: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** A real `kith serve` with an external PostgreSQL. */
export async function startServer({
  database,
  dir,
  logLevel,
  profileDir,
  env,
}: ServerOptions): Promise<Server> {
  const logFile = path.join(dir, 'kith.log');
  const log = await open(logFile, 'w');
  const flags = profileDir ? ['--cpu-prof', '--cpu-prof-dir', path.resolve(profileDir)] : [];
  const child = spawn(process.execPath, [...flags, kith, 'serve'], {
    cwd: dir,
    stdio: ['ignore', log.fd, 'inherit'],
    env: {
      PATH: process.env.PATH,
      DATABASE_URL: databaseUrl(database),
      KITH_SIGNING_KEY: '22'.repeat(32),
      KITH_CITY_PORT: '0',
      KITH_UTILITY_PORT: '0',
      KITH_TRUST_PROXY: '127.0.0.1',
      KITH_SELFTEST_INTERVAL_S: '0',
      KITH_VIDEO_SAMPLES: '0',
      KITH_LOG_LEVEL: logLevel,
      // Its CPU time is read by its process id.
      KITH_PROCESSES: '1',
      ...env,
    },
  });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  await log.close();
  const stop = async () => {
    child.kill('SIGTERM');
    const kill = setTimeout(() => child.kill('SIGKILL'), stopMs);
    await ended;
    clearTimeout(kill);
  };
  for (const end = Date.now() + startMs; Date.now() < end && child.exitCode === null; await sleep(50)) {
    const logText = await readFile(logFile, 'utf8');
    const city = /^ {2}city +(http\S+)$/m.exec(logText)?.[1];
    const utility = /^ {2}utility API +(http\S+)$/m.exec(logText)?.[1];
    if (city && utility) return { city, utility, pid: child.pid, stop };
  }
  await stop();
  throw new Error(`kith did not start: ${await readFile(logFile, 'utf8')}`);
}
