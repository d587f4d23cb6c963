import { spawn } from 'node:child_process';
import { globSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { parallelProcesses, splitIntoBatches } from './harness/batches.ts';
import { needsDatabase } from './harness/imports.ts';
import { scratchDir } from './harness/scratch.ts';
import { readTimings, saveTimings } from './harness/timings.ts';

const fileTimeoutMs = 600_000;
const leftOpenMs = 20_000;
const guessBytesPerSecond = 4_000;

/** Runs test files (all, or the named ones) on one separate PostgreSQL, each file on its own database. */
const named = process.argv.slice(2);
const files = named.length > 0 ? named : globSync('test/**/*.test.ts');
const dataDir = scratchDir();
// The schema is loaded with it, so files of pure rules pay for neither.
const postgres = files.some(needsDatabase)
  ? await (await import('./harness/postgres.ts')).startTestPostgres(dataDir)
  : undefined;
const timings = path.join(dataDir, 'timings');
const remembered = readTimings();

/** A handle that a file leaves open would keep its process alive: after a grace period it is reported as a fault. */
const endOfBatch = `after(() => setTimeout(() => {
  console.error('still open after all tests: ' + process.getActiveResourcesInfo());
  process.exit(1);
}, ${leftOpenMs}).unref());`;

const batches = splitIntoBatches(files, secondsOf).map((dealtFiles, at) => {
  const suites = dealtFiles.map((file) => suiteOf(file, pathToFileURL(path.resolve(file)).href));
  const batch = path.join(dataDir, `batch-${at}.mjs`);
  const imports = [
    "import { appendFileSync } from 'node:fs';",
    "import { after, before, describe } from 'node:test';",
  ];
  writeFileSync(batch, [...imports, ...suites, endOfBatch, ''].join('\n'));
  return batch;
});

const child = spawn(process.execPath, ['--test', `--test-concurrency=${parallelProcesses}`, ...batches], {
  stdio: 'inherit',
  env: {
    ...process.env,
    ...postgres?.env,
    // Hundreds of processes load the same files: each file is stripped and compiled once.
    NODE_COMPILE_CACHE: path.join(dataDir, 'compiled'),
  },
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal));
const code = await new Promise<number>((resolve) => child.on('exit', (exit) => resolve(exit ?? 1)));
await postgres?.server.stop();
saveTimings(timings);
rmSync(dataDir, { recursive: true, force: true });
process.exitCode = code;

/** A file as a suite, which records its duration. */
function suiteOf(name: string, url: string): string {
  const note = `appendFileSync(${JSON.stringify(timings)}, JSON.stringify([${JSON.stringify(name)}, (performance.now() - startedAt) / 1000]) + '\\n')`;
  return `describe(${JSON.stringify(name)}, { timeout: ${fileTimeoutMs} }, async () => {
  let startedAt = 0;
  before(() => { startedAt = performance.now(); });
  after(() => ${note});
  await import('${url}');
});`;
}

/** Its last duration on this machine; for a new file it is estimated from its size. */
function secondsOf(file: string): number {
  return remembered.get(file) ?? statSync(file).size / guessBytesPerSecond;
}
