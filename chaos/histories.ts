import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';

const root = path.join(import.meta.dirname, '..');

/**
 * Runs every test of generated histories for this many minutes in total, each for an equal share and with the
 * given seed. Returns the exit code.
 */
export async function runHistories(minutes: number, seed: number): Promise<number> {
  const files = globSync('test/{unit,api}/**/*.test.ts', { cwd: root }).filter((file) =>
    readFileSync(path.join(root, file), 'utf8').includes('checkHistories('),
  );
  const env = {
    ...process.env,
    HISTORIES_MINUTES: String(minutes / files.length),
    HISTORIES_SEED: String(seed),
  };
  const failed: string[] = [];
  for (const file of files) {
    const child = spawn(process.execPath, ['test/run.ts', file], { cwd: root, env, stdio: 'inherit' });
    // It stops its PostgreSQL and its workers itself.
    let isStopped = false;
    const pass = (signal: NodeJS.Signals) => {
      isStopped = true;
      child.kill(signal);
    };
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, pass);
    const [code] = await once(child, 'close');
    for (const each of ['SIGINT', 'SIGTERM'] as const) process.off(each, pass);
    if (isStopped) return 130;
    if (code !== 0) failed.push(file);
  }
  console.log(
    `${files.length} models, seed ${seed}: ${failed.length === 0 ? 'passed' : `failed: ${failed}`}`,
  );
  return failed.length === 0 ? 0 : 1;
}
