import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import type { FileResult, Message } from './reporter.ts';

/** One more than cores: tests also wait for timers, disks and PostgreSQL. */
const workerCount = Math.max(2, availableParallelism()) + 1;
/** A process keeps what its files loaded; beyond this a new one takes over. */
const maxRssBytes = 1.5 * 1024 ** 3;

/** How a process ends whose tests failed, which were reported before. */
const testsFailedCode = 1;

export interface Failure {
  readonly file: string;
  readonly name: string;
  readonly error: string;
}

export interface FileReport extends FileResult {
  readonly failures: readonly Failure[];
  /** What the file printed, and its diagnostics. */
  readonly output: string;
}

/** Runs files, in this order, in a few processes that each take the next one when they are ready. */
export async function runFiles(
  files: readonly string[],
  env: NodeJS.ProcessEnv,
  onFile: (report: FileReport) => void,
): Promise<void> {
  const left = [...files];
  const next = () => left.shift();
  const count = Math.min(workerCount, files.length);
  await Promise.all(
    Array.from({ length: count }, async () => {
      while (left.length > 0) await runWorker(next, env, onFile);
    }),
  );
}

/** Until no file is left, or the process should be replaced. */
async function runWorker(
  next: () => string | undefined,
  env: NodeJS.ProcessEnv,
  onFile: (report: FileReport) => void,
): Promise<void> {
  const worker = fork(path.join(import.meta.dirname, 'worker.ts'), {
    // Examples import the SDK as their readers do: here that is its source.
    execArgv: [
      ...process.execArgv,
      '--conditions=kith-source',
      `--test-reporter=${path.join(import.meta.dirname, 'reporter.ts')}`,
    ],
    env,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  workers.add(worker);
  let file: string | undefined;
  let output = '';
  let failures: Failure[] = [];
  let startedAt = 0;
  const finish = (result: FileResult) => {
    onFile({ ...result, failures, output });
    [file, output, failures] = [undefined, '', []];
  };
  const start = () => {
    file = next();
    startedAt = performance.now();
    worker.send({ file });
  };
  for (const stream of [worker.stdout, worker.stderr])
    stream?.on('data', (chunk: Buffer) => {
      output += chunk;
    });
  worker.on('message', (message: Message) => {
    if (message.is === 'note') output += `${message.text}\n`;
    if (message.is === 'failure') failures.push({ file: file ?? 'after the last file', ...message });
    // Anything else at the top is what a finished file left running.
    if (message.is !== 'file' || message.file !== file) return;
    finish(message);
    // What a timed out file left running would disturb the next one.
    if (message.timedOut) worker.kill('SIGKILL');
    else if (message.rss > maxRssBytes) worker.send({});
    else start();
  });
  start();
  const [code, signal] = await once(worker, 'close');
  workers.delete(worker);
  if (file === undefined && failures.length === 0 && (code === 0 || code === testsFailedCode)) return;
  // It died during a file, or its end showed a fault.
  const name = file ?? 'the end of a process';
  failures.push({ file: name, name: `exit code ${code ?? signal}`, error: output });
  const seconds = (performance.now() - startedAt) / 1_000;
  finish({ file: name, passed: 0, skipped: 0, seconds, cpu: 0, rss: 0, timedOut: false });
}

const workers = new Set<ChildProcess>();

export function stopWorkers(): void {
  for (const worker of workers) worker.kill();
}
