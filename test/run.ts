import { globSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { isRunInPart, needsDatabase } from './harness/runner/imports.ts';
import { runFiles, stopWorkers } from './harness/runner/pool.ts';
import { Report } from './harness/runner/report.ts';
import { orderBySeconds, saveTimings } from './harness/runner/timings.ts';
import { scratchDir } from './harness/scratch.ts';

/** One real example of each kind of long test, run with every `npm test`. */
const examples = [
  'test/long/web/quorum.test.ts',
  'test/long/video/picture/short-video.test.ts',
  'test/long/process/life.test.ts',
];
const layers = ['check', 'unit', 'api', 'long'];

/**
 * Runs test files on one separate PostgreSQL. Arguments are layers, folders or files. Without any: unit, api and the
 * examples. The layer `long` repeats in full what these run in part.
 */
const named = process.argv.slice(2);
const inFull = named.includes('long');
const files = named.length > 0 ? named.flatMap(filesOf) : [...['unit', 'api'].flatMap(filesOf), ...examples];
const dataDir = scratchDir();
// The schema is loaded with it, so files of pure rules pay for neither.
const postgres = files.some(needsDatabase)
  ? await (await import('./harness/postgres.ts')).startTestPostgres(dataDir)
  : undefined;
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, stopWorkers);
const report = new Report(files.length);
const env = {
  ...process.env,
  ...postgres?.env,
  KITHTEST_DATA_DIR: path.join(dataDir, 'data'),
  ...(inFull && { KITHTEST_FULL: '1' }),
  // Every process loads the same files: each is stripped of its types and compiled once.
  NODE_COMPILE_CACHE: path.join(import.meta.dirname, '../node_modules/.cache/kith-test-compiled'),
};
await runFiles(orderBySeconds(files), env, (file) => report.add(file));
await postgres?.server.stop();
saveTimings(report.files);
rmSync(dataDir, { recursive: true, force: true });
report.finish();
process.exitCode = report.failed ? 1 : 0;

function filesOf(name: string): string[] {
  const place = layers.includes(name) ? `test/${name}` : name;
  if (!statSync(place).isDirectory()) return [place];
  const files = globSync(`${place}/**/*.test.ts`);
  if (name !== 'long') return files;
  return [
    ...files.filter((file) => !examples.includes(file)),
    ...['unit', 'api'].flatMap(filesOf).filter(isRunInPart),
  ];
}
