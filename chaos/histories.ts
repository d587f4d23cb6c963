import { spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';

const root = path.join(import.meta.dirname, '..');

/**
 * Runs every test of generated histories for this many minutes in total, each for an equal share and with the
 * given seed. Returns the exit code.
 */
export function runHistories(minutes: number, seed: number): number {
  const files = globSync('test/{unit,api}/**/*.test.ts', { cwd: root }).filter((file) =>
    readFileSync(path.join(root, file), 'utf8').includes('checkHistories('),
  );
  const env = {
    ...process.env,
    HISTORIES_MINUTES: String(minutes / files.length),
    HISTORIES_SEED: String(seed),
  };
  const failed = files.filter((file) => {
    const { status } = spawnSync(process.execPath, ['test/run.ts', file], {
      cwd: root,
      env,
      stdio: 'inherit',
    });
    return status !== 0;
  });
  console.log(
    `${files.length} models, seed ${seed}: ${failed.length === 0 ? 'passed' : `failed: ${failed}`}`,
  );
  return failed.length === 0 ? 0 : 1;
}
