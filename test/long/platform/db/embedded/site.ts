import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, realpath, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { TestContext } from 'node:test';
import { Client } from 'pg';
import {
  type EmbeddedPostgres,
  type EmbeddedPostgresOptions,
  startEmbeddedPostgres,
} from '../../../../../src/platform/db/embedded/server.ts';

/** A separate data directory; processes that a failed test left running on it are killed before it is removed. */
export async function temporaryDataDir(t: { after(clean: () => Promise<void>): void }): Promise<string> {
  const dir = await realpath(await mkdtemp(path.join(os.tmpdir(), 'kith-test-')));
  t.after(async () => {
    for (const pid of postmastersOf(dir)) process.kill(pid, 'SIGKILL');
    await rm(dir, { recursive: true, force: true, maxRetries: 10 });
  });
  return dir;
}

/** Starts in this process, and stops when the test ends. */
export async function start(
  t: TestContext,
  dataDir: string,
  options: Partial<EmbeddedPostgresOptions> = {},
): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres({ dataDir, log: () => {}, ...options });
  t.after(() => server.stop());
  return server;
}

export async function query(
  { host, port, user, database }: EmbeddedPostgres,
  sql: string,
): Promise<Record<string, unknown>[]> {
  const client = new Client({ host, port, user, database });
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

export function postmasterPid(dataDir: string): number {
  return Number.parseInt(readFileSync(path.join(dataDir, 'postgres/postmaster.pid'), 'utf8'), 10);
}

/** Every running postmaster below the directory, found by its command line. */
export function postmastersOf(dir: string): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        const [program, ...args] = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
        return program?.endsWith('/postgres') && args.some((arg) => arg.startsWith(dir));
      } catch {
        return false;
      }
    })
    .map(Number);
}
