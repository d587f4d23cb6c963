import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { globSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { startTestPostgres } from './harness/postgres.ts';

const atOnce = 3;
/** Starting a process and loading the server costs more than most files do, so a process runs this many at least, one by one. */
const leastFiles = 4;
const fileTimeoutMs = 240_000;
const leftOpenMs = 20_000;
/** Those that take longer than all others, the slowest first. */
const slowest = [
  'test/web/pages.test.ts',
  'test/city/jobs/races.test.ts',
  'test/utility/videos/killed.test.ts',
  'test/video/picture/safe-area.test.ts',
  'test/platform/http/contract.test.ts',
  'test/video/voice.test.ts',
  'test/docs/guides.test.ts',
  'test/process/life.test.ts',
  'test/video/script.test.ts',
  'test/ledger/storm.test.ts',
  'test/city/shop/races.test.ts',
  'test/city/spectator/stream.test.ts',
  'test/city/moderation/nowhere.test.ts',
  'test/platform/db/embedded/place.test.ts',
  'test/utility/free-calls.test.ts',
  'test/ledger/long-ledger.test.ts',
  'test/utility/watches/killed.test.ts',
  'test/utility/pages/hostile.test.ts',
];

/** Runs test files (all of them, or those named) on one PostgreSQL of their own, each file on its own database. */
const named = process.argv.slice(2);
const files = named.length > 0 ? named : globSync('test/**/*.test.ts');
const dataDir = mkdtempSync(path.join(tmpdir(), 'kith-test-'));
const { server, env } = await startTestPostgres(dataDir);

/** What a file leaves open would keep its process for ever: it is given a while, and then told as the fault it is. */
const endOfBatch = `after(() => setTimeout(() => {
  console.error('still open after all tests: ' + process.getActiveResourcesInfo());
  process.exit(1);
}, ${leftOpenMs}).unref());`;

const batches = dealt(files).map((dealtFiles, at) => {
  const suites = dealtFiles
    .map((file) => [file, pathToFileURL(path.resolve(file)).href])
    .map(
      ([name, url]) =>
        `describe(${JSON.stringify(name)}, { timeout: ${fileTimeoutMs} }, async () => { await import('${url}'); });`,
    );
  const batch = path.join(dataDir, `batch-${at}.mjs`);
  writeFileSync(
    batch,
    ["import { after, describe } from 'node:test';", ...suites, endOfBatch, ''].join('\n'),
  );
  return batch;
});

const child = spawn(process.execPath, ['--test', `--test-concurrency=${atOnce}`, ...batches], {
  stdio: 'inherit',
  env: {
    ...process.env,
    ...env,
    // Hundreds of processes load the same files: each is stripped and compiled once.
    NODE_COMPILE_CACHE: path.join(dataDir, 'compiled'),
  },
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal));
const code = await new Promise<number>((resolve) => child.on('exit', (exit) => resolve(exit ?? 1)));
await server.stop();
rmSync(dataDir, { recursive: true, force: true });
process.exitCode = code;

/**
 * Which files a process runs: many in the first ones and few in the last, so that all end together; a slow one to begin
 * with, and the others in an order that has nothing to do with their folders.
 */
function dealt(found: readonly string[]): string[][] {
  const slow = slowest.filter((file) => found.includes(file));
  const place = (file: string) => createHash('sha256').update(file).digest('hex');
  const quick = found.filter((file) => !slow.includes(file)).sort((a, b) => (place(a) < place(b) ? -1 : 1));
  const hands: string[][] = [];
  while (slow.length + quick.length > 0) {
    const many = Math.max(leastFiles, Math.ceil(quick.length / (2 * atOnce)));
    hands.push([...slow.splice(0, 1), ...quick.splice(0, many)]);
  }
  return hands;
}
