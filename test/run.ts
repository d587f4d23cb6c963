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

/** Runs test files (all of them, or those named) on one PostgreSQL of their own, each file on its own database. */
const named = process.argv.slice(2);
const files = named.length > 0 ? named : globSync('test/**/*.test.ts');
const dataDir = scratchDir();
// The schema is loaded with it, so neither costs a file of pure rules anything.
const postgres = files.some(needsDatabase)
  ? await (await import('./harness/postgres.ts')).startTestPostgres(dataDir)
  : undefined;
const timings = path.join(dataDir, 'timings');
const remembered = readTimings();

/** What a file leaves open would keep its process for ever: it is given a while, and then told as the fault it is. */
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
    // Hundreds of processes load the same files: each is stripped and compiled once.
    NODE_COMPILE_CACHE: path.join(dataDir, 'compiled'),
  },
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal));
const code = await new Promise<number>((resolve) => child.on('exit', (exit) => resolve(exit ?? 1)));
await postgres?.server.stop();
saveTimings(timings);
rmSync(dataDir, { recursive: true, force: true });
process.exitCode = code;

/** A file as a suite, which notes how long it took. */
function suiteOf(name: string, url: string): string {
  const note = `appendFileSync(${JSON.stringify(timings)}, JSON.stringify([${JSON.stringify(name)}, (performance.now() - began) / 1000]) + '\\n')`;
  return `describe(${JSON.stringify(name)}, { timeout: ${fileTimeoutMs} }, async () => {
  let began = 0;
  before(() => { began = performance.now(); });
  after(() => ${note});
  await import('${url}');
});`;
}

/** As long as it took here before; a file that never ran is guessed by its size. */
function secondsOf(file: string): number {
  return remembered.get(file) ?? statSync(file).size / guessBytesPerSecond;
}
