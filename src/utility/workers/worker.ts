import { getPriority, setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { checkSize } from './answer-size.ts';
import { failureOf, type TaskFailureReason } from './failure.ts';
import { ownFigures } from './scheduling.ts';
import { type TaskMessage, tasks } from './tasks.ts';

/** What a worker sends before anything else. */
export interface WorkerStart {
  readonly figures: string | undefined;
}

/** What a worker sends back: one of these for each message, in order. */
export type TaskResult =
  | { readonly ok: true; readonly output: unknown }
  | {
      readonly ok: false;
      readonly reason: TaskFailureReason;
      readonly message: string;
      readonly stack: string;
    };

export interface WorkerSettings {
  /** By how much other threads and processes go before this one. */
  readonly niceness: number;
}

const { niceness } = workerData as WorkerSettings;
// Elsewhere a process has one priority, and the server's must stay.
if (process.platform === 'linux' && niceness > 0) setPriority(0, Math.max(getPriority(0), niceness));
parentPort?.postMessage({ figures: ownFigures() } satisfies WorkerStart);

async function answer({ name, input }: TaskMessage): Promise<TaskResult> {
  try {
    const task = (await tasks[name]()) as (input: unknown) => unknown;
    const output = await task(input);
    checkSize(output);
    return { ok: true, output };
  } catch (error) {
    const { reason, message } = failureOf(error);
    return { ok: false, reason, message, stack: error instanceof Error ? (error.stack ?? '') : '' };
  }
}

parentPort?.on('message', async (message: TaskMessage) => {
  const result = await answer(message);
  try {
    parentPort?.postMessage(result);
  } catch (error) {
    // An answer that cannot be sent (nested too deep to be cloned) must still be told of.
    const { reason, message: said } = failureOf(error);
    parentPort?.postMessage({ ok: false, reason, message: said, stack: '' } satisfies TaskResult);
  }
});
