import { getPriority, setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { type TaskFailureReason, toTaskFailure, unreadableInput } from './failure.ts';
import { type TaskMessage, tasks } from './tasks.ts';
import { ownProcPath, threadCpuMs } from './thread-cpu.ts';

/** Sent when a task's code is loaded: what the thread used until then is not the task's. */
export interface TaskStart {
  readonly procPath: string | undefined;
  readonly cpuMs: number;
}

/** A worker's result, one per task message, in order, with the CPU time of the task. */
export type TaskResult = { readonly cpuMs: number } & Outcome;

type Outcome =
  | { readonly ok: true; readonly output: unknown }
  | {
      readonly ok: false;
      readonly reason: TaskFailureReason;
      readonly message: string;
      readonly stack: string;
    };

export interface WorkerSettings {
  /** Niceness of the worker thread. */
  readonly niceness: number;
}

const { niceness }: WorkerSettings = workerData;
const procPath = ownProcPath();

function lowerPriority(): void {
  // Elsewhere niceness applies to the whole process, and the server's must not change.
  if (process.platform === 'linux' && niceness > 0) setPriority(0, Math.max(getPriority(0), niceness));
}

async function answer({ name, input }: TaskMessage): Promise<TaskResult> {
  let before = threadCpuMs(procPath);
  const outcome = await run({ name, input }, () => {
    before = threadCpuMs(procPath);
    return before;
  });
  return { ...outcome, cpuMs: threadCpuMs(procPath) - before };
}

async function run({ name, input }: TaskMessage, begin: () => number): Promise<Outcome> {
  try {
    const task = (await tasks[name]()) as (input: unknown) => unknown;
    // Only after the first load: at low priority a busy machine would take a task's whole time to load its code.
    lowerPriority();
    parentPort?.postMessage({ procPath, cpuMs: begin() } satisfies TaskStart);
    const output = await task(input);
    checkSize(output);
    return { ok: true, output };
  } catch (error) {
    const { reason, message } = toTaskFailure(error);
    return { ok: false, reason, message, stack: error instanceof Error ? (error.stack ?? '') : '' };
  }
}

parentPort?.on('message', async (message: TaskMessage) => {
  const result = await answer(message);
  try {
    parentPort?.postMessage(result);
  } catch (error) {
    // A result that cannot be sent (nested too deeply to clone) must still produce a reply.
    const { reason, message: text } = toTaskFailure(error);
    const failed: TaskResult = { ok: false, reason, message: text, stack: '', cpuMs: result.cpuMs };
    parentPort?.postMessage(failed);
  }
});

/**
 * One mebibyte of JSON stays within these limits; anything larger would block the server while it is
 * deserialised.
 */
const maxValues = 600_000;
const maxChars = 32 * 1_024 * 1_024;

/** Rejects a result that is too large to transfer: small pages can produce large results. */
export function checkSize(answer: unknown): void {
  const open: unknown[] = [answer];
  let values = 0;
  let chars = 0;
  while (open.length > 0) {
    const value = open.pop();
    values += 1;
    if (typeof value === 'string') chars += value.length;
    else if (ArrayBuffer.isView(value)) chars += value.byteLength;
    else if (typeof value === 'object' && value !== null) {
      const children: unknown[] = Array.isArray(value) ? value : Object.values(value);
      // Counted before they are visited, so that an oversized list is never traversed.
      if (values + open.length + children.length > maxValues) throw tooLarge();
      for (const each of children) open.push(each);
    }
    if (chars > maxChars) throw tooLarge();
  }
}

const tooLarge = () => unreadableInput('Its content is larger than one response can hold.');
