import { spawn } from 'node:child_process';
import { globSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { startTestPostgres } from './harness/postgres.ts';

/** Starting a process and loading the server costs more than most files do, so a process runs this many, one by one. */
const filesAProcess = 12;
const fileTimeoutMs = 240_000;
const leftOpenMs = 20_000;
/** Those that take longer than all others. */
const slowest = [
  'test/city/jobs/races.test.ts',
  'test/utility/video/killed.test.ts',
  'test/web/pages.test.ts',
  'test/process/life.test.ts',
  'test/docs/guides.test.ts',
  'test/city/rooms/complete.test.ts',
  'test/video/voice.test.ts',
  'test/ledger/storm.test.ts',
  'test/utility/pages/hostile.test.ts',
  'test/platform/http/hostile.test.ts',
  'test/platform/http/contract.test.ts',
];

/** Runs test files (all of them, or those named) on one PostgreSQL of their own, each file on its own database. */
const named = process.argv.slice(2);
const files = named.length > 0 ? named : slowestFirst(globSync('test/**/*.test.ts'));
const dataDir = mkdtempSync(path.join(tmpdir(), 'kith-test-'));
const { server, env } = await startTestPostgres(dataDir);

/** What a file leaves open would keep its process for ever: it is given a while, and then told as the fault it is. */
const endOfBatch = `after(() => setTimeout(() => {
  console.error('still open after all tests: ' + process.getActiveResourcesInfo());
  process.exit(1);
}, ${leftOpenMs}).unref());`;

/** Dealt like cards: the slow files begin the first processes, one each, and none is left for the end. */
const processes = Math.ceil(files.length / filesAProcess);
const batches = Array.from({ length: processes }, (_, at) => {
  const suites = files
    .filter((_, place) => place % processes === at)
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

const child = spawn(process.execPath, ['--test', '--test-concurrency=4', ...batches], {
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

function slowestFirst(found: string[]): string[] {
  const isSlow = new Set(slowest);
  return [
    ...slowest.filter((file) => found.includes(file)),
    ...found.filter((file) => !isSlow.has(file)).sort(),
  ];
}
