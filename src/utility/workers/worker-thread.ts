import { Worker } from 'node:worker_threads';
import { TaskFailure, toTaskFailure } from './failure.ts';
import { runQueueWaitMs } from './scheduling.ts';
import type { TaskMessage } from './tasks.ts';
import type { TaskResult, WorkerSettings, WorkerStart } from './worker.ts';

export interface RunOptions {
  readonly signal?: AbortSignal;
  /** Limit for queueing and running together; a task that exceeds it is terminated. */
  readonly timeoutMs?: number;
  /** Size of the input. */
  readonly bytes?: number;
  /** What the task is about (a page's hash): a thread that has it parsed is preferred. */
  readonly about?: string;
  /**
   * Buffers of the input that are moved to the worker instead of copied; the caller can no longer read them.
   */
  readonly transfer?: readonly ArrayBuffer[];
}

/** A task beyond these limits is terminated; its heap is separate from the server's. */
const limits = { maxOldGenerationSizeMb: 384, maxYoungGenerationSizeMb: 48, stackSizeMb: 4 };
/** Number of pages tracked per worker, about as many as it keeps parsed. */
const remembered = 8;
const heavyNiceness = 10;

/** One worker thread, which runs one task at a time and can be terminated mid-task. */
export class WorkerThread {
  readonly #worker: Worker;
  readonly #seen: string[] = [];
  #current: PromiseWithResolvers<unknown> | null = null;
  #gone = false;
  #started: WorkerStart | undefined;
  /** How long the thread had waited for a core when its task started. */
  #waitedBefore = 0;

  /** Reserved for heavy work, and therefore at low priority. */
  readonly heavy: boolean;

  constructor(heavy: boolean, onGone: (thread: WorkerThread) => void) {
    this.heavy = heavy;
    const workerData: WorkerSettings = { niceness: heavy ? heavyNiceness : 0 };
    this.#worker = new Worker(new URL('./worker.ts', import.meta.url), {
      resourceLimits: limits,
      workerData,
    });
    this.#worker.unref();
    this.#worker.on('message', (message: WorkerStart | TaskResult) => this.#receive(message));
    this.#worker.on('error', (error) => {
      // No task may be assigned to it between the error and its exit event.
      this.#gone = true;
      this.#fail(toTaskFailure(error));
    });
    this.#worker.on('exit', () => {
      this.#gone = true;
      this.#fail(new TaskFailure('broken', 'A worker ended in the middle of its task.'));
      onGone(this);
    });
  }

  get idle(): boolean {
    return this.#current === null && !this.#gone;
  }

  /** Whether it has worked on this before, and may still have it parsed. */
  hasSeen(about: string | undefined): boolean {
    return about !== undefined && this.#seen.includes(about);
  }

  runTask(
    message: TaskMessage,
    { about, transfer = [] }: Pick<RunOptions, 'about' | 'transfer'>,
  ): Promise<unknown> {
    if (about !== undefined && !this.hasSeen(about)) {
      this.#seen.push(about);
      if (this.#seen.length > remembered) this.#seen.shift();
    }
    this.#current = Promise.withResolvers();
    this.#worker.ref();
    if (this.heavy) this.#waitedBefore = runQueueWaitMs(this.#started?.figures);
    this.#worker.postMessage(message, transfer);
    return this.#current.promise;
  }

  /** How long its low priority kept a task started at that time from running. */
  starvedMs(startedAt: number): number {
    if (!this.heavy) return 0;
    if (!this.#started) return performance.now() - startedAt;
    return runQueueWaitMs(this.#started.figures) - this.#waitedBefore;
  }

  /** Terminates the thread, even mid-task; its task fails with the given reason. */
  async end(reason: TaskFailure): Promise<void> {
    this.#gone = true;
    this.#fail(reason);
    await this.#worker.terminate();
  }

  #receive(message: WorkerStart | TaskResult): void {
    if ('ok' in message) this.#settle(message);
    else this.#started = message;
  }

  #settle(result: TaskResult): void {
    const current = this.#take();
    if (result.ok) current?.resolve(result.output);
    else current?.reject(new TaskFailure(result.reason, result.message, result.stack));
  }

  #fail(failure: TaskFailure): void {
    this.#take()?.reject(failure);
  }

  #take(): PromiseWithResolvers<unknown> | null {
    const current = this.#current;
    this.#current = null;
    if (!this.#gone) this.#worker.unref();
    return current;
  }
}
